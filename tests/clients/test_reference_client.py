"""The client of /clients: takes what it can check, refuses the rest, and goes on with what it had."""

import base64
import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from django.utils import timezone

from codes.harness_errors import canonical
from codes.releases.models import Manifest, ReleaseHead
from codes.releases.yank import yank
from tests.clients import reference_client
from tests.clients.reference_client import Client, Refused
from tests.support.history import change, publish_next
from tests.support.served import REUSED, SERIAL, flipped, rows
from tests.support.tampered import tampered
from tools.monitor import look
from tools.monitor.__main__ import main

MANIFEST, SIGNATURE = "/releases/manifest.json", "/releases/manifest.json.sig"
# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory

NEXT = "/releases/2.0.1/registry.json"
TITLE, OLD_TITLE = "Another Title", "Run Timeout"


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    """One process answers here, so the monitor has nothing to wait for."""
    monkeypatch.setattr(look, "PAUSE", 0)


@pytest.fixture
def between(site):
    with tampered(site.url) as proxy:
        yield proxy


@pytest.fixture
def start(site, between, tmp_path):
    """A client of the site, as after a start of its process."""

    def start(kept="kept.json", bundle="bundle.json", keys=(site.pinned,)):
        found = [load_pem_public_key(path.read_bytes()) for path in keys]
        return Client(between.url, found, tmp_path / bundle, tmp_path / kept)

    return start


@pytest.fixture
def client(start, tmp_path):
    """With 2.0.0 as its bundle, and as what it has kept."""
    assert start(kept="bundle.json").refresh()
    (tmp_path / "kept.json").write_bytes((tmp_path / "bundle.json").read_bytes())
    return start()


@pytest.fixture
def newer(client, site, tmp_path):
    """The same client once 2.0.1 has been published; with the state of a monitor that has seen what the client has."""
    assert main([site.url, "--key", str(site.pinned), "--state", str(tmp_path / "state.json"), "--releases", "1"]) == 0
    change("loop.timeout", title=TITLE)
    publish_next()
    return client


def title(client):
    return client.held["codes"]["loop.timeout"]["title"]


# ---------------------------------------------------------------- following


def test_it_takes_what_is_new_and_then_asks_with_its_tag(newer, between, start):
    assert (newer.held["version"], title(newer)) == ("2.0.0", OLD_TITLE)
    assert newer.refresh() is True
    assert (newer.held["version"], newer.held["serial"], title(newer)) == ("2.0.1", SERIAL + 1, TITLE)
    between.asked.clear()
    assert newer.refresh() is False
    ((path, headers),) = between.asked
    assert (path, headers["If-None-Match"]) == (MANIFEST, newer.held["etag"])
    again = start()
    assert (again.held["version"], title(again)) == ("2.0.1", TITLE)


def test_a_site_that_does_not_know_304_changes_nothing(client, between):
    whole = json.dumps(client.held["manifest"])
    between.rules[MANIFEST] = lambda answer: replace(answer.with_body(json.loads(whole).encode()), status=200)
    assert client.refresh() is False


def test_a_yank_brings_a_manifest_and_no_registry(client, site, between):
    yank(version="1.2.0", reason="Wrong.", at=timezone.now())
    site.fresh()
    between.asked.clear()
    assert client.refresh() is True
    assert [path for path, _ in between.asked] == [MANIFEST, SIGNATURE]
    assert (client.held["version"], client.held["serial"]) == ("2.0.0", SERIAL + 1)


def test_a_yanked_release_is_not_taken_up(newer, site):
    yank(version="2.0.1", reason="Wrong.", at=timezone.now())
    site.fresh()
    assert newer.refresh() is True
    assert (newer.held["version"], newer.held["serial"]) == ("2.0.0", SERIAL + 2)
    change("loop.timeout", title="A Third Title")
    publish_next()
    assert newer.refresh() is True
    assert (newer.held["version"], title(newer)) == ("2.0.2", "A Third Title")


