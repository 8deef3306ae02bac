"""What happens to an answer on its way is named."""

import json
from dataclasses import replace

import pytest

from codes.harness_errors import canonical
from codes.releases.models import Manifest
from tests.support.monitored import KEYS, MANIFEST, REGISTRY, SIGNATURE, UNSIGNED
from tests.support.served import SERIAL

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


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
