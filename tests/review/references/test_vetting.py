"""Which addresses are asked at all."""

import ipaddress
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.review.references.vetting import Address, Unsafe, address, is_public, public


@pytest.mark.parametrize(
    ("url", "host", "target"),
    [
        ("https://example.org", "example.org", "/"),
        ("https://Example.ORG:443/a/b?c=d&e=%20#part", "example.org", "/a/b?c=d&e=%20"),
        ("https://www.rfc-editor.org./rfc/rfc9457", "www.rfc-editor.org", "/rfc/rfc9457"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", "/"),
        ("https://1.2.3.4.example.org/", "1.2.3.4.example.org", "/"),
    ],
)
def test_what_is_asked(url, host, target):
    assert address(url) == Address(host, target)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "//example.org/",
        "https:example.org", "https:///etc/passwd", "https://", "https://example.org\\@127.0.0.1/",
        "https://user@example.org/", "https://user:word@example.org/", "https://@example.org/",
        "https://example.org:8443/", "https://example.org:80/", "https://example.org:0443x/", "https://example.org:99999/",
        "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/",
        "https://0x7f.0.0.1/", "https://127.0.0.0x1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/meta-data/", "https://localhost/", "https://intranet/", "https://a.localhost/",
        "https://printer.local/", "https://metadata.google.internal/", "https://router.home.arpa/",
        "https://exa mple.org/", "https://example.org/\r\nHost: x", "https://exämple.org/", "https://example.org/ä",
        "https://example.org%00.evil.example/", "https://example.org%2f@127.0.0.1/", "https://-a.example.org/",
        "https://a..example.org/", "https://.example.org/", "https://example.org<script>/", "https://１２７.0.0.1/",
        "https://" + "a." * 130 + "org/", "https://example.org/" + "a" * 3000, "https://[example.org/",
    ],
)  # fmt: skip
def test_what_is_not(url):
    with pytest.raises(Unsafe):
        address(url)


@pytest.mark.parametrize("number", ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "2a00:1450:4001::1"])
def test_numbers_of_the_public_network(number):
    assert is_public(number)


@pytest.mark.parametrize(
    "number",
    [
        "127.0.0.1", "127.8.9.10", "0.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "100.100.100.200", "192.0.0.1", "192.0.0.9", "192.0.0.192", "192.0.2.1", "198.18.0.1",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.88.99.1",
        "168.63.129.16",
        "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1",
        "2002:7f00:1::", "2002:a9fe:a9fe::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1",
        "fe80::1%eth0", "fec0::1", "ff02::1", "2606:4700::1111%1", "nonsense", "", "2130706433", "0x7f.1",
    ],
)  # fmt: skip
def test_numbers_that_are_not(number):
    assert not is_public(number)


def test_one_number_that_is_not_public_rules_out_all():
    assert public(["8.8.8.8", "2606:4700::1111", "8.8.8.8"]) == ["8.8.8.8", "2606:4700::1111"]
    for answers in (["8.8.8.8", "10.0.0.1"], ["::1", "8.8.8.8"], []):
        with pytest.raises(Unsafe):
            public(answers)


# What addresses are made of, and what confuses those who take them apart.
PIECES = st.sampled_from(
    [
        "https://", "http:", "//", "/", "\\", "@", ":", "443", ":443", "#", "?", "%", "%2f", "%00", ".", "..", "[", "]",
        "::1", "127.0.0.1", "0x7f", "2130706433", "localhost", "example.org", "EXAMPLE", "xn--a", "\t", "\r\n", " ",
        "\u3002", "\uff0f", "ä", "user", "-", "_", ";", "&", "=", "\x00",
    ]
)  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=10).map("".join))
def test_whatever_is_sent_what_is_asked_is_a_name_and_a_path(url):
    for tried in (url, f"https://{url}", f"https://example.org{url}"):
        try:
            found = address(tried)
        except Unsafe:
            continue
        assert set(found.host) <= set(f"{string.ascii_lowercase}{string.digits}-._")
        assert found.host.rpartition(".")[2][0] in string.ascii_lowercase
        with pytest.raises(ValueError, match="does not appear to be"):
            ipaddress.ip_address(found.host)
        assert found.target.startswith("/")
        assert set(found.target) <= set(map(chr, range(0x21, 0x7F)))
        assert address(str(found)) == found


@given(st.ip_addresses(v=6))
def test_no_number_of_ipv6_hides_one_of_ipv4(number):
    inside = [number.ipv4_mapped, number.sixtofour, *(number.teredo or ())]
    assert not (any(inside) and is_public(str(number)))


@given(st.ip_addresses())
def test_what_is_public_is_public_to_everybody_who_asks(number):
    if is_public(str(number)):
        assert not any(
            (number.is_private, number.is_loopback, number.is_link_local, number.is_multicast, number.is_reserved,
             number.is_unspecified)
        )  # fmt: skip
