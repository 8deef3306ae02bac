"""The monitor passes an honest history, and says of every forgery what is wrong and where."""

import ast
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from codes.harness_errors import canonical
from codes.registry.models import Signal
from codes.releases.diff import classes, compute
from codes.releases.models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, SigningKey, Yank
from tests.support.files import FILES
from tests.support.history import change, deprecate, publish_next, register, reinstate
from tests.support.served import REUSED, SERIAL, VERSIONS, code, flipped, private_pem, rows
from tests.support.tampered import tampered
from tools import monitor
from tools.monitor import look
from tools.monitor.__main__ import main
from tools.monitor.classes import next_version
from tools.monitor.data import order

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory

MANIFEST, SIGNATURE, KEYS = "/releases/manifest.json", "/releases/manifest.json.sig", "/releases/keys.json"
REGISTRY = "/releases/2.0.0/registry.json"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def run(site, capsys):
    """The monitor's exit code, what it printed when all was well, and its sentences."""

    def run(*options, url=None, keys=("--key", str(site.pinned))):
        found = main([url or site.url, *keys, *map(str, options)])
        printed = capsys.readouterr()
        return found, printed.out, printed.err.splitlines()

    return run


@pytest.fixture
def seen(run, tmp_path):
    """The state after a run over the honest history."""
    state = tmp_path / "state.json"
    assert run("--state", state)[0] == 0
    return state


@pytest.fixture
def between(site):
    with tampered(site.url) as proxy:
        yield proxy


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    """One process answers here, so there is nothing to wait for."""
    monkeypatch.setattr(look, "PAUSE", 0)


# ---------------------------------------------------------------- honest


def test_an_honest_history_holds(site, run):
    key = json.loads(Manifest.objects.order_by("-serial")[0].content)["key_id"]
    line = f"4 releases, all as published: latest 2.0.0, manifest {SERIAL}, signed by pinned key {key}.\n"
    assert run() == (0, line, [])


def test_without_a_pinned_key_it_says_that_this_proves_less(run):
    found, line, faults = run(keys=())
    assert (found, faults) == (0, [])
    assert "which proves less than a key that you pinned" in line


def test_an_unsigned_site_is_said_to_be_unsigned(site, run):
    only_the_first(site)
    rows(SigningKey).delete()
    site.fresh()
    found, line, faults = run(keys=())
    assert (found, faults) == (0, [])
    assert line.startswith("1 release, all as published: latest 1.0.0, manifest 1, NOT SIGNED, ")
    found, _, faults = run()
    assert (found, faults) == (1, [f"{SIGNATURE}: answers 404"])


def only_the_first(site):
    """As before the second release, but for the key."""
    rows(Yank).delete()
    rows(ReleaseHead).update(latest=Release.objects.get(version="1.0.0"), serial=1)
    for model in (ReleaseChange, ReleaseFile):
        rows(model).exclude(release__version="1.0.0").delete()
    rows(Release).exclude(version="1.0.0")._raw_delete("default")
    rows(Manifest).exclude(serial=1).delete()
    site.fresh()


def test_every_step_of_a_longer_history_holds(site, run, seen):
    """Each kind of change, one release each: all are what the independent table says they are."""
    change("loop.timeout", title="Another Title")
    publish_next()
    rows(Signal).filter(pk=Signal.objects.first().pk).update(note="Another note.")
    publish_next()
    reinstate(REUSED)
    publish_next()
    register("tool.stuck")
    deprecate("tool.rusty", successor=None)
    change("loop.timeout", http_status=500)
    publish_next()
    site.fresh()
    _, line, faults = run("--state", seen)
    assert faults == []
    assert "8 releases, all as published: latest 4.0.0, manifest 9" in line


def test_releases_from_before_there_were_sums_may_lack_them(site, run):
    rows(ReleaseFile).filter(release__version="1.0.0").exclude(name__in=["registry.json", "signals.json"]).delete()
    site.issue()
    assert json.loads(Manifest.objects.order_by("-serial")[0].content)["releases"][0]["sums_sha256"] is None
    assert run()[0] == 0
    site.flip("1.0.0", "signals.json")
    assert "1.0.0: signals.json is not the bytes that were published" in run()[2][0]


def test_a_key_is_replaced_while_both_are_pinned(site, run, seen, settings, tmp_path):
    new = Ed25519PrivateKey.generate()
    settings.SIGNING_KEY = private_pem(new)
    site.issue()
    both = ("--key", str(site.pinned), "--key", str(site.write_key(tmp_path / "new.pem", new)))
    assert run("--state", seen)[0] == 1
    assert run("--state", seen, keys=both)[0] == 0


# ---------------------------------------------------------------- forged bytes

CHANGED = "is not the bytes that were published"
UNSIGNED = f"{SIGNATURE}: not a signature over the manifest by any of the pinned keys"