def test_versions_are_compared_by_number():
    assert reference_client.order("10.0.0") > reference_client.order("9.10.0") > reference_client.order("9.9.9")


def test_what_a_code_means(client):
    def both(**error):
        return client.effective(error, "retryable"), client.effective(error, "model_recoverable")

    assert both(code="upstream.overloaded") == (True, False)
    assert both(code="upstream.overloaded", retryable=False) == (False, False)
    assert both(code="upstream.overloaded", retryable="false") == (True, False)
    assert both(code=REUSED) == (True, True)  # deprecated: its defaults hold
    for unknown in ("tool.unheard_of", "x-acme.own", "nonsense", None, 7):
        assert both(code=unknown) == (False, False)
        assert both(code=unknown, model_recoverable=True) == (False, True)
    assert both() == (False, False)


# ---------------------------------------------------------------- refusing


def _plain(value):
    """PostgreSQL's binary columns come as views of memory."""
    return bytes(value) if isinstance(value, memoryview) else value


def _of_manifest(**columns):
    """A column of the newest manifest, changed behind the guards."""

    def act(site, between):
        newest = rows(Manifest).filter(serial=SERIAL + 1)
        row = newest.get()
        newest.update(**{name: make(_plain(getattr(row, name))) for name, make in columns.items()})
        site.fresh()

    return act


def _back_to_older(site, between):
    rows(Manifest).filter(serial__gte=SERIAL).delete()
    rows(ReleaseHead).update(serial=SERIAL - 1)
    site.fresh()


def _latest_back(data):
    old = data["releases"][2]
    data["latest"] |= {name: old[name] for name in ("version", "published", "sha256")}
    data["releases"] = data["releases"][:3]


def _of_registry(**members):
    """Another registry.json under a signed manifest to match: by one who has the key and serves it without the site."""

    def act(site, between):
        registry = canonical.dumps(json.loads(bytes(site.file("2.0.1", "registry.json").content)) | members)
        data = json.loads(bytes(Manifest.objects.get(serial=SERIAL + 1).content))
        file = _file(data)
        file.update(size=len(registry), sha256=canonical.sha256(registry))
        data["latest"]["sha256"] = data["releases"][-1]["sha256"] = file["sha256"]
        manifest = canonical.dumps(data)
        between.rules |= {
            MANIFEST: lambda answer: _instead(answer, manifest),
            SIGNATURE: lambda answer: _instead(answer, site.key.sign(manifest)),
            NEXT: lambda answer: _instead(answer, registry),
        }

    return act


def _instead(answer, content):
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return answer.with_body(content).header("Content-Encoding", None).header("Repr-Digest", f"sha-256=:{digest}:")


def _signed(edit):
    return lambda site, between: site.reissue(edit)


def _size(change):
    return _signed(lambda data: _file(data).update(size=change(_file(data)["size"])))


def _file(data):
    return next(each for each in data["latest"]["files"] if each["name"] == "registry.json")


def _way(path, rule):
    return lambda site, between: between.rules.update({path: rule})


UNSIGNED = "not signed by a pinned key"
OTHER_BYTES = "not the size and sha256"

