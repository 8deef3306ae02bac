"""How often somebody may call, and how the answers say so; public reads are never counted."""

import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from codes.accounts import tokens
from codes.accounts.enrol import enrol
from codes.api.auth import require
from codes.api.base import OneForm
from codes.api.throttles import Counted, Tools, Writes
from registry_site import urls as project
from tests.support.read_only import read_only
from tests.support.threads import together

pytestmark = pytest.mark.django_db


class Call(Counted):
    content_negotiation_class = OneForm
    throttle_classes = (Writes,)

    def post(self, request):
        return HttpResponse(require(request, "propose").account.name)


class Tool(Counted):
    content_negotiation_class = OneForm
    throttle_classes = (Tools,)

    def post(self, request):
        return HttpResponse("computed")


urlpatterns = [path("api/v1/call", Call.as_view()), path("api/v1/tool", Tool.as_view()), *project.urlpatterns]
handler404 = project.handler404


@pytest.fixture(autouse=True)
def _views(settings, published):
    settings.ROOT_URLCONF = __name__
    cache.clear()


@pytest.fixture
def ada(db):
    return enrol("ada@example.org", name="Ada")


def make(account, *scopes):
    return tokens.create(account, name="robot", scopes=scopes)[1]


def call(address, token=None, method="get"):
    return getattr(Client(), method)(address, headers={"Authorization": f"Bearer {token}"} if token else {})


def problem(answer):
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["Cache-Control"] == "no-store"
    data = answer.json()
    assert data["status"] == answer.status_code
    return data["type"].removeprefix("https://agenterrors.org/problems/"), data


@pytest.mark.parametrize("outage", [OperationalError, InterfaceError])
def test_a_read_goes_on_while_nobody_can_tell_whether_a_token_is_good(outage, monkeypatch):
    call("/api/v1/codes")

    def away(self, token):
        raise outage

    monkeypatch.setattr("knox.auth.TokenAuthentication.authenticate_credentials", away)
    assert call("/api/v1/codes", "0" * 64).status_code == 200
    assert problem(call("/api/v1/call", "0" * 64, "post"))[0] == "unavailable"


def test_a_call_with_a_bad_token_is_not_counted_but_refused(settings):
    settings.API_CALLS_PER_MINUTE = {"tools": 1, "writes": 1}
    for _ in range(2):
        assert problem(call("/api/v1/tool", "0" * 64, "post"))[0] == "unauthorized"


def test_public_reads_are_never_counted(settings):
    settings.API_CALLS_PER_MINUTE = {"tools": 1, "writes": 1}
    assert [call("/api/v1/codes/tool.timeout").status_code for _ in range(5)] == [200] * 5


@pytest.mark.parametrize("address", ["/api/v1/translate", "/api/v1/render", "/api/v1/proposals"])
def test_nor_is_what_a_browser_asks_before_it_calls(address, settings):
    """A refusal there is all that its page would ever learn: neither the status nor Retry-After."""
    settings.API_CALLS_PER_MINUTE = {"tools": 1, "writes": 1}
    answers = [call(address, method="options") for _ in range(3)]
    assert [(each.status_code, "RateLimit" in each) for each in answers] == [(204, False)] * 3
    assert call(address, method="post")["RateLimit"].endswith(";r=0;t=60")


def test_what_is_left_is_said_and_too_much_is_429(settings, monkeypatch):
    settings.API_CALLS_PER_MINUTE = {"tools": 2, "writes": 60}
    now = [1000.0]
    monkeypatch.setattr("codes.api.throttles.Tools.timer", lambda self: now[0])
    first = call("/api/v1/tool", method="post")
    assert first["RateLimit-Policy"] == '"tools";q=2;w=60'
    assert first["RateLimit"] == '"tools";r=1;t=60'
    now[0] += 20
    assert call("/api/v1/tool", method="post")["RateLimit"] == '"tools";r=0;t=40'
    now[0] += 10
    refused = call("/api/v1/tool", method="post")
    slug, data = problem(refused)
    assert (slug, refused.status_code) == ("too-many-requests", 429)
    assert data["detail"] == "That was too often. Try again in 30 seconds."
    assert refused["Retry-After"] == "30"
    assert refused["RateLimit"] == '"tools";r=0;t=30'
    assert refused["Access-Control-Expose-Headers"].endswith("RateLimit, RateLimit-Policy, Retry-After")
    now[0] += 30
    assert call("/api/v1/tool", method="post").status_code == 200


@pytest.mark.parametrize("address", ["/api/v1/translate", "/api/v1/render"])
def test_every_question_to_the_toolkit_is_counted(address, settings):
    settings.API_CALLS_PER_MINUTE = {"tools": 1, "writes": 1}
    first = call(address, method="post")
    assert (first.status_code, first["RateLimit"]) == (415, '"tools";r=0;t=60')
    assert problem(call(address, method="post"))[0] == "too-many-requests"


def test_accounts_are_counted_apart_and_so_are_networks(settings, ada):
    settings.API_CALLS_PER_MINUTE = {"tools": 1, "writes": 1}
    mine, theirs = make(ada, "propose"), make(enrol("eve@example.org"), "propose")
    counted = [call("/api/v1/call", token, "post").status_code for token in (mine, mine, theirs)]
    assert counted == [200, 429, 200]
    assert call("/api/v1/tool", mine, "post").status_code == 200
    # One network of IPv6 is one client, however many addresses it has.
    seen = [
        Client(REMOTE_ADDR=address).post("/api/v1/tool").status_code
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8:1::1")
    ]
    assert seen == [200, 200, 429, 200, 429, 200]


def test_a_setting_of_0_counts_nothing(settings):
    settings.API_CALLS_PER_MINUTE = {"tools": 0, "writes": 0}
    answers = [call("/api/v1/tool", method="post") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert "RateLimit" not in answers[-1].headers


def test_counting_stops_while_the_database_takes_no_writes(settings):
    settings.API_CALLS_PER_MINUTE = {"tools": 2, "writes": 60}
    with read_only():
        answers = [call("/api/v1/tool", method="post") for _ in range(4)]
    assert [(each.status_code, "RateLimit" in each) for each in answers] == [(200, False)] * 4


def test_counting_stops_while_the_database_is_away(settings, monkeypatch):
    settings.API_CALLS_PER_MINUTE = {"tools": 1, "writes": 1}

    def away(*args, **kwargs):
        raise OperationalError

    monkeypatch.setattr("django.core.cache.backends.db.DatabaseCache.get", away)
    assert [call("/api/v1/tool", method="post").status_code for _ in range(3)] == [200] * 3


@pytest.mark.django_db(transaction=True)
def test_calls_at_the_same_moment_are_counted_one_by_one(settings, ada):
    settings.API_CALLS_PER_MINUTE = {"tools": 5, "writes": 60}

    def one():
        return call("/api/v1/tool", method="post").status_code

    answers = together(*[one] * 20)
    # On a busy machine some give up waiting to be counted, and leave room.
    answers += [one() for _ in range(5)]
    assert sorted(answers) == [200] * 5 + [429] * 20


def test_more_at_once_than_can_be_counted_are_refused(settings):
    settings.API_CALLS_PER_MINUTE = {"tools": 5, "writes": 60}
    cache.add("calls:tools:from:127.0.0.1:lock", True)
    refused = call("/api/v1/tool", method="post")
    assert (refused.status_code, refused["Retry-After"]) == (429, "1")
    assert "RateLimit" not in refused.headers
