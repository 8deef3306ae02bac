"""The commands of /clients, run exactly as they stand there."""

import os
import re
import shutil
import subprocess

import pytest

from codes.releases.models import Manifest
from tests.support.served import SERIAL, flipped, rows

TOOLS = ("bash", "curl", "openssl", "sha256sum")


@pytest.fixture
def commands(site, client, settings, tmp_path):
    """Runs the shell block of the article in an empty folder with `pinned.pem`; the process that has ended."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        assert os.environ.get("CI") != "true", f"CI lacks {missing}"
        pytest.skip(f"this machine lacks {missing}")
    settings.PUBLIC_BASE_URL = site.url
    text = client.get("/clients.md").content.decode()
    (block,) = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "pinned.pem").write_bytes(site.pinned.read_bytes())

    def run():
        environment = {"PATH": os.environ["PATH"], "no_proxy": "*", "LC_ALL": "C"}
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", block], cwd=folder, env=environment, capture_output=True, text=True
        )

    return run


def test_they_say_what_the_page_says_they_say(commands):
    done = commands()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["Signature Verified Successfully", "SHA256SUMS: OK", "registry.json: OK"]


def test_they_notice_another_manifest(commands, site):
    latest = rows(Manifest).filter(serial=SERIAL)
    latest.update(content=flipped(bytes(latest.get().content)))
    site.fresh()
    done = commands()
    assert done.returncode == 1
    assert "Signature Verification Failure" in done.stdout + done.stderr


def test_they_notice_another_list(commands, site):
    site.flip("2.0.0", "SHA256SUMS")
    done = commands()
    assert done.returncode == 1
    assert "SHA256SUMS: OK" not in done.stdout


def test_they_notice_another_registry(commands, site):
    site.flip("2.0.0", "registry.json")
    done = commands()
    assert done.returncode == 1
    assert "registry.json: FAILED" in done.stdout
