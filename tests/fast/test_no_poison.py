"""Whatever one visitor sends, the next one gets what Django would have given them."""

import random

import pytest
from django.core.handlers.wsgi import WSGIHandler

from codes.fast.layer import FastPath
from tests.fast.conftest import ROOM, Looking
from tests.fast.test_both_paths import ACCEPT, CODING
from tests.support.history import deprecate, publish_next
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db

HOSTILE = [
    {"Host": "evil.example"},
    {"X_Forwarded_Host": "evil.example"},
    {"X_Forwarded_Server": "evil.example"},
    {"X_Forwarded_Port": "666"},
    {"X_Forwarded_Proto": "https"},
    {"X_Forwarded_Scheme": "https"},
    {"X_Forwarded_Prefix": "/evil"},
    {"X_Original_URL": "/status"},
    {"X_Rewrite_URL": "/status"},
    {"X_HTTP_Method_Override": "DELETE"},
    {"Forwarded": "host=evil.example;proto=https"},
    {"Accept_Language": "de"},
    {"Accept_Charset": "utf-16"},
    {"Origin": "https://evil.example"},
    {"User_Agent": "Googlebot"},
    {"X_Requested_With": "XMLHttpRequest"},
    {"Cookie": "sessionid=1"},
    {"Authorization": "Basic eDp5"},
    {"Range": "bytes=0-0"},
    {"Content_Encoding": "gzip"},
    {"Cache_Control": "no-cache"},
    {"Pragma": "no-cache"},
    {"Expect": "100-continue"},
]
QUERIES = [
    "x", "=", "&&", "q=%00", "q=%ff", "q=<script>", "utm_source=evil", "category=tool&category=loop", "release=",
    "release=0", "%0d%0aSet-Cookie:x", "category=tool#/", "q=" + "a" * 300, "q[]=1", "q=a;q=b",
]  # fmt: skip
SPELLINGS = [
    "/codes/tool%2Etimeout", "/codes/tool.timeout%00", "/codes/tool.timeout/", "//codes/", "/codes/%74ool.timeout",
    "/codes/tool.timeout%3Fx", "/CODES/", "/codes/./", "/codes/tool.timeout%0d%0a", "/codes/../codes/",
    "/codes/%e2%80%8b",
]  # fmt: skip
HOSTS = [
    "testserver", "TESTSERVER", "testserver:80", "testserver:x", "testserver.", "evil", "", None, "testserver, evil",
    "testserver/x", "x@testserver", "[::1]", "a.testserver",
]  # fmt: skip


@pytest.mark.parametrize("address", ["/codes/tool.timeout", "/", "/codes.json", "/releases/1.0.0/registry.json"])
@pytest.mark.parametrize("first", HOSTILE, ids=lambda each: next(iter(each)))
def test_what_came_before_leaves_no_trace(address, first, fast, slow):
    clean = ask(slow.handler, address)
    with_first = ask(slow.handler, address, **dict(first, host=first.get("Host", "testserver")))
    assert ask(fast, address, **dict(first, host=first.get("Host", "testserver"))) == with_first
    assert ask(fast, address) == clean
    assert ask(fast, address, **dict(first, host=first.get("Host", "testserver"))) == with_first


@pytest.mark.parametrize("name", ["Cookie", "Authorization"])
def test_who_says_who_they_are_is_djangos(name, fast, slow):
    for _ in range(2):
        ask(fast, "/codes/", **{name: "x"})
    assert slow.asked == 2
    ask(fast, "/codes/")
    assert slow.asked == 3


@pytest.mark.parametrize("query", QUERIES)
def test_odd_questions(query, fast, slow):
    for address in (
        "/codes/",
        f"/codes/?{query}",
        "/codes.json",
        f"/codes.json?{query}",
        f"/codes/tool.timeout?{query}",
    ):
        assert ask(fast, address) == ask(fast, address) == ask(slow.handler, address)


@pytest.mark.parametrize("address", SPELLINGS)
def test_odd_spellings(address, fast, slow):
    ask(fast, "/codes/tool.timeout")
    ask(fast, "/codes/")
    assert ask(fast, address) == ask(fast, address) == ask(slow.handler, address)


@pytest.mark.parametrize("host", HOSTS)
def test_hosts_are_those_of_django(host, fast, slow):
    ask(fast, "/codes/")
    assert ask(fast, "/codes/", host=host) == ask(slow.handler, "/codes/", host=host)


def test_headers_in_any_order(fast, slow):
    """One layer, many visitors: each has their own answer."""
    dice = random.Random(1)  # noqa: S311  for order, not for secrets
    addresses = ["/codes/tool.timeout", "/problems/harness-error", "/codes.json", "/releases/1.0.0/signals.json"]
    plain = {}
    for _ in range(1500):
        asked = (dice.choice(addresses), dice.choice(ACCEPT), dice.choice(CODING))
        if asked not in plain:
            plain[asked] = ask(slow.handler, asked[0], Accept=asked[1], Accept_Encoding=asked[2])
        assert ask(fast, asked[0], Accept=asked[1], Accept_Encoding=asked[2]) == plain[asked], asked
    forms = 3 + 4 + 1 + 1
    assert len(fast._answers._once) + len(fast._answers._again) <= 3 * forms


def test_https_and_http_are_two_answers(published, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 3600
    plain = WSGIHandler()
    fast = FastPath(plain, ROOM, Looking())
    for proto in ("https", "http", None, "https,http", "http,https", " https ", "HTTPS"):
        for scheme in ("http", "https"):
            for _ in range(2):
                answer = ask(fast, "/codes/", scheme=scheme, X_Forwarded_Proto=proto)
                assert answer == ask(plain, "/codes/", scheme=scheme, X_Forwarded_Proto=proto)
    assert "Strict-Transport-Security" in ask(fast, "/codes/", X_Forwarded_Proto="https").headers
    assert "Strict-Transport-Security" not in ask(fast, "/codes/").headers


def test_http_is_sent_to_https(published, settings):
    settings.SECURE_SSL_REDIRECT = True
    plain = WSGIHandler()
    fast = FastPath(plain, ROOM, Looking())
    assert ask(fast, "/codes/", scheme="https").status == 200
    for _ in range(2):
        answer = ask(fast, "/codes/")
        assert (answer.status, answer.headers["Location"]) == (301, "https://testserver/codes/")


def test_behind_a_proxy_that_names_the_host_django_decides(fast, slow, settings):
    settings.USE_X_FORWARDED_HOST = True
    for host in ("testserver", "evil.example", "testserver"):
        assert ask(fast, "/codes/", X_Forwarded_Host=host) == ask(slow.handler, "/codes/", X_Forwarded_Host=host)


def test_a_release_is_answered_from_at_once(fast, slow):
    before = ask(fast, "/codes/tool.timeout")
    deprecate()
    publish_next()
    after = ask(fast, "/codes/tool.timeout")
    assert after == ask(slow.handler, "/codes/tool.timeout")
    assert after.headers["ETag"] != before.headers["ETag"]
    assert b"deprecated" in after.body
    assert ask(fast, "/codes/tool.timeout", If_None_Match=before.headers["ETag"]).status == 200
    old = ask(fast, "/codes/tool.timeout?release=1.0.0")
    assert old == ask(slow.handler, "/codes/tool.timeout?release=1.0.0")
