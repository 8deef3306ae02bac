"""Nobody is sent from here to another site, whatever stands in the address, the form or the headers."""

from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client

from codes.accounts.enrol import enrol
from tests.accounts.people import ask, enter, signed_in, the_code
from tests.support.people import account

from .access_table import OF_ONE_THING, OF_ONESELF, PUBLIC
from .people import things
from .test_access import address
from .where import ELSEWHERE, ORIGIN, lands

pytestmark = pytest.mark.usefixtures("published")

NAMES = ("next", "return", "return_to", "redirect", "redirect_uri", "url", "back", "continue", "goto", "carried")


@pytest.fixture(autouse=True)
def _no_attempts(db):
    cache.clear()


@pytest.mark.parametrize(
    ("location", "origin"),
    [
        ("/codes/", ORIGIN), ("codes", ORIGIN), ("?a=//x", ORIGIN), ("#//x", ORIGIN), ("", ORIGIN),
        ("//x", "http://x"), ("/\\x", "http://x"), ("\\\\x", "http://x"), ("/\t/x", "http://x"), (" //x", "http://x"),
        ("https:x", "https://x"), ("JaVa\tScript:x", "javascript"), ("https:/x", "https://x"), ("https://a@x", "https://x"),
        ("///x", "http://x"), ("/x//y", ORIGIN), ("/%5cx", ORIGIN),
    ],
)  # fmt: skip
def test_the_look_at_a_location_is_a_browsers(location, origin):
    assert lands(location) == origin


def stays(answer):
    """Asserts that the answer leads nowhere else, and that a header of it is one line."""
    for name, value in answer.headers.items():
        assert not set("\r\n\0") & set(value), (name, value)
    if location := answer.get("Location"):
        assert lands(location, answer.wsgi_request.path) == ORIGIN, location
    assert "Refresh" not in answer
    return answer


def every_address(made):
    """One for each pattern of the site, with the tables of who may read them as the list."""
    found = [address(each, made, "draft") for each in (*OF_ONESELF, *OF_ONE_THING) if "<str:role>" not in each]
    return [*found, *(where for where, _ in PUBLIC.values())]


@pytest.mark.slow
def test_no_view_takes_an_address_to_lead_to():
    """Every address of the site with every usual name of such a parameter, in the query and in the form."""
    made = things()
    Authenticator.objects.all().delete()  # not one that a browser could be asked to use
    sam = Client()
    sam.force_login(account("sam"))
    for target in ("https://evil.example/", "//evil.example", "/\\evil.example"):
        given = dict.fromkeys(NAMES, target)
        query = "&".join(f"{name}={quote(target, safe='')}" for name in NAMES)
        for where in every_address(made):
            joined = f"{where}{'&' if '?' in where else '?'}{query}"
            for client in (Client(), sam):
                assert stays(client.get(joined)).status_code < 500
            # Signed out, so that nothing is done with it.
            assert stays(Client().post(joined, given)).status_code < 500


@pytest.mark.parametrize("target", ELSEWHERE)
def test_signing_in_leads_to_nobody_elses_site(target):
    enrol("ada@example.org")
    client = Client()
    page = stays(client.get("/account/sign-in", {"next": target}))
    assert page.status_code == 200
    stays(ask(client, "ada@example.org", next=target))
    stays(client.get("/account/sign-in/code", {"next": target}))
    done = stays(enter(client, the_code(), next=target))
    assert done.status_code == 302
    # Signed in, the same pages lead on at once.
    for where in (
        "/account/sign-in",
        "/account/again",
        "/account/again/code",
        "/account/sign-out",
        "/account/addresses",
    ):
        stays(client.get(where, {"next": target}))
    stays(client.post("/account/again", {"recipient": "ada@example.org", "next": target}))
    stays(client.post("/account/again/code", {"code": the_code(), "next": target}))
    stays(client.post("/account/sign-out", {"next": target}))


