"""What is kept is exchanged in one step, or not at all."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients import reference_client
from tests.clients.reference.forging import OLD_TITLE, TITLE, title
from tests.clients.reference_client import Refused

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_the_swap_is_one_step(newer, monkeypatch):
    """Until the file is renamed, everything is old; then everything is new."""
    honest = Path.replace

    def look(path, target):
        assert json.loads(path.read_text())["manifest"] != json.loads(target.read_text())["manifest"]
        assert (newer.held["version"], title(newer)) == ("2.0.0", OLD_TITLE)
        return honest(path, target)

    monkeypatch.setattr(Path, "replace", look)
    assert newer.refresh() is True
    assert (newer.held["version"], title(newer)) == ("2.0.1", TITLE)
    assert not newer.kept.with_suffix(".new").exists()


@pytest.mark.parametrize("moment", ["write", "fsync", "replace"])
def test_a_process_that_is_killed_starts_again_with_the_old(moment, newer, between, site, start):
    """Killed in earnest, without a chance to clean up, before a step of the swap."""
    old = newer.kept.read_bytes()
    script = f"""
import json, os, pathlib, sys
from cryptography.hazmat.primitives.serialization import load_pem_public_key
sys.path.insert(0, {str(Path(reference_client.__file__).parent)!r})
from reference_client import Client

def kill(*args, **kwargs):
    if {moment!r} == "write":
        args[1].write("half of")
        args[1].flush()
    os.kill(os.getpid(), 9)

key = load_pem_public_key(pathlib.Path({str(site.pinned)!r}).read_bytes())
client = Client({between.url!r}, [key], pathlib.Path("nowhere"), pathlib.Path({str(newer.kept)!r}))
assert client.held["version"] == "2.0.0"
holder, name = {{"write": (json, "dump"), "fsync": (os, "fsync"), "replace": (pathlib.Path, "replace")}}[{moment!r}]
setattr(holder, name, kill)
client.refresh()
"""
    killed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (killed.returncode, killed.stderr) == (-9, "")
    assert newer.kept.with_suffix(".new").exists()
    assert newer.kept.read_bytes() == old
    again = start()
    assert again.held["version"] == "2.0.0"
    assert again.refresh() is True
    assert again.held["version"] == "2.0.1"


def test_a_disk_that_is_full_changes_nothing(newer, monkeypatch):
    held, kept = newer.held, newer.kept.read_bytes()
    monkeypatch.setattr(reference_client.os, "fsync", _full)
    with pytest.raises(Refused, match="No space left"):
        newer.refresh()
    assert (newer.held is held, newer.kept.read_bytes() == kept) == (True, True)


def _full(*args):
    raise OSError(28, "No space left on device")
