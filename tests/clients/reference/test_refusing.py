"""It refuses what the monitor refuses, and goes on with what it had."""

from dataclasses import replace

import pytest

from codes.releases.models import Manifest, ReleaseHead
from tests.clients import reference_client
from tests.clients.reference.forging import (
    NEXT,
    TITLE,
    back_to_older,
    entry,
    latest_back,
    of_manifest,
    of_registry,
    signed,
    sized,
    title,
    way,
)
from tests.clients.reference_client import Refused
from tests.support.monitored import MANIFEST, SIGNATURE
from tests.support.served import SERIAL, flipped, rows
from tools.monitor.__main__ import main

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory

UNSIGNED = "not signed by a pinned key"

OTHER_BYTES = "not the size and sha256"

# What the client says, and the monitor of the same.
BOTH = {
    "a letter of registry.json": (
        lambda site, between: site.flip("2.0.1", "registry.json"),
        OTHER_BYTES, "2.0.1: registry.json is not the bytes"),
    "a byte of the manifest": (of_manifest(content=flipped), UNSIGNED, "not a signature over the manifest"),
    "a byte of the signature": (
        of_manifest(signature=lambda old: bytes([old[0] ^ 1]) + old[1:]), UNSIGNED, "not a signature"),
    "no signature": (
        of_manifest(signature=lambda old: b"", key_id=lambda old: ""), "sig: answers 404", "sig: answers 404"),
    "an older manifest": (back_to_older, f"back to manifest {SERIAL - 1}, release 2.0.0", "rolled back: serial 4"),
    "the same serial again": (
        signed(lambda data: data.update(serial=SERIAL)),
        f"back to manifest {SERIAL}", "another manifest with serial 5"),
    "an older latest": (
        signed(latest_back), "back to manifest 7, release 1.2.0", "release 2.0.0 was published and is"),
    "a major format of the manifest": (
        signed(lambda data: data.update(format_version="2.0")),
        "manifest 2.0 is not", "format_version 2.0 is not one"),
    "a major format of the registry": (
        of_registry(format_version="2.0"), "registry 2.0 is not", "registry.json: format_version 2.0 is not one"),
    "a kind of registry": (
        of_registry(kind="agent-harness-error-signals"),
        "signals 1.0 is not", 'kind is "agent-harness-error-signals"'),
    "another version inside": (
        of_registry(version="1.0.0"), "is another version", "2.0.1: registry.json says version 1.0.0"),
    "a version that leads elsewhere": (
        signed(lambda data: data["latest"].update(version="3.0.0/../../x")),
        "is not a version", "/latest/version is not"),
    "a kind": (
        signed(lambda data: data.update(kind="agent-harness-error-keys")),
        "agent-harness-error-keys 1.0 is not", 'kind is "agent-harness-error-keys"'),
    "a larger size": (sized(lambda size: size + 1), OTHER_BYTES, "the manifest says"),
    "a smaller size": (sized(lambda size: size - 1), "bytes where", "the answer is longer than"),
    "a body that is cut short": (
        way(NEXT, lambda answer: replace(answer, sent=1000)), OTHER_BYTES, "the answer breaks off after 1000 of"),
    "a manifest that is cut short": (
        way(MANIFEST, lambda answer: replace(answer, sent=1000)), UNSIGNED, "the answer breaks off after 1000 of"),
    "HTML for the manifest": (
        way(MANIFEST, lambda answer: answer.with_body(b"<!doctype html><title>Sign in to this network</title>")),
        UNSIGNED, "not a signature"),
    "HTML for the registry": (
        way(NEXT, lambda answer: answer.with_body(b"<!doctype html><title>Not today</title>")),
        OTHER_BYTES, "the Repr-Digest is not that of the bytes that came"),
    "HTML for the signature": (
        way(SIGNATURE, lambda answer: answer.with_body(b"<!doctype html>" * 9)), "bytes where 64", "not a signature"),
    "a redirect": (
        way(NEXT, lambda answer: replace(answer, status=302).header("Location", "/releases/2.0.0/registry.json")),
        "registry.json: answers 302", "registry.json: answers 302"),
    "an error": (way(NEXT, lambda answer: replace(answer, status=500)), "answers 500", "answers 500"),
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
    site.reissue(lambda data: entry(data).update(size=size))
    between.asked.clear()
    with pytest.raises(Refused, match=f"registry.json of {size} bytes"):
        newer.refresh()
    assert [path for path, _ in between.asked] == [MANIFEST, SIGNATURE]


def test_a_signed_manifest_without_what_is_needed(newer, site):
    held = newer.held
    for act in (
        lambda data: data.pop("latest"),
        lambda data: data["latest"].update(files=[]),
        lambda data: entry(data).update(size="9"),
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
