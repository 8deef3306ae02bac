"""Whatever we render for MCP and A2A, the protocol's own public Python SDK reads it, and drops nothing.

By hand: make a virtual environment, `pip install --require-hashes -r requirements/sdk-2026-07.txt`, and give
`sdk_reads.py` a JSON array as it says.
"""

import json
import subprocess
import venv

import pytest
from django.conf import settings

from codes.harness_errors.example import example
from codes.harness_errors.render import render
from tests.harness_errors.objects import ARGUMENTS, RATE, TURNS, of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

READS = settings.ROOT / "tests" / "harness_errors" / "render" / "sdk_reads.py"
A2A_FORMS = ("task", "task_status", "protocol_error")
WHOLE = {"timestamp": "2026-11-30T12:00:00Z"}
# The environment of each protocol version.
ENVIRONMENTS = {
    ("mcp", "2025-06-18"): "sdk-2025-06",
    ("mcp", "2025-11-25"): "sdk-2025-11",
    ("mcp", "2026-07-28"): "sdk-2026-07",
    ("a2a", "0.3"): "sdk-2025-06",
    ("a2a", "1.0"): "sdk-2026-07",
}


@pytest.fixture(scope="module")
def pythons(tmp_path_factory):
    """The Python of each environment, with the SDKs at the versions and hashes of its requirements."""
    made = {}
    for name in sorted(set(ENVIRONMENTS.values())):
        folder = tmp_path_factory.mktemp(name)
        venv.create(folder, with_pip=True)
        made[name] = folder / "bin" / "python"
        wanted = settings.ROOT / "requirements" / f"{name}.txt"
        subprocess.run([made[name], "-m", "pip", "install", "--quiet", "--require-hashes", "-r", wanted], check=True)
    return made


def read(pythons, carrier, version, messages):
    """What the SDK understood. A refusal fails the test with what the SDK says."""
    python = pythons[ENVIRONMENTS[carrier, version]]
    given = json.dumps([[kind, version, content] for kind, content in messages])
    done = subprocess.run([python, READS], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def objects(registry):
    """One object for each code, and some with more members."""
    return [*map(example, registry.codes), ARGUMENTS, TURNS, RATE, of("x-acme.stale"), of("tool.not_known")]


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_mcp_messages_of_both_channels(pythons, registry, version):
    server = {"name": "restaurant", "version": "2.1.0"}
    rendered = [
        render(each, registry, "mcp", version=version, met_by_tool=met, server=server).content
        for each in objects(registry)
        for met in (True, False)
    ]
    assert read(pythons, "mcp", version, [("mcp", content) for content in rendered]) == rendered


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
def test_mcp_declined_sampling(pythons, registry, version):
    found = render(of("policy.approval_denied"), registry, "mcp", version=version, form="sampling_declined").content
    assert read(pythons, "mcp", version, [("mcp", found)]) == [found]


def test_the_sdk_of_2026_refuses_the_older_form(pythons, registry):
    """So that the tests above are known to be able to fail."""
    older = render(ARGUMENTS, registry, "mcp", version="2025-11-25").content
    with pytest.raises(AssertionError, match="resultType"):
        read(pythons, "mcp", "2026-07-28", [("mcp", older)])


@pytest.mark.parametrize("version", ["0.3", "1.0"])
def test_a2a_tasks_statuses_and_protocol_errors(pythons, registry, version):
    messages = []
    for each in objects(registry):
        for form in A2A_FORMS:
            more = {} if form == "protocol_error" else WHOLE
            messages.append((form, render(each, registry, "a2a", version=version, form=form, **more).content))
    assert read(pythons, "a2a", version, messages) == [content for _, content in messages]


def test_a2a_errors_of_the_http_binding(pythons, registry):
    rendered = [render(each, registry, "a2a", form="http_error").content for each in objects(registry)]
    assert read(pythons, "a2a", "1.0", [("http_error", content) for content in rendered]) == rendered


@pytest.mark.parametrize(("version", "other"), [("0.3", "1.0"), ("1.0", "0.3")])
def test_the_sdk_of_one_version_refuses_a_task_of_the_other(pythons, registry, version, other):
    foreign = render(TURNS, registry, "a2a", version=other).content
    with pytest.raises(AssertionError, match="rror"):
        read(pythons, "a2a", version, [("task", foreign)])
