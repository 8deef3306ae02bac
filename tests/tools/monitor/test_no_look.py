"""Where nothing could be looked at, nothing is known: neither good nor bad."""

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.monitored import KEYS, MANIFEST, REGISTRY
from tools.monitor.__main__ import main

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


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