@pytest.mark.parametrize("version", ["1.1.0", "2.0.0"])
@pytest.mark.parametrize(
    "name", ["registry.json", "signals.json", "registry.csv", "SHA256SUMS", "registry.schema.json"]
)
def test_one_flipped_bit(version, name, site, run):
    site.flip(version, name)
    found, _, faults = run("--releases", len(VERSIONS) - VERSIONS.index(version))
    assert found == 1
    assert faults[0].startswith(f"{version}: {name} {CHANGED}")


def test_one_flipped_bit_that_stops_the_site_from_reading_its_own_release(site, run):
    content = bytes(site.file("2.0.0", "registry.json").content)
    site.overwrite("2.0.0", "registry.json", content.replace(b"{", b"[", 1))
    found, _, faults = run()
    assert (found, faults) == (2, [f"no answer, so nothing is known: {site.url}{MANIFEST}: answers 503"])


def _plain(value):
    """PostgreSQL's binary columns come as views of memory."""
    return bytes(value) if isinstance(value, memoryview) else value


def _of_manifest(**fields):
    """A column of the latest manifest, flipped or given."""

    def act(site):
        latest = rows(Manifest).filter(serial=SERIAL)
        row = latest.get()
        latest.update(**{name: make(_plain(getattr(row, name))) for name, make in fields.items()})
        site.fresh()

    return act


def _python(files):
    """The entry of one file that is not the registry itself."""
    return next(each for each in files if each["name"] == "harness_error_codes.py")


def _files_of_latest(change):
    return lambda site: site.reissue(lambda data: change(data["latest"]["files"]))


def _registry(act, version="2.0.0"):
    return lambda site: site.edit(version, act)


def _without(name, member, which):
    def act(data):
        data[member] = [entry for entry in data[member] if entry[name] != which]

    return act


def _moved(data):
    code(data).update(category="loop", name="timeout")


def _anew(data):
    entry = code(data)
    entry.update(title="Tool Rested", description="The tool had a day off.", default_model_recoverable=False)
    entry["administrative"].update(
        status="active", deprecation=None, superseded_by=[], registered={"date": "2026-12-03", "version": "2.0.0"},
        updated={"date": "2026-12-03", "version": "2.0.0"},
    )  # fmt: skip


def _back(data):
    """An older release is the latest again."""
    old = next(each for each in data["releases"] if each["version"] == "1.2.0")
    data["latest"] |= {name: old[name] for name in ("version", "published", "sha256")}


def _cut(data):
    _back(data)
    data["releases"].pop()


def _stated(data):
    """Where the manifest says which release is the latest, twice."""
    return data["latest"], data["releases"][-1]


