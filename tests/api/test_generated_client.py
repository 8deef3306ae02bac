"""A client that a public generator makes from the OpenAPI document, in its own virtual environment, against the site.

By hand: make a virtual environment, `pip install --require-hashes -r requirements/client.txt`, then
`openapi-python-client generate --path codes/api/openapi.json --meta none --output-path harness_codes_client`.
"""

import subprocess
import sys
import venv

import pytest
from django.conf import settings

from codes.api.docs import STORED

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SAID = """\
31 31
True
True 504
unknown_in_category False fallback
True 404 https://agenterrors.org/problems/unknown-code
1.0.0 None []
"""


@pytest.fixture(scope="module")
def generator(tmp_path_factory):
    """The Python of an environment that has the generator, at the versions and hashes of requirements/client.txt."""
    folder = tmp_path_factory.mktemp("generator")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    wanted = settings.ROOT / "requirements" / "client.txt"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", wanted], check=True)
    return python


def test_a_generated_client_lists_resolves_and_reads_a_difference(generator, tmp_path, live_server, published):
    target = tmp_path / "harness_codes_client"
    command = [generator.parent / "openapi-python-client", "generate", "--meta", "none"]
    subprocess.run([*command, "--path", STORED, "--output-path", target], check=True, capture_output=True, cwd=tmp_path)
    script = settings.ROOT / "tests" / "api" / "generated_client_tries.py"
    done = subprocess.run(
        [generator, script, live_server.url],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(tmp_path), "PATH": str(generator.parent)},
    )
    assert (done.stdout, done.returncode) == (SAID, 0), done.stderr


def test_the_generator_is_not_this_environment(generator):
    assert str(generator) != sys.executable
