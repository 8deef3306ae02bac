"""Numbers, names and fields that no page of ours sends: answered with a 4xx by every address, and never a failure."""

import time

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.support.callers import client as caller
from tests.support.people import START, account

from .access_table import OF_ONE_THING, OF_ONESELF
from .people import things
from .routes import patterns

pytestmark = [pytest.mark.usefixtures("published"), pytest.mark.slow]

NUMBERS = [
    "0",
    "-1",
    "00",
    "01",
    "9" * 18,
    "9" * 19,
    "9" * 40,
    "2147483648",
    "9223372036854775808",
    "1e3",
    "٣",
    "1%00",
    "1.0",
]
WORDS = [
    "%00",
    "x" * 3000,
    "%ff",
    "%ed%a0%80",
    "%f0%9f%98%80",
    "..",
    "%2e%2e",
    "%0a",
    "'",
    '"',
    "%25s",
    "{0}",
    "None",
    "-",
    "%e2%80%ae",
]
VALUES = [
    "",
    "\x00",
    "\ud800".encode("utf-8", "surrogatepass"),
    "x" * 70_000,
    "-1",
    "9" * 40,
    "1e999",
    "NaN",
    "[]",
    "{}",
    "\r\n",
]
NAMES = [
    "number", "kind", "code", "title", "description", "text", "reason", "verdict", "nearest", "concern", "expert",
    "rfc",
    "reference", "reference-url", "reference-title", "email", "role", "days", "scopes", "name", "tag", "once",
    "proposals",
    "action", "action_add", "action_remove", "action_primary", "credential", "word", "recipient", "http_status",
    "codes",
    "next", "later", "again", "back", "move", "overrides", "limit_names",
]  # fmt: skip


@pytest.fixture
def browsers(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: START)
    made = things()
    Authenticator.objects.all().delete()
    found = []
    for name in ("sam", "max"):
        browser = Client(raise_request_exception=False)
        browser.force_login(account(name))
        session = browser.session
        session["account_authentication_methods_user"] = str(account(name).pk)
        session["account_authentication_methods"] = [{"method": "code", "at": time.time()}]
        session.save()
        found.append(browser)
    return made, [*found, Client(raise_request_exception=False)]


def filled(pattern, number, word):
    for field in ("<int:number>", "<number:number>", "<int:pk>"):
        pattern = pattern.replace(field, str(number))
    for field in ("<str:step>", "<str:name>", "<str:public_id>", "<str:role>", "<str:kind>", "<str:version>",
            "<str:code>",
                  "<path:asked>", "<str:asked>", "<str:answers>", r"(?P<versions>[^/]+\.\.\.[^/]+)",
                  r"(?P<first>[^/]+?)\.\.\.(?P<second>[^/]+)", "(?P<digest>[0-9a-f]{128})"):  # fmt: skip
        pattern = pattern.replace(field, f"{word}...{word}" if "..." in field else word)
    return "/" + pattern.replace("^", "").replace("$", "").replace("\\", "")


def named():
    return [each for each in patterns() if "<" in each]


def test_odd_numbers_and_names(browsers):
    _, clients = browsers
    for pattern in named():
        odd = (
            {filled(pattern, number, "x") for number in NUMBERS} if "number" in pattern or "<int" in pattern else set()
        )
        odd |= (
            {filled(pattern, 1, word) for word in WORDS}
            if filled(pattern, 1, "x") != filled(pattern, 1, "y")
            else set()
        )
        for where in odd:
            for client in clients:
                assert client.get(where).status_code < 500, where
        for where in sorted(odd)[::4]:
            assert clients[1].post(where).status_code < 500, where


def test_odd_fields(browsers):
    made, clients = browsers
    for pattern in (*OF_ONESELF, *OF_ONE_THING):
        for number in (made.draft, made.review):
            if "sign-out" in pattern or "dismiss" in pattern:
                continue
            where = filled(pattern, number, "meaning" if "step" in pattern else "vote").replace(
                "/new/vote", "/new/new_code"
            )
            for value in VALUES:
                for client in clients[:2]:
                    answer = client.post(where, dict.fromkeys(NAMES, value))
                    assert answer.status_code < 500, (where, value[:20])
            if "<" not in pattern:
                break


def test_odd_questions(browsers):
    _, clients = browsers
    asked = ["q", "page", "cursor", "limit", "release", "state", "kind", "code", "type", "a", "b", "version",
            "category",
             "next", "carried", "mine", "source", "fit", "class"]  # fmt: skip
    values = ["%00", "%ff", "%ed%a0%80", "9" * 40, "-1", "x" * 5000, "[]", "%f0%9f%98%80", "1e999", "%2500"]
    tables = ["/", "/codes/", "/codes.csv", "/compare", "/lookup", "/signals/", "/releases/since", "/releases/",
            "/proposals/",
              "/feeds/changes.atom", "/api/v1/codes", "/api/v1/resolve", "/api/v1/proposals", "/api/v1/signals",
              "/account/sign-in", "/account/again", "/proposals/new/begin", "/review/", "/guide/"]  # fmt: skip
    for where in tables:
        for value in values:
            every = "&".join(f"{name}={value}" for name in asked)
            for client in clients:
                assert client.get(f"{where}?{every}").status_code < 500, (where, value)
        for name in asked:
            # Each alone as well: the first that is refused hides the others.
            for value in ("%00", "9" * 40, "%ed%a0%80"):
                assert clients[2].get(f"{where}?{name}={value}").status_code < 500, (where, name, value)


def test_odd_headers(browsers):
    max_ = caller(account("max"))
    max_.raise_request_exception = False
    for name in ("Accept", "Accept-Encoding", "If-Match", "If-None-Match", "If-Modified-Since", "Range",
            "Authorization",
                 "Idempotency-Key", "Content-Type", "Cookie", "X-Request-Id", "X-Forwarded-For", "Origin", "Referer",
                 "Accept-Language", "Content-Encoding", "Host"):  # fmt: skip
        for value in (
            "",
            "\x00",
            "\xff",
            "x" * 9000,
            ",,,;;;===",
            '"',
            "*",
            "-1",
            "\ud7ff",
            "q=" * 500,
            "bytes=0-",
            "[::",
        ):
            sent = value.encode("utf-8", "replace").decode("latin-1")
            for where in (
                "/codes/",
                "/codes.json",
                "/api/v1/codes",
                "/api/v1/proposals",
                "/account/",
                "/releases/1.0.0/registry.json",
            ):
                for client in (browsers[1][2], browsers[1][0], max_):
                    answer = client.get(where, headers={name: sent})
                    assert answer.status_code < 500, (where, name, value)
            answer = max_.post("/api/v1/proposals", b"{}", "application/json", headers={name: sent})
            assert answer.status_code < 500, (name, value)