# What the client says, and the monitor of the same.
BOTH = {
    "a letter of registry.json": (
        lambda site, between: site.flip("2.0.1", "registry.json"),
        OTHER_BYTES, "2.0.1: registry.json is not the bytes"),
    "a byte of the manifest": (_of_manifest(content=flipped), UNSIGNED, "not a signature over the manifest"),
    "a byte of the signature": (
        _of_manifest(signature=lambda old: bytes([old[0] ^ 1]) + old[1:]), UNSIGNED, "not a signature"),
    "no signature": (
        _of_manifest(signature=lambda old: b"", key_id=lambda old: ""), "sig: answers 404", "sig: answers 404"),
    "an older manifest": (_back_to_older, f"back to manifest {SERIAL - 1}, release 2.0.0", "rolled back: serial 4"),
    "the same serial again": (
        _signed(lambda data: data.update(serial=SERIAL)),
        f"back to manifest {SERIAL}", "another manifest with serial 5"),
    "an older latest": (
        _signed(_latest_back), "back to manifest 7, release 1.2.0", "release 2.0.0 was published and is"),
    "a major format of the manifest": (
        _signed(lambda data: data.update(format_version="2.0")),
        "manifest 2.0 is not", "format_version 2.0 is not one"),
    "a major format of the registry": (
        _of_registry(format_version="2.0"), "registry 2.0 is not", "registry.json: format_version 2.0 is not one"),
    "a kind of registry": (
        _of_registry(kind="agent-harness-error-signals"),
        "signals 1.0 is not", 'kind is "agent-harness-error-signals"'),
    "another version inside": (
        _of_registry(version="1.0.0"), "is another version", "2.0.1: registry.json says version 1.0.0"),
    "a version that leads elsewhere": (
        _signed(lambda data: data["latest"].update(version="3.0.0/../../x")),
        "is not a version", "/latest/version is not"),
    "a kind": (
        _signed(lambda data: data.update(kind="agent-harness-error-keys")),
        "agent-harness-error-keys 1.0 is not", 'kind is "agent-harness-error-keys"'),
    "a larger size": (_size(lambda size: size + 1), OTHER_BYTES, "the manifest says"),
    "a smaller size": (_size(lambda size: size - 1), "bytes where", "the answer is longer than"),
    "a body that is cut short": (
        _way(NEXT, lambda answer: replace(answer, sent=1000)), OTHER_BYTES, "the answer breaks off after 1000 of"),
    "a manifest that is cut short": (
        _way(MANIFEST, lambda answer: replace(answer, sent=1000)), UNSIGNED, "the answer breaks off after 1000 of"),
    "HTML for the manifest": (
        _way(MANIFEST, lambda answer: answer.with_body(b"<!doctype html><title>Sign in to this network</title>")),
        UNSIGNED, "not a signature"),
    "HTML for the registry": (
        _way(NEXT, lambda answer: answer.with_body(b"<!doctype html><title>Not today</title>")),
        OTHER_BYTES, "the Repr-Digest is not that of the bytes that came"),
    "HTML for the signature": (
        _way(SIGNATURE, lambda answer: answer.with_body(b"<!doctype html>" * 9)), "bytes where 64", "not a signature"),
    "a redirect": (
        _way(NEXT, lambda answer: replace(answer, status=302).header("Location", "/releases/2.0.0/registry.json")),
        "registry.json: answers 302", "registry.json: answers 302"),
    "an error": (_way(NEXT, lambda answer: replace(answer, status=500)), "answers 500", "answers 500"),
}  # fmt: skip


@pytest.mark.parametrize("name", BOTH)
def test_what_the_monitor_refuses_the_client_refuses_and_goes_on(name, newer, site, between, tmp_path, capsys):
    act, said, monitored = BOTH[name]
    held, kept = newer.held, newer.kept.read_bytes()
    act(site, between)
    with pytest.raises(Refused, match=said):
        newer.refresh()
    assert newer.held is held
    assert newer.effective({"code": "upstream.overloaded"}, "retryable") is True
    assert newer.kept.read_bytes() == kept
    state = ("--state", str(tmp_path / "state.json"), "--releases", "1")
    assert main([between.url, "--key", str(site.pinned), *state]) == 1
    assert monitored in capsys.readouterr().err


def test_a_wrong_key(newer, site, start, capsys):
    client = start(keys=(site.other,))
    assert client.held is reference_client.NOTHING  # nor does it believe what is stored
    with pytest.raises(Refused, match=UNSIGNED):
        client.refresh()
    assert main([site.url, "--key", str(site.other), "--releases", "1"]) == 1
    assert "not a signature over the manifest by any of the pinned keys" in capsys.readouterr().err


