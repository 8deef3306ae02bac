"""The commands of /clients and docs/signing.md, run exactly as they stand there."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from codes.releases import signing
from codes.releases.models import Manifest
from tests.support.served import SERIAL, flipped, rows

TOOLS = ("bash", "curl", "openssl", "sha256sum")


def run(block, folder):
    """The shell commands in `folder`; the process that has ended."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        assert os.environ.get("CI") != "true", f"CI lacks {missing}"
        pytest.skip(f"this machine lacks {missing}")
    command = ["bash", "-e", "-o", "pipefail", "-c", block]
    environment = {"PATH": os.environ["PATH"], "no_proxy": "*", "LC_ALL": "C"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def commands(site, client, settings, tmp_path):
    """Runs the shell block of the article in an empty folder with `pinned.pem`."""
    settings.PUBLIC_BASE_URL = site.url
    text = client.get("/clients.md").content.decode()
    (block,) = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "pinned.pem").write_bytes(site.pinned.read_bytes())
    return lambda: run(block, folder)


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


def test_a_key_made_as_documented_has_the_id_that_is_printed(tmp_path, settings):
    text = (Path(settings.ROOT) / "docs" / "signing.md").read_text()
    block = re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[0]
    done = run(block, tmp_path)
    settings.SIGNING_KEY = (tmp_path / "signing-new.pem").read_text()
    public = signing.public_bytes(signing.key())
    printed = (done.stdout.strip(), (tmp_path / "public-new.pem").read_text())
    assert printed == (signing.key_id(public), signing.pem(public))
    assert (tmp_path / "signing-new.pem").stat().st_mode & 0o077 == 0
    assert run(block, tmp_path).returncode != 0  # once more it makes none
    assert (tmp_path / "signing-new.pem").read_text() == settings.SIGNING_KEY
