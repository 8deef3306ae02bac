"""Of each forgery it is said what is wrong and where."""

import json

import pytest

from codes.releases.models import Manifest, ReleaseFile, SigningKey
from tests.support.files import FILES
from tests.support.monitored import KEYS, MANIFEST, SIGNATURE, UNSIGNED
from tests.support.served import REUSED, VERSIONS, code, flipped, rows
from tests.tools.monitor.forging import (
    anew,
    back,
    cut,
    files_of_latest,
    moved,
    of_manifest,
    only_the_first,
    python,
    registry,
    stated,
    without,
)

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


CHANGED = "is not the bytes that were published"


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


FORGERIES = {
    "a byte of the manifest": (of_manifest(content=flipped), UNSIGNED),
    "a byte after the manifest": (of_manifest(content=lambda content: content + b"\n"), UNSIGNED),
    "a byte of the signature": (of_manifest(signature=lambda old: bytes([old[0] ^ 1]) + old[1:]), UNSIGNED),
    "no signature": (of_manifest(signature=lambda old: b"", key_id=lambda old: ""), f"{SIGNATURE}: answers 404"),
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
        files_of_latest(lambda files: python(files).update(sha256="0" * 64)),
        f"2.0.0: harness_error_codes.py {CHANGED}"),
    "a size in the manifest": (
        files_of_latest(lambda files: python(files).update(size=python(files)["size"] + 1)),
        "2.0.0: harness_error_codes.py has "),
    "a smaller size in the manifest": (
        files_of_latest(lambda files: python(files).update(size=9)),
        "/releases/2.0.0/harness_error_codes.py: the answer is longer than 9 bytes"),
    "a media type in the manifest": (
        files_of_latest(lambda files: python(files).update(media_type="text/html")),
        '/releases/2.0.0/harness_error_codes.py: sent as "text/plain", not as text/html'),
    "an address in the manifest": (
        files_of_latest(lambda files: python(files).update(href="https://example.com/x.py")),
        f'{MANIFEST}: the address of harness_error_codes.py is "https://example.com/x.py"'),
    "a file less in the manifest": (
        files_of_latest(lambda files: files.pop(1)),
        "2.0.0: SHA256SUMS does not list the files of the manifest with their digests"),
    "two digests for one file": (
        lambda site: site.reissue(lambda data: [each.update(sha256="0" * 64) for each in stated(data)]),
        f"{MANIFEST}: two digests for registry.json of 2.0.0"),
    "no registry in the manifest": (
        files_of_latest(lambda files: files.remove(next(each for each in files if each["name"] == "registry.json"))),
        f"{MANIFEST}: the files of 2.0.0 are not sorted, not unique or lack registry.json"),
    "files out of order": (
        files_of_latest(lambda files: files.reverse()), f"{MANIFEST}: the files of 2.0.0 are not sorted"),
    "too many files": (
        files_of_latest(lambda files: files.extend(files[:1] * 200)),
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
        lambda site: site.reissue(back), f"{MANIFEST}: latest is 1.2.0, but the last release is 2.0.0"),
    "latest that leads nowhere": (
        lambda site: site.reissue(cut),
        '/releases/latest/registry.json: answers 302 to "'),
    "a key younger than the manifest": (
        lambda site: (rows(SigningKey).update(first_serial=9), site.fresh()), f"{MANIFEST}: serial 5, but key "),
    "a code less": (
        registry(without("code", "codes", "upstream.unavailable")),
        "2.0.0: code upstream.unavailable was removed, and nothing is ever removed"),
    "a category less": (
        registry(without("category", "categories", "context")),
        "2.0.0: category context was removed, and nothing is ever removed"),
    "a code in another category": (
        registry(moved), f'2.0.0: code {REUSED} is used again: its category was "tool" and is "loop"'),
    "a code with another meaning": (
        registry(anew), f"2.0.0: code {REUSED} is used again: it was registered before and says it is new"),
    "a change without its stamp": (
        registry(lambda data: code(data, "output.empty")["administrative"]["updated"].update(version="1.0.0")),
        "2.0.0: code output.empty has changed, but says updated 1.0.0"),
    "a stamp without a change": (
        registry(lambda data: code(data, "tool.rusty")["administrative"]["updated"].update(date="2026-12-03")),
        "2.0.0: code tool.rusty has changed, but says updated 1.1.0"),
    "a new code that is not new": (
        registry(
            lambda data: code(data, "tool.rusty")["administrative"]["registered"].update(version="1.0.0"), "1.1.0"),
        "1.1.0: code tool.rusty is new and does not say so"),
    "another predecessor": (
        registry(lambda data: data["previous"].update(sha256="0" * 64)), "2.0.0: the chain is broken"),
    "an old release rewritten": (
        registry(lambda data: code(data).update(title="Tool Slow"), "1.0.0"), "1.1.0: the chain is broken"),
    "a first release after another": (
        registry(lambda data: data.update(previous={"version": "0.9.0", "sha256": "0" * 64}), "1.0.0"),
        "1.0.0: the chain is broken: the first release names one before it"),
    "another version inside": (
        registry(lambda data: data.update(published="2026-12-24T00:00:00Z")),
        "2.0.0: registry.json says version 2.0.0, published 2026-12-24T00:00:00Z"),
    "a code that is not its parts": (
        registry(lambda data: code(data, "tool.rusty").update(name="shiny")),
        '2.0.0: tool.rusty: its category is "tool", its name "shiny"'),
    "a code that is no code": (
        registry(lambda data: code(data, "tool.rusty").update(code="Tool.Rusty")), "/code is not text of the form"),
    "codes out of order": (
        registry(lambda data: data["codes"].reverse()), "2.0.0: the codes are not sorted, or not unique"),
    "a status that its deprecation contradicts": (
        registry(lambda data: code(data)["administrative"].update(status="active")),
        f"2.0.0: {REUSED}: active, which its deprecation contradicts"),
    "a successor that nobody knows": (
        registry(lambda data: code(data)["administrative"].update(superseded_by=["tool.nothing"])),
        f"2.0.0: {REUSED}: superseded by tool.nothing, which is not registered"),
    "a signal for no code": (
        lambda site: site.edit("2.0.0", lambda data: data["signals"][0].update(codes=["tool.nothing"]), "signals.json"),
        "2.0.0: signals.json names tool.nothing, which is not registered"),
    "another crosswalk": (
        lambda site: site.edit("2.0.0", lambda data: data["signals"][0].update(note="x"), "signals.json"),
        "2.0.0: signals.json is not the crosswalk that registry.json names"),
    "a major format of a release": (
        registry(lambda data: data.update(format_version="2.0"), "1.2.0"),
        "1.2.0: registry.json: format_version 2.0 is not one this monitor knows (1.x)"),
    "a document that is no document": (
        registry(lambda data: data.pop("codes"), "1.2.0"), "1.2.0: registry.json: /codes is not there"),
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
