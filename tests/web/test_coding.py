"""Content codings: which one is chosen, and that compressed bytes are the body."""

import gzip
import hashlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.web import coding

TABLE = {
    None: "identity",
    "": "identity",
    "identity": "identity",
    "gzip": "gzip",
    "x-gzip": "gzip",
    "GZIP": "gzip",
    "br": "br",
    "gzip, deflate, br, zstd": "br",
    "gzip, deflate": "gzip",
    "deflate": "identity",
    "zstd": "identity",
    "*": "br",
    "gzip;q=1.0,deflate;q=0.6,identity;q=0.3": "gzip",
    "br;q=0.5, gzip;q=0.8": "gzip",
    "br;q=0.5, gzip": "gzip",
    "br;q=0, gzip": "gzip",
    "br;q=0, gzip;q=0": "identity",
    "gzip;q=0": "identity",
    "br;q=0, *": "gzip",
    "gzip;q=0.5, identity": "identity",
    "gzip;q=0.001": "gzip",
    "identity;q=0": None,
    "*;q=0": None,
    "identity;q=0, br": "br",
    "*;q=0, gzip": "gzip",
    "identity;q=0, *;q=0": None,
    "identity;q=0.5, *;q=0": "identity",
    "identity;q=0, deflate": None,
    "br;q=2": "identity",
    "br;q=0.0001": "identity",
    "br;q=x, gzip": "gzip",
    "br ; q=0.9 , gzip ; q=0.8": "br",
    ",,gzip,,": "gzip",
    "gzip\N{NO-BREAK SPACE}": "identity",
    "brr, gzipp": "identity",
}


@pytest.mark.parametrize("header", TABLE)
def test_the_coding_for(header):
    assert coding.choose(header) == TABLE[header]


def test_a_body_that_is_not_compressed_can_be_ruled_out():
    assert coding.choose("gzip, br", ("identity",)) == "identity"
    assert coding.choose("gzip, identity;q=0", ("identity",)) is None


QUALITIES = st.sampled_from(["", ";q=0", ";q=0.3", ";q=0.7", ";q=1"])


@given(st.dictionaries(st.sampled_from(["br", "gzip", "identity", "*", "zstd"]), QUALITIES))
def test_nothing_is_sent_that_the_header_rules_out(wishes):
    """By the words of RFC 9110 section 12.5.3, without the order of preference."""
    chosen = coding.choose(", ".join(f"{name}{quality}" for name, quality in wishes.items()))
    acceptable = {name for name in ("br", "gzip") if wishes.get(name, wishes.get("*", ";q=0")) != ";q=0"}
    if wishes.get("identity", wishes.get("*", "")) != ";q=0":
        acceptable.add("identity")
    assert chosen in acceptable if acceptable else chosen is None


@given(st.binary(max_size=5000))
def test_what_is_sent_is_the_body(body):
    back = {"identity": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
    for name in coding.CODINGS:
        sent = coding.coded(body, name)
        assert back[name](sent.body) == body
        assert sent.digest == hashlib.sha256(sent.body).digest()


def test_a_body_is_compressed_once(monkeypatch):
    body = b"the same again and again " * 100
    first = coding.coded(body, "br")
    monkeypatch.setattr(coding.brotli, "compress", None)
    assert coding.coded(bytes(bytearray(body)), "br") is first


def test_the_same_body_is_the_same_bytes_compressed_at_any_time(monkeypatch):
    """Or its tag would change with every process and second."""
    body = b"the same at any time " * 100
    monkeypatch.setattr(coding, "_compressed", coding.Memory(0))
    monkeypatch.setattr(gzip.time, "time", lambda: 1.0)
    first = {name: coding.coded(body, name) for name in ("gzip", "br")}
    monkeypatch.setattr(gzip.time, "time", lambda: 2e9)
    assert {name: coding.coded(body, name) for name in ("gzip", "br")} == first


@pytest.mark.parametrize(
    ("media_type", "answer"),
    [
        ("text/html; charset=utf-8", True),
        ("text/csv", True),
        ("application/json", True),
        ("application/schema+json", True),
        ("application/atom+xml; charset=utf-8", True),
        ("application/xml", True),
        ("image/svg+xml", True),
        ("application/octet-stream", False),
        ("image/png", False),
        ("application/gzip", False),
        ("application/jsonp", False),
    ],
)
def test_what_is_offered_compressed(media_type, answer):
    assert coding.compressible(media_type, 1024) is answer
    assert not coding.compressible(media_type, 1023)
