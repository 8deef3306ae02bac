"""A real nginx with its cache: what one visitor sends changes nothing that the next one gets.

Each way is tried at an address that nobody has asked for yet: the attacker's answer would be the one that is kept.
"""

import itertools

import pytest

from tests.deploy.browsers import CHROME
from tests.deploy.test_nginx import told
from tests.support.nginx import HOST
from tests.support.server import get, own_database

from .raw import exchange, request, send

pytestmark = own_database

CODES = ("tool.timeout", "loop.timeout", "output.malformed", "output.empty", "upstream.rate_limited")
_fresh = itertools.count()


def fresh():
    """An address of ours that nobody has asked for, as a question that the page does not read."""
    number = next(_fresh)
    return f"/codes/{CODES[number % len(CODES)]}?fresh{number}"


FIELDS = [
    ["X-Forwarded-Host: evil.example"], ["X-Forwarded-Proto: http"], ["X-Forwarded-Proto: https"],
    ["X-Forwarded-Prefix: /evil"], ["X-Forwarded-Port: 666"], ["X-Forwarded-Scheme: https"],
    ["X-Forwarded-For: 1.2.3.4"],
    ["X-Host: evil.example"], ["X-Original-URL: /status"], ["X-Rewrite-URL: /status"], ["Forwarded: host=evil.example"],
    ["X-HTTP-Method-Override: POST"], ["X-HTTP-Method: DELETE"], ["X-Method-Override: DELETE"],
    ["Origin: https://evil.example"],
    ["Referer: https://evil.example/"], ["Accept-Language: de"], ["Accept-Charset: utf-16"], ["User-Agent: Googlebot"],
    ["Range: bytes=0-0"], ["Range: bytes=0-0", "If-Range: x"], ["If-None-Match: *"], ["If-Match: \"x\""],
    ["If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"], ["If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
    ["Cookie: sessionid=x"], ["Authorization: Bearer x"], ["Accept: application/json"], ["Accept: text/markdown"],
    ["Accept: text/html;q=0, */*;q=0.1"], ["Accept: image/png"], ["Accept-Encoding: identity;q=0"],
    ["Accept-Encoding: br"],
    ["Accept-Encoding: gzip"], ["Cache-Control: no-cache"], ["Cache-Control: only-if-cached"], ["Pragma: x"],
    ["Expect: x"],
    ["Connection: Host, X-Forwarded-Proto, Accept-Encoding"], ["Upgrade: h2c", "HTTP2-Settings: x"], ["TE: trailers"],
    ["Transfer-Encoding: identity"], ["Content-Type: application/x-www-form-urlencoded"], ["Max-Forwards: 0"],
    ["X-Big: " + "a" * 7000], ["X-Script-Name: /evil"], ["X-Request-Id: evil\"}"], ["Via: 1.1 evil"],
    ["Host: evil.example"],
    ["Host : evil.example"], ["X_Forwarded_Host: evil.example"], ["Accept-Encoding: gzip", "Accept-Encoding: br"],
    ["Accept: text/html", "Accept: application/json"],
]  # fmt: skip
METHODS = ["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PURGE", "TRACE", "PROPFIND", "GET\x0b"]


def untouched(front, address):
    """Asserts that a program and a browser get what the site itself gives, and get it again."""
    for accept in (None, "*/*", CHROME, "application/json"):
        for coding in (None, "gzip, deflate, br"):
            asked = {"Host": HOST, "Accept": accept, "Accept_Encoding": coding}
            expected = told(get(front.site, address, **asked))
            assert expected[0] == 200
            for _ in range(2):
                assert told(get(front.port, address, **asked)) == expected, (accept, coding)


@pytest.mark.parametrize("fields", FIELDS, ids=lambda each: each[0][:30])
def test_a_header(fields, front):
    address = fresh()
    for _ in range(2):
        found = send(front.port, address, *fields)
        assert found is None or b"evil" not in found.body
    untouched(front, address)


@pytest.mark.parametrize("method", METHODS)
def test_a_method(method, front):
    address = fresh()
    exchange(front.port, request(address, method=method))
    untouched(front, address)


@pytest.mark.parametrize(
    "body",
    [b"release=9.9.9", b'{"release": "9.9.9"}', b"q=x&category=nope", b"GET /status HTTP/1.1\r\nHost: x\r\n\r\n"],
)
def test_a_body_on_a_get(body, front):
    for kind in ("application/x-www-form-urlencoded", "application/json", "text/plain"):
        address = fresh()
        send(front.port, address, f"Content-Length: {len(body)}", f"Content-Type: {kind}", body=body)
        untouched(front, address)


@pytest.mark.parametrize(
    "host", [f"{HOST}:666", HOST.upper(), f"{HOST}.", f"{HOST}:80@evil.example", "evil.example", "", None, "127.0.0.1"]
)
def test_another_host(host, front):
    address = fresh()
    found = send(front.port, address, host=host)
    assert found is None or b"evil" not in found.body
    untouched(front, address)


@pytest.mark.parametrize(
    "target", ["http://evil.example{}", f"http://{HOST}:666{{}}", "HTTP://x@evil.example{}", "//evil.example{}"]
)
def test_another_form_of_the_target(target, front):
    address = fresh()
    found = send(front.port, target.format(address))
    assert found is None or b"evil.example" not in found.body.replace(b"//evil.example/codes", b"")
    untouched(front, address)


PATHS = [
    "//codes/{}", "/./codes/{}", "/codes/./{}", "/codes//{}", "/codes/x/../{}", "/codes/%2e/{}", "/codes/..%2fcodes/{}",
    "/codes/{}%00", "/codes/{}%00.css",
    "/codes/{};x", "/codes/{};.json", "/codes/{}/", "/codes/{}%2f", "/codes/{}%20",
    "/codes/{}%3frelease=9", "/codes/{}%23x", "/CODES/{}", "/codes/%74{}", "/codes\\{}", "/codes/{}%0d%0aX:y",
    "/codes/{}?",
    "/codes/{}?release=9.9.9", "/codes/{}?release=1.0.0;release=9.9.9", "/codes/{}?release=1.0.0&release=9.9.9",
    "/codes/{}?%72elease=9.9.9", "/codes/{}?release%00=9", "/codes/{}?utm_source=evil", "/codes/{}?RELEASE=9.9.9",
    "/codes/{}?_method=DELETE", "/codes/{}?callback=evil", "/codes/{}?format=json", "/codes/{}?&", "/codes/{}?=",
    "/codes/{}??x",
    "/codes/{}?release[]=9", "/codes/{}?\xff", "/codes/{}#?release=9.9.9",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_another_spelling_of_the_address(path, front):
    """Whatever each spelling gets, it gets it for itself, and the same as without a cache."""
    for code, victim in (("tool.timeout", "/codes/tool.timeout"), ("output.empty", "/codes/output.empty")):
        spelled = path.format(code)
        first = send(front.port, spelled)
        if first is not None and "x-cache" in first.headers:
            second = send(front.port, spelled)
            assert (first.status, first.body) == (second.status, second.body)
            alone = send(front.site, spelled)
            assert (first.status, first.body, first.headers.get("location")) == (
                alone.status, alone.body, alone.headers.get("location"),
            )  # fmt: skip
        untouched(front, victim)


PERSONAL = [
    "/account/", "/account/x.css", "/account/;.json", "/account/;x.js", "/account/%2e.css", "/account/.css",
    "/account.css",
    "/account/%0a.css", "/account/%00.css", "/account/%3f.css", "/account/%23.css", "/account/?x=.css",
    "/account/x/..%2f",
    "/account/../account/", "/static/../account/", "/static/..%2faccount/", "/codes/..%2faccount/",
    "/codes/../account/",
    "/codes.json/../account/", "/account//", "//account/", "/Account/", "/account/sessions", "/account/sessions.css",
    "/account/addresses", "/account/addresses/site.css", "/account/tokens", "/account/tokens?/x.css",
    "/proposals/new/begin",
    "/api/v1/proposals?mine=true", "/releases/1.0.0/registry.json/../../../account/", "/account/%2e%2e/account/",
    "/robots.txt/../account/", "/account/robots.txt", "/account/%5c..%5cx.css",
]  # fmt: skip


@pytest.mark.parametrize("path", PERSONAL)
def test_what_is_somebodys_own_is_never_kept(path, front):
    """Sam is made to open such an address; whoever asks for it next must not read Sam's page."""
    for accept in (CHROME, "*/*", "text/css,*/*;q=0.1"):
        own = send(front.port, path, f"Cookie: {front.cookie}", f"Accept: {accept}")
        for fields in ([f"Accept: {accept}"], [], ["Cookie: sessionid=other"], ["Authorization: Bearer x"]):
            found = send(front.port, path, *fields)
            assert found is None or b"zq-sam" not in found.body, fields
            if own is not None and b"zq-sam" in own.body:
                assert own.headers["cache-control"] == "private, no-store"
                assert found.headers.get("x-cache") != "HIT"


def test_and_it_is_there_for_sam(front):
    """Or the test above would look for a word that stands nowhere."""
    own = send(front.port, "/account/", f"Cookie: {front.cookie}", f"Accept: {CHROME}")
    assert (own.status, b"zq-sam" in own.body, own.headers.get("x-cache")) == (200, True, None)


def test_a_cookie_that_is_set_is_set_for_one(front):
    answers = [send(front.port, "/account/sign-in", f"Accept: {CHROME}") for _ in range(2)]
    assert [each.headers.get("x-cache") for each in answers] == [None, None]  # nginx's cache is not asked
    assert answers[0].headers["set-cookie"] != answers[1].headers["set-cookie"]


def test_the_request_that_asks_reads_as_it_was_meant():
    assert (
        request("/x", "A: b", body=b"c")
        == f"GET /x HTTP/1.1\r\nHost: {HOST}\r\nA: b\r\nConnection: close\r\n\r\nc".encode()
    )