@pytest.mark.parametrize("gone", ["nobody listens", "it hangs up", "nonsense"])
def test_a_site_that_is_away(gone, newer, between):
    held = newer.held
    if gone == "nobody listens":
        newer.netloc = "127.0.0.1:1"
    elif gone == "it hangs up":
        between.rules[MANIFEST] = lambda answer: replace(answer, headers={}, status=200, sent=0)
    else:
        between.rules[MANIFEST] = lambda answer: replace(answer, status="abc")
    with pytest.raises(Refused):
        newer.refresh()
    assert newer.held is held


@pytest.mark.parametrize("size", [-2, 0, 10**12])
def test_a_size_that_cannot_be_is_not_asked_for(size, newer, site, between):
    site.reissue(lambda data: _file(data).update(size=size))
    between.asked.clear()
    with pytest.raises(Refused, match=f"registry.json of {size} bytes"):
        newer.refresh()
    assert [path for path, _ in between.asked] == [MANIFEST, SIGNATURE]


def test_a_signed_manifest_without_what_is_needed(newer, site):
    held = newer.held
    for act in (
        lambda data: data.pop("latest"),
        lambda data: data["latest"].update(files=[]),
        lambda data: _file(data).update(size="9"),
        lambda data: data.update(serial="9"),
        lambda data: data.update(format_version=2),
    ):
        kept = list(Manifest.objects.filter(serial__gt=SERIAL + 1))
        site.reissue(act)
        with pytest.raises(Refused):
            newer.refresh()
        rows(Manifest).exclude(pk__in=[row.pk for row in kept]).filter(serial__gt=SERIAL + 1).delete()
        rows(ReleaseHead).update(serial=SERIAL + 1)
        site.fresh()
    assert newer.held is held
    assert newer.refresh() is True


def test_after_a_refusal_the_next_refresh_sets_it_right(newer, between):
    between.rules[SIGNATURE] = lambda answer: answer.with_body(b"x" * 64)
    with pytest.raises(Refused):
        newer.refresh()
    between.rules.clear()
    assert newer.refresh() is True
    assert title(newer) == TITLE


# ---------------------------------------------------------------- swapping


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


# ---------------------------------------------------------------- falling back


def test_the_newer_of_bundle_and_last_good_is_taken(newer, start, tmp_path):
    assert newer.refresh() is True
    assert start().held["version"] == "2.0.1"  # last good
    assert start(kept="bundle.json", bundle="kept.json").held["version"] == "2.0.1"  # the bundle of a newer library
    assert start(kept="nothing.json").held["version"] == "2.0.0"


@pytest.mark.parametrize("change", ["cut", "a letter", "no JSON", "another type"])
def test_a_stored_copy_that_is_not_right_is_not_used(change, newer, start):
    newer.refresh()
    good = newer.kept.read_text()
    bad = {
        "cut": good[:-100],
        "a letter": good.replace(TITLE, "Another Titlf"),
        "no JSON": "<html>",
        "another type": "[1, 2]",
    }[change]
    assert bad != good
    newer.kept.write_text(bad)
    again = start()
    assert (again.held["version"], title(again)) == ("2.0.0", OLD_TITLE)
    assert again.refresh() is True
    assert title(again) == TITLE


def test_without_anything_every_code_is_unknown(start):
    client = start(kept="a.json", bundle="b.json")
    assert client.effective({"code": "upstream.overloaded"}, "retryable") is False
    assert client.effective({"code": "upstream.overloaded", "retryable": True}, "retryable") is True


def test_what_a_leaked_key_has_signed_is_dropped_at_start(newer, site, start, tmp_path):
    """Whoever had the key has moved the client to a serial that no honest manifest will reach."""
    site.reissue(lambda data: data.update(serial=10**9))
    assert newer.refresh() is True
    assert newer.held["serial"] == 10**9
    key = Ed25519PrivateKey.generate()
    clean = site.write_key(tmp_path / "clean.pem", key)
    rows(Manifest).filter(serial=SERIAL + 2).delete()
    site.reissue(lambda data: data.update(key_id=None), key)
    client = start(keys=(clean,))
    assert client.held is reference_client.NOTHING
    assert client.refresh() is True
    assert (client.held["serial"], client.held["version"]) == (SERIAL + 2, "2.0.1")
