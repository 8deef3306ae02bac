"""Which addresses are asked at all."""

import pytest

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
        "100.100.100.200", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
        "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.88.99.1", "168.63.129.16",
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