FORGERIES = {
    "a byte of the manifest": (_of_manifest(content=flipped), UNSIGNED),
    "a byte after the manifest": (_of_manifest(content=lambda content: content + b"\n"), UNSIGNED),
    "a byte of the signature": (_of_manifest(signature=lambda old: bytes([old[0] ^ 1]) + old[1:]), UNSIGNED),
    "no signature": (_of_manifest(signature=lambda old: b"", key_id=lambda old: ""), f"{SIGNATURE}: answers 404"),
    "another key, signed by ours": (
        lambda site: site.reissue(lambda data: data.update(key_id="0" * 16)),
        f"{MANIFEST}: names key 0000000000000000"),
    "a major format of the manifest": (
        lambda site: site.reissue(lambda data: data.update(format_version="2.0")),
        f"{MANIFEST}: format_version 2.0 is not one this monitor knows (1.x)"),
    "a kind of manifest": (
        lambda site: site.reissue(lambda data: data.update(kind="agent-harness-error-registry")),
        f'{MANIFEST}: kind is "agent-harness-error-registry", not agent-harness-error-manifest'),
    "a manifest without serial": (
        lambda site: site.reissue(lambda data: data.pop("serial")), f"{MANIFEST}: /serial is not there"),
    "a serial of nothing": (
        lambda site: site.reissue(lambda data: data.update(serial=0)), f"{MANIFEST}: no release, or no serial"),
    "a serial that is true": (
        lambda site: site.reissue(lambda data: data.update(serial=True)), f"{MANIFEST}: /serial is not of type int"),
    "a version that leads elsewhere": (
        lambda site: site.reissue(lambda data: data["releases"][0].update(version="../../x")),
        f"{MANIFEST}: /releases/0/version is not text of the form"),
    "a version with more behind it": (
        lambda site: site.reissue(lambda data: data["releases"][0].update(version="1.0.0/../../x")),
        f"{MANIFEST}: /releases/0/version is not text of the form"),
    "no releases": (lambda site: site.reissue(lambda data: data.update(releases=[])), f"{MANIFEST}: no release"),
    "a digest in the manifest": (
        _files_of_latest(lambda files: _python(files).update(sha256="0" * 64)),
        f"2.0.0: harness_error_codes.py {CHANGED}"),
    "a size in the manifest": (
        _files_of_latest(lambda files: _python(files).update(size=_python(files)["size"] + 1)),
        "2.0.0: harness_error_codes.py has "),
    "a smaller size in the manifest": (
        _files_of_latest(lambda files: _python(files).update(size=9)),
        "/releases/2.0.0/harness_error_codes.py: the answer is longer than 9 bytes"),
    "a media type in the manifest": (
        _files_of_latest(lambda files: _python(files).update(media_type="text/html")),
        '/releases/2.0.0/harness_error_codes.py: sent as "text/plain", not as text/html'),
    "an address in the manifest": (
        _files_of_latest(lambda files: _python(files).update(href="https://example.com/x.py")),
        f'{MANIFEST}: the address of harness_error_codes.py is "https://example.com/x.py"'),
    "a file less in the manifest": (
        _files_of_latest(lambda files: files.pop(1)),
        "2.0.0: SHA256SUMS does not list the files of the manifest with their digests"),
    "two digests for one file": (
        lambda site: site.reissue(lambda data: [each.update(sha256="0" * 64) for each in _stated(data)]),
        f"{MANIFEST}: two digests for registry.json of 2.0.0"),
    "no registry in the manifest": (
        _files_of_latest(lambda files: files.remove(next(each for each in files if each["name"] == "registry.json"))),
        f"{MANIFEST}: the files of 2.0.0 are not sorted, not unique or lack registry.json"),
    "files out of order": (
        _files_of_latest(lambda files: files.reverse()), f"{MANIFEST}: the files of 2.0.0 are not sorted"),
    "too many files": (
        _files_of_latest(lambda files: files.extend(files[:1] * 200)),
        f"{MANIFEST}: {200 + len(FILES)} files in one release"),
    "sums without a digest": (
        lambda site: site.reissue(lambda data: data["releases"][3].update(sums_sha256=None)),
        "2.0.0: the manifest has two digests for SHA256SUMS"),
    "a file that is not there": (
        lambda site: (rows(ReleaseFile).filter(release__version="2.0.0", name="registry.xml").delete(), site.fresh()),
        "/releases/2.0.0/registry.xml: answers 404"),
    "an old file that is not there": (
        lambda site: (rows(ReleaseFile).filter(release__version="1.0.0", name="registry.xml").delete(), site.fresh()),
        "/releases/1.0.0/registry.xml: answers 404"),
    "the order of releases": (
        lambda site: site.reissue(lambda data: data["releases"].reverse()),
        f"{MANIFEST}: 1.2.0 stands after 2.0.0, versions must increase"),
    "the time of a release": (
        lambda site: site.reissue(lambda data: data["releases"][1].update(published="2026-11-30T00:00:00Z")),
        f"{MANIFEST}: 1.1.0 was published before 1.0.0"),
    "the first release": (
        lambda site: site.reissue(lambda data: data["releases"].pop(0)), f"{MANIFEST}: the first release is 1.1.0"),
    "a yank without a reason": (
        lambda site: site.reissue(lambda data: data["releases"][1]["yanked"].update(reason=" ")),
        f"{MANIFEST}: 1.1.0 is yanked without a reason"),
    "latest moved back": (
        lambda site: site.reissue(_back), f"{MANIFEST}: latest is 1.2.0, but the last release is 2.0.0"),
    "latest that leads nowhere": (
        lambda site: site.reissue(_cut),
        '/releases/latest/registry.json: answers 302 to "'),
    "a key younger than the manifest": (
        lambda site: (rows(SigningKey).update(first_serial=9), site.fresh()), f"{MANIFEST}: serial 5, but key "),
    "a code less": (
        _registry(_without("code", "codes", "upstream.unavailable")),
        "2.0.0: code upstream.unavailable was removed, and nothing is ever removed"),
    "a category less": (
        _registry(_without("category", "categories", "context")),
        "2.0.0: category context was removed, and nothing is ever removed"),
    "a code in another category": (
        _registry(_moved), f'2.0.0: code {REUSED} is used again: its category was "tool" and is "loop"'),
    "a code with another meaning": (
        _registry(_anew), f"2.0.0: code {REUSED} is used again: it was registered before and says it is new"),
    "a change without its stamp": (
        _registry(lambda data: code(data, "output.empty")["administrative"]["updated"].update(version="1.0.0")),
        "2.0.0: code output.empty has changed, but says updated 1.0.0"),
    "a stamp without a change": (
        _registry(lambda data: code(data, "tool.rusty")["administrative"]["updated"].update(date="2026-12-03")),
        "2.0.0: code tool.rusty has changed, but says updated 1.1.0"),
    "a new code that is not new": (
        _registry(
            lambda data: code(data, "tool.rusty")["administrative"]["registered"].update(version="1.0.0"), "1.1.0"),
        "1.1.0: code tool.rusty is new and does not say so"),
    "another predecessor": (
        _registry(lambda data: data["previous"].update(sha256="0" * 64)), "2.0.0: the chain is broken"),
    "an old release rewritten": (
        _registry(lambda data: code(data).update(title="Tool Slow"), "1.0.0"), "1.1.0: the chain is broken"),
    "a first release after another": (
        _registry(lambda data: data.update(previous={"version": "0.9.0", "sha256": "0" * 64}), "1.0.0"),
        "1.0.0: the chain is broken: the first release names one before it"),
    "another version inside": (
        _registry(lambda data: data.update(published="2026-12-24T00:00:00Z")),
        "2.0.0: registry.json says version 2.0.0, published 2026-12-24T00:00:00Z"),
    "a code that is not its parts": (
        _registry(lambda data: code(data, "tool.rusty").update(name="shiny")),
        '2.0.0: tool.rusty: its category is "tool", its name "shiny"'),
    "a code that is no code": (
        _registry(lambda data: code(data, "tool.rusty").update(code="Tool.Rusty")), "/code is not text of the form"),
    "codes out of order": (
        _registry(lambda data: data["codes"].reverse()), "2.0.0: the codes are not sorted, or not unique"),
    "a status that its deprecation contradicts": (
        _registry(lambda data: code(data)["administrative"].update(status="active")),
        f"2.0.0: {REUSED}: active, which its deprecation contradicts"),
    "a successor that nobody knows": (
        _registry(lambda data: code(data)["administrative"].update(superseded_by=["tool.nothing"])),
        f"2.0.0: {REUSED}: superseded by tool.nothing, which is not registered"),
    "a signal for no code": (
        lambda site: site.edit("2.0.0", lambda data: data["signals"][0].update(codes=["tool.nothing"]), "signals.json"),
        "2.0.0: signals.json names tool.nothing, which is not registered"),
    "another crosswalk": (
        lambda site: site.edit("2.0.0", lambda data: data["signals"][0].update(note="x"), "signals.json"),
        "2.0.0: signals.json is not the crosswalk that registry.json names"),
    "a major format of a release": (
        _registry(lambda data: data.update(format_version="2.0"), "1.2.0"),
        "1.2.0: registry.json: format_version 2.0 is not one this monitor knows (1.x)"),
    "a document that is no document": (
        _registry(lambda data: data.pop("codes"), "1.2.0"), "1.2.0: registry.json: /codes is not there"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_named(name, site, run):
    act, sentence = FORGERIES[name]
    act(site)
    # No more than this forgery needs: the newest releases are looked at first.
    version = next((each for each in VERSIONS if sentence.removeprefix("/releases/").startswith(each)), VERSIONS[-1])
    found, line, faults = run("--releases", len(VERSIONS) - VERSIONS.index(version))
    assert (found, line) == (1, "")
    assert any(sentence in fault for fault in faults), faults


def test_another_spelling_of_the_same_json_is_not_canonical(site, run):
    content = json.loads(site.file("1.2.0", "registry.json").content)
    site.overwrite("1.2.0", "registry.json", json.dumps(content).encode())
    site.edit("1.2.0", lambda data: None, "signals.json")
    assert any("1.2.0: registry.json: not in the canonical form" in fault for fault in run()[2])


def test_sums_that_are_no_sums(site, run):
    lines = bytes(site.file("1.2.0", "SHA256SUMS").content).splitlines(keepends=True)
    for content in (
        b"".join(reversed(lines)),
        b"".join([*lines, lines[-1]]),
        b"../x\n",
        b"".join(lines)[:-1],
        b"".join(lines) + b"x",
    ):
        site.overwrite("1.2.0", "SHA256SUMS", content)
        site.issue()
        assert any("1.2.0: SHA256SUMS is not lines of digest and name" in fault for fault in run("--releases", 2)[2])


def test_sums_that_disagree_with_the_manifest(site, run):
    content = bytes(site.file("1.2.0", "SHA256SUMS").content)
    digest = site.file("1.2.0", "registry.json").sha256.encode()
    site.overwrite("1.2.0", "SHA256SUMS", content.replace(digest, b"0" * 64))
    site.issue()
    assert any("1.2.0: SHA256SUMS and the manifest have different digests" in fault for fault in run()[2])


def test_a_wrong_pinned_key(site, run, tmp_path):
    found, _, faults = run("--state", tmp_path / "state.json", keys=("--key", str(site.other)))
    assert not (tmp_path / "state.json").exists()
    assert (found, len(faults)) == (1, 1)
    assert faults[0].startswith(UNSIGNED)


def test_a_manifest_by_a_pinned_key_that_the_site_does_not_publish(site, run):
    key = json.loads(Manifest.objects.order_by("-serial")[0].content)["key_id"]
    rows(SigningKey).delete()
    site.fresh()
    assert run()[2] == [f"{KEYS}: lacks key {key}, which signed the manifest"]


def test_an_unsigned_manifest_of_a_site_that_has_keys(site, run):
    only_the_first(site)
    found, _, faults = run(keys=())
    assert found == 1
    assert f"{MANIFEST}: not signed, although {KEYS} names keys" in faults
    assert any(fault.startswith(f"{MANIFEST}: serial 1, but key ") for fault in faults)


# ---------------------------------------------------------------- versions and differences, against our own table


def test_a_version_that_does_not_fit_the_changes(site, run, monkeypatch):
    """The site thinks that a default is a matter of words; the monitor has a table of its own."""
    monkeypatch.setitem(classes.CODE, "/default_retryable", "editorial")
    change("loop.timeout", default_retryable=True)
    publish_next()
    path = "/releases/2.0.0...2.0.1.json"
    assert run("--releases", 1)[2] == [
        f'{path}: loop.timeout /default_retryable is behavioural, not "editorial"',
        f"{path}: says patch, its changes say major",
        "2.0.1: its changes since 2.0.0 ask for 3.0.0",
    ]


def test_a_deprecated_code_comes_back_as_reinstated_or_not_at_all(site, run, monkeypatch):
    honest = compute._standing
    monkeypatch.setattr(compute, "_standing", lambda *args: replace(honest(*args), change_class="deprecation"))
    reinstate(REUSED)
    publish_next()
    faults = run()[2]
    assert f'/releases/2.0.0...2.1.0.json: {REUSED} /administrative is behavioural, not "deprecation"' in faults
    assert "2.1.0: its changes since 2.0.0 ask for 3.0.0" in faults
    monkeypatch.setattr(compute, "_standing", lambda *args: replace(honest(*args), change="deprecated"))
    site.fresh()
    assert any("this cannot change" in fault for fault in run()[2])


def test_versions_are_compared_and_counted_by_number():
    assert order("10.0.0") > order("9.10.0") > order("9.9.9")
    assert [next_version("1.9.9", part) for part in (1, 2, 3)] == ["1.9.10", "1.10.0", "2.0.0"]


DIFFERENCES = {
    "a change less": (
        lambda data: data["changes"].pop(), "applied to registry.json of 1.2.0 it does not give that of 2.0.0"),
    "another value before": (
        lambda data: data["changes"][-2].update({"from": None}), "it did not have that value before, or keeps it"),
    "a change of nothing": (
        lambda data: data["changes"].append({**data["changes"][-1], "from": data["changes"][-1]["to"]}),
        "it did not have that value before, or keeps it"),
    "a field that cannot change": (
        lambda data: data["changes"][-1].update(pointer="/name"), '"/name": this cannot change'),
    "the whole entry": (lambda data: data["changes"][-1].update(pointer=""), '"": this cannot change'),
    "an entry that is there": (
        lambda data: data["changes"].append(
            {**data["changes"][-1], "change": "added", "pointer": "", "from": None, "to": {"code": "output.empty"}}),
        "it is there already, or is another entry"),
    "an entry that is not there": (lambda data: data["changes"][-1].update(subject="tool.nothing"), "tool.nothing"),
    "a row of the crosswalk": (
        lambda data: data["changes"].append(
            {**data["changes"][-1], "kind": "signal", "subject": "x", "pointer": "", "class": "editorial"}),
        "does not say what has changed in signals.json"),
    "the part": (lambda data: data.update(part="minor"), "says minor, its changes say major"),
    "another release": (lambda data: data["from"].update(sha256="0" * 64), "from is {"),
    "a standing of nothing": (
        lambda data: data["changes"][-1].update(change="deprecated", pointer="/administrative", to=None), "deprecated"),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_difference_that_is_not_one(name, site, run, between):
    act, sentence = DIFFERENCES[name]

    def forge(answer):
        data = json.loads(answer.body)
        act(data)
        return answer.with_body(canonical.dumps(data))

    path = "/releases/1.2.0...2.0.0.json"
    between.rules[path] = forge
    found, _, faults = run("--releases", 1, url=between.url)
    assert (found, len(faults)) == (1, 1)
    assert faults[0].startswith(f"{path}: ")
    assert sentence in faults[0]


# ---------------------------------------------------------------- against what was seen before


def test_an_older_manifest_served_again(site, run, seen):
    rows(Manifest).filter(serial=SERIAL).delete()
    rows(ReleaseHead).update(serial=SERIAL - 1)
    site.fresh()
    sentence = f"{MANIFEST}: rolled back: serial {SERIAL - 1} is served again after {SERIAL} has been seen"
    assert run("--state", seen) == (1, "", [sentence])


def test_another_manifest_of_the_same_serial(site, run, seen):
    site.reissue(lambda data: data.update(serial=SERIAL))
    rows(Manifest).filter(serial=SERIAL).delete()
    site.reissue(lambda data: data.update(serial=SERIAL, issued="2027-01-01T00:00:00Z"))
    assert run("--state", seen)[2] == [f"{MANIFEST}: another manifest with serial {SERIAL} has been seen"]


def _rewritten(site):
    site.edit("1.0.0", lambda data: code(data).update(title="Tool Slow"))


def _unyanked(site):
    rows(Yank).delete()
    site.issue()


def _explained(site):
    rows(Yank).update(reason="For another reason.")
    site.issue()


def _key_gone(site):
    rows(SigningKey).update(first_serial=3)
    site.fresh()


PAST = {
    "a release taken back": (
        lambda site: site.reissue(_cut), f"{MANIFEST}: release 2.0.0 was published and is gone"),
    "a release rewritten": (_rewritten, f"{MANIFEST}: sha256 of release 1.0.0 was "),
    "a file of a release rewritten": (
        lambda site: site.edit("1.2.0", lambda data: None) or site.reissue(
            lambda data: data["releases"][2].update(sums_sha256="0" * 64)),
        f"{MANIFEST}: sums_sha256 of release 1.2.0 was "),
    "a time of publication": (
        lambda site: site.reissue(lambda data: data["releases"][2].update(published="2026-12-02T00:00:01Z")),
        f"{MANIFEST}: published of release 1.2.0 was 2026-12-02T00:00:00Z and is 2026-12-02T00:00:01Z"),
    "a yank taken back": (_unyanked, f"{MANIFEST}: release 1.1.0 was yanked, and the manifest no longer says so"),
    "another reason": (_explained, f"{MANIFEST}: release 1.1.0 was yanked, and the manifest no longer says so"),
    "a key": (_key_gone, "was published and is gone, or has changed"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAST)
def test_what_was_published_cannot_be_taken_back(name, site, run, seen):
    act, sentence = PAST[name]
    act(site)
    before = seen.read_bytes()
    found, _, faults = run("--state", seen)
    assert found == 1
    assert any(sentence in fault for fault in faults), faults
    assert seen.read_bytes() == before


def test_the_state_moves_on_with_a_release(site, run, seen):
    change("loop.timeout", title="Another Title")
    publish_next()
    assert run("--state", seen)[0] == 0
    state = json.loads(seen.read_text())
    assert (state["serial"], state["run"]) == (SERIAL + 1, 2)
    assert [each["version"] for each in state["releases"]] == ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "2.0.1"]
    assert [path.name for path in seen.parent.iterdir() if "state" in path.name] == ["state.json"]


def test_the_state_is_written_whole_or_not_at_all(site, run, seen, monkeypatch):
    before = seen.read_bytes()
    change("loop.timeout", title="Another Title")
    publish_next()
    monkeypatch.setattr(Path, "replace", _crash)
    with pytest.raises(KeyboardInterrupt):
        run("--state", seen)
    assert seen.read_bytes() == before
    assert [path.name for path in seen.parent.iterdir() if "state" in path.name] == ["state.json"]


def _crash(*args):
    raise KeyboardInterrupt


def test_some_releases_in_each_run_and_all_of_them_in_turn(site, run, tmp_path, between):
    state = tmp_path / "state.json"
    looked = []
    for _ in range(4):
        between.asked.clear()
        found, line, _ = run("--state", state, "--releases", 2, url=between.url)
        assert (found, line.split(":")[0]) == (0, "2 of 4 releases looked at, as published")
        looked.append({path.split("/")[2] for path, _ in between.asked if path.endswith("/registry.csv")})
    assert looked == [{"2.0.0", "1.2.0"}, {"2.0.0", "1.1.0"}, {"2.0.0", "1.0.0"}, {"2.0.0", "1.2.0"}]


def test_a_release_that_is_looked_at_alone_is_still_held_to_the_one_before(site, run):
    site.edit("2.0.0", lambda data: data["previous"].update(version="1.0.0"))
    assert any("2.0.0: the chain is broken" in fault for fault in run("--releases", 1)[2])


# ---------------------------------------------------------------- on the way


def _coded(change):
    """Only what is sent in gzip."""
    return lambda answer: change(answer) if answer.headers.get("Content-Encoding") == "gzip" else answer


def _twice(body):
    data = json.loads(body)
    return canonical.dumps({**data, "keys": data["keys"] * 2})


WAY = {
    "HTML": (
        MANIFEST, lambda answer: answer.with_body(b"<h1>Welcome</h1>").header("Content-Type", "text/html"),
        f'{MANIFEST}: sent as "text/html", not as application/json'),
    "HTML as JSON": (
        KEYS, lambda answer: answer.with_body(b"<h1>Welcome</h1>"), f"{KEYS}: not JSON: Expecting value"),
    "bytes that are no text": (KEYS, lambda answer: answer.with_body(b"\xff{}"), f"{KEYS}: not JSON: "),
    "deep nesting": (KEYS, lambda answer: answer.with_body(b"[" * 100_000), f"{KEYS}: not JSON: "),
    "an array": (KEYS, lambda answer: answer.with_body(b"[]\n"), f"{KEYS}: kind is null"),
    "a broken connection": (
        REGISTRY, lambda answer: replace(answer, sent=1000), f"{REGISTRY}: the answer breaks off after 1000 of "),
    "more than was said": (
        REGISTRY, lambda answer: answer.with_body(answer.body + b"x"), f"{REGISTRY}: the answer is longer than "),
    "no Repr-Digest": (
        REGISTRY, lambda answer: answer.header("Repr-Digest", None), f"{REGISTRY}: no Repr-Digest with sha-256"),
    "another Repr-Digest": (
        REGISTRY, lambda answer: answer.header("Repr-Digest", "sha-256=:AAAA:"),
        f"{REGISTRY}: the Repr-Digest is not that of the bytes that came"),
    "a weak ETag": (
        REGISTRY, lambda answer: answer.header("ETag", 'W/"1"'), f'{REGISTRY}: no strong ETag but "W/\\"1\\""'),
    "no ETag": (MANIFEST, lambda answer: answer.header("ETag", None), f"{MANIFEST}: no strong ETag"),
    "a coding": (
        REGISTRY, lambda answer: answer.header("Content-Encoding", "br"),
        f"{REGISTRY}: sent in a coding that nobody asked for"),
    "other bytes in gzip": (
        REGISTRY, _coded(lambda answer: answer.with_body(answer.body[:-20])), f"{REGISTRY}: the Repr-Digest is not"),
    "another file in gzip": (
        MANIFEST, _coded(lambda answer: answer.with_body(answer.body[:-20])),
        f"{MANIFEST}: compressed with gzip it is something else"),
    "a redirect of the manifest": (
        MANIFEST, lambda answer: replace(answer, status=301).header("Location", "https://example.com/"),
        f"{MANIFEST}: answers 301"),
    "latest elsewhere": (
        "/releases/latest/registry.json", lambda answer: answer.header("Location", "https://example.com/registry.json"),
        '/releases/latest/registry.json: answers 302 to "https://example.com/registry.json", not a redirect to '),
    "latest as a file": (
        "/releases/latest/registry.json", lambda answer: replace(answer, status=200).header("Location", REGISTRY),
        "/releases/latest/registry.json: answers 200"),
    "a signature as text": (
        SIGNATURE, lambda answer: answer.header("Content-Type", "text/plain"), f'{SIGNATURE}: sent as "text/plain"'),
    "a signature that is too long": (SIGNATURE, lambda answer: answer.with_body(answer.body + b"x"), UNSIGNED),
    "a key in other words": (
        KEYS, lambda answer: answer.with_body(answer.body.replace(b"Ed25519", b"RSA")),
        "is not the Ed25519 key of that id"),
    "a key twice": (
        KEYS, lambda answer: answer.with_body(_twice(answer.body)),
        f"{KEYS}: the keys are not in the order of their first manifests"),
    "two keys in one": (
        KEYS, lambda answer: answer.with_body(answer.body.replace(b"MCowBQYDK2VwAyEA", b"MCowBQYDK2VwAyEB")),
        "is another one in PEM"),
    "a key that is not base64": (
        KEYS, lambda answer: answer.with_body(answer.body.replace(b'"public_key": "', b'"public_key": "!')),
        "is not in base64"),
}  # fmt: skip


@pytest.mark.parametrize("name", WAY)
def test_what_happens_to_an_answer_on_its_way_is_named(name, site, run, between):
    path, rule, sentence = WAY[name]
    between.rules[path] = rule
    found, _, faults = run("--releases", 1, url=between.url)
    assert found == 1
    assert any(sentence in fault for fault in faults), faults


def test_a_manifest_that_never_answers_304(site, run, between):
    whole = []

    def forget(answer):
        if answer.status == 200:
            whole.append(answer)
        return answer if answer.status == 200 else whole[0]

    between.rules[MANIFEST] = forget
    assert run(url=between.url)[2] == [f"{MANIFEST}: answers 200 to If-None-Match with its own ETag, not 304"]


def test_text_from_outside_does_not_steer_the_terminal(site, run):
    site.reissue(lambda data: data.update(key_id="\x1b[2J"))
    (fault,) = run("--releases", 1)[2]
    assert fault.startswith(f"{MANIFEST}: names key ?[2J, signed by ")


def test_a_publication_between_two_requests_is_no_fault(site, run, between):
    """The signature is already that of the next manifest: the monitor looks again before it complains."""
    old = bytes(Manifest.objects.get(serial=SERIAL).content)
    site.issue()

    def last_moment(answer):
        between.rules.clear()
        return answer.with_body(old)

    between.rules[MANIFEST] = last_moment
    found, line, faults = run(url=between.url)
    assert (found, faults) == (0, [])
    assert f"manifest {SERIAL + 1}" in line
    assert [path for path, _ in between.asked].count(SIGNATURE) == 2


# ---------------------------------------------------------------- no look


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_site_that_is_away_says_nothing_about_what_is_published(status, site, run, between):
    between.rules[MANIFEST] = lambda answer: replace(answer, status=status)
    found, _, (sentence,) = run(url=between.url)
    assert (found, sentence) == (2, f"no answer, so nothing is known: {between.url}{MANIFEST}: answers {status}")


def test_what_was_found_before_the_site_went_away_counts(site, run, between):
    between.rules[REGISTRY] = lambda answer: replace(answer, status=503)
    between.rules["/releases/1.0.0/registry.csv"] = lambda answer: answer.with_body(b"")
    found, _, faults = run(url=between.url)
    assert found == 1
    assert faults[0].startswith("/releases/1.0.0/registry.csv: the Repr-Digest is not")
    assert faults[-1] == f"and then no answer: {between.url}{REGISTRY}: answers 503"


def test_nobody_listens(run):
    found, _, (sentence,) = run(url="http://127.0.0.1:1")
    assert found == 2
    assert sentence.startswith("no answer, so nothing is known: http://127.0.0.1:1/releases/manifest.json: ")


def test_a_byte_now_and_then_does_not_keep_it_waiting(site, run, between):
    between.rules[KEYS] = lambda answer: replace(answer, pause=0.3)
    found, _, (sentence,) = run("--timeout", 1, url=between.url)
    assert (found, sentence.split(": ")[-1]) == (2, "no whole answer within 1 seconds")


def test_an_answer_without_end_is_given_up(site, run, between):
    between.rules[KEYS] = lambda answer: answer.with_body(b"x" * 200_001)
    assert run("--room", 200_000, url=between.url)[2] == [f"{KEYS}: the answer is longer than 200000 bytes"]


def test_a_size_in_the_manifest_does_not_lift_the_limit(run):
    assert "/releases/2.0.0/signals.json: the answer is longer than 100000 bytes" in run("--room", 100_000)[2]


@pytest.mark.parametrize(
    "url",
    ["registry.example.org", "ftp://example.org", "https://", "http://[", "http://a/b", "http://a?b", "http://a@b"],
)
def test_what_is_no_address(url, capsys):
    assert main([url]) == 2
    assert capsys.readouterr().err == f"{url} is not the address of a site, such as https://registry.example.org\n"


def test_what_is_no_key(run, tmp_path):
    path = tmp_path / "key.pem"
    other = X25519PrivateKey.generate().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for content in (None, b"", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", other):
        if content is not None:
            path.write_bytes(content)
        found, _, (sentence,) = run(keys=("--key", str(path)))
        assert (found, sentence.startswith(f"{path}: ")) == (2, True)


def test_what_is_no_state(run, tmp_path):
    path = tmp_path / "state.json"
    for content in (b"", b"{}\n", b'{"kind": "agent-harness-error-monitor-state"}\n'):
        path.write_bytes(content)
        found, _, (sentence,) = run("--state", path)
        assert found == 2
        assert sentence.endswith("(move the file away to begin anew)")
        assert path.read_bytes() == content


def test_a_state_that_cannot_be_written(run, tmp_path):
    assert run("--state", tmp_path / "nowhere" / "state.json")[0] == 2


@pytest.mark.parametrize("options", [(), ("--releases", "0"), ("--timeout", "x"), ("--room", "-1")])
def test_what_is_no_command(options, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([*(("http://127.0.0.1:1",) if options else ()), *options])
    assert stopped.value.code == 2
    assert "usage: python3 -m tools.monitor" in capsys.readouterr().err


# ---------------------------------------------------------------- independence


def test_it_imports_the_standard_library_and_cryptography_alone():
    for path in Path(monitor.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            tops = {name.split(".")[0] for name in names}
            assert tops <= sys.stdlib_module_names | {"cryptography"}, path
            assert getattr(node, "level", 0) <= 1, path


def test_it_runs_from_anywhere(site, tmp_path):
    """A copy of the folder, another directory, no Django settings: the command line of the documentation."""
    folder = tmp_path / "monitor"
    folder.mkdir()
    for path in Path(monitor.__file__).parent.glob("*.py"):
        (folder / path.name).write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "monitor", site.url]
    found = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, env={"no_proxy": "*"})
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("4 releases, all as published: ")