@pytest.mark.parametrize("target", ELSEWHERE)
def test_a_path_that_is_another_site_to_a_browser(target):
    """What is moved to its other spelling keeps the path as it came: that must not begin with two slashes."""
    client = Client()
    for before in ("", "/", "/codes", "/codes/", "/lookup", "/account", "/releases/", "/proposals/"):
        for after in ("", "/", "/.."):
            answer = stays(client.get("/", PATH_INFO=f"{before}{target}{after}".encode().decode("latin-1")))
            assert answer.status_code < 500


@pytest.mark.parametrize("target", ELSEWHERE)
def test_a_question_that_is_an_address(target):
    client = Client()
    for where in (
        "/lookup?q={}", "/releases/since?version={}", "/releases/{}", "/releases/latest/{}", "/releases/1.0.0...{}",
        "/codes/{}", "/categories/{}", "/problems/{}", "/compare?a={}&b={}", "/codes?{}", "/codes/TOOL.timeout?{}",
        "/proposals/new/{}", "/guide/{}", "/review/{}", "/account/tokens/{}/revoke",
    ):  # fmt: skip
        assert stays(client.get(where.replace("{}", quote(target, safe="")))).status_code < 500


HOSTS = [
    {"HTTP_HOST": "evil.example"},
    {"HTTP_X_FORWARDED_HOST": "evil.example"},
    {"HTTP_X_FORWARDED_PROTO": "https"},
    {"HTTP_X_FORWARDED_PREFIX": "//evil.example"},
    {"HTTP_FORWARDED": "host=evil.example"},
    {"HTTP_X_HOST": "evil.example"},
    {"HTTP_X_ORIGINAL_URL": "//evil.example"},
    {"HTTP_REFERER": "https://evil.example/"},
    {"HTTP_ORIGIN": "https://evil.example"},
    {"SCRIPT_NAME": "//evil.example"},
]


@pytest.mark.parametrize("header", HOSTS, ids="".join)
def test_headers_name_no_place_to_go_nor_anything_in_a_page_or_mail(header):
    sam = signed_in("sam@example.org")
    # Without SCRIPT_NAME: that is the server's own, and no visitor's.
    if "SCRIPT_NAME" in header:
        header = {"HTTP_SCRIPT_NAME": header["SCRIPT_NAME"]}
    for client in (Client(), sam):
        for where in (
            "/codes", "/codes/TOOL.timeout", "/releases/latest", "/lookup?q=tool.timeout", "/account/",
            "/proposals/1/act", "/account/sign-in?next=/codes/", "/account/sign-out",
            "/proposals/new/begin", "/", "/api/", "/llms.txt",
            "/sitemap.xml", "/feeds/changes.atom", "/api/v1/openapi.json", "/.well-known/security.txt",
        ):  # fmt: skip
            answer = client.get(where, **header)
            if "HTTP_HOST" in header:
                assert answer.status_code == 400, where
            assert "evil.example" not in f"{answer.headers}", where
            assert "evil.example" not in answer.content.decode().replace("&#x2F;", "/"), where
            stays(answer)
    cache.clear()
    ask(Client(), "eve@example.org", **header)
    assert "evil.example" not in mail.outbox[-1].message().as_string()


def test_what_was_carried_over_signing_in_comes_back_to_its_own_address():
    """The key of a form that waits is of one session and one address; another one leads nowhere and shows nothing."""
    visitor = Client()
    sent = visitor.post("/proposals/new/begin", {"kind": "new_code", "x": "zq-carried"})
    place = sent["Location"]
    assert lands(place) == ORIGIN
    key = place.rpartition("carried%3D")[2]
    assert key
    other = signed_in("sam@example.org")
    assert b"zq-carried" not in other.get(f"/proposals/new/begin?carried={key}").content
    for text in ("../..", "//evil.example", "%0d%0a", key[:-1], "", "a" * 4000):
        answer = stays(other.get("/proposals/new/begin", {"carried": text}))
        assert answer.status_code == 200
