"""Who calls: the token, and what it may do at this moment."""

from datetime import timedelta

import pytest
from django.test import RequestFactory
from rest_framework.request import Request

from codes.accounts import sessions, tokens
from codes.accounts.models import Token
from codes.api.auth import require
from codes.review import actions
from codes.web.problems import Refusal
from tests.support.callers import client, token
from tests.support.people import START, account

pytestmark = pytest.mark.django_db


def calling(text):
    return Request(RequestFactory().get("/api/v1/proposals", headers={"Authorization": text}))


def refused(text, scope):
    with pytest.raises(Refusal) as found:
        require(calling(text), scope)
    return found.value


def test_a_token_with_the_scope():
    sam = account("sam")
    assert require(calling(f"Bearer {token(sam, 'propose')}"), "propose").account == sam
    assert require(calling(f"bearer {token(sam, 'propose')}"), "propose").account == sam


def test_another_scope():
    refusal = refused(f"Bearer {token(account('sam'), 'read-own')}", "propose")
    assert (refusal.slug, refusal.members) == ("forbidden", {"scope": "propose"})
    assert refusal.headers == {"WWW-Authenticate": 'Bearer realm="api", error="insufficient_scope", scope="propose"'}


def test_the_role_is_asked_for_at_the_time_of_the_call():
    ada = account("ada", "expert")
    text = f"Bearer {token(ada, 'review')}"
    assert require(calling(text), "review").account == ada
    ada.roles.update(dismissed_at=START)
    assert refused(text, "review").detail == "The account does not hold the role that review takes."


def test_dismissal_takes_the_tokens_away():
    ada = account("ada", "expert")
    text = f"Bearer {token(ada, 'review')}"
    actions.dismiss(account=ada, role="expert", by=None, at=START + timedelta(days=1))
    assert refused(text, "review").slug == "unauthorized"


def test_a_second_factor_where_one_is_asked_for(settings):
    text = f"Bearer {token(account('ada', 'expert'), 'review', 'propose')}"
    settings.REQUIRE_SECOND_FACTOR = True
    assert "second factor" in refused(text, "review").detail
    assert require(calling(text), "propose")


@pytest.mark.parametrize(
    ("header", "error"),
    [
        ("", "invalid_request"),
        ("Bearer", "invalid_request"),
        ("Bearer nonsense", "invalid_request"),
        ("Bearer \u00e9" + "a" * 63, "invalid_request"),
        ("Bearer " + "a" * 64 + "\x00", "invalid_request"),
        ("Bearer " + "a" * 64 + " more", "invalid_request"),
        ("Basic c2FtOnNhbQ==", "invalid_request"),
        ("Bearer " + "a" * 64, "invalid_token"),
    ],
)
@pytest.mark.parametrize("address", ["/api/v1/codes", "/api/v1/releases"])
def test_what_is_no_token_is_told_so_on_a_public_read_too(address, header, error, client, published):
    answer = client.get(address, headers={"Authorization": header})
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
    assert answer["WWW-Authenticate"] == f'Bearer realm="api", error="{error}"'
    assert answer["Cache-Control"] == "no-store"
    assert answer.json()["type"] == "https://agenterrors.org/problems/unauthorized"


def test_a_public_read_with_a_token_is_the_same(client, published):
    sent = {"Authorization": f"Bearer {token(account('sam'), 'propose')}"}
    assert client.get("/api/v1/codes", headers=sent).content == client.get("/api/v1/codes").content


def test_what_has_run_out_or_was_revoked(published):
    sam = account("sam")
    calls = [client(sam, "propose") for _ in range(3)]
    first, second, _ = Token.objects.order_by("created")
    Token.objects.filter(pk=first.pk).update(expiry=first.created - timedelta(seconds=1))
    tokens.revoke(sam, second.digest)
    assert [each.get("/api/v1/codes").status_code for each in calls] == [401, 401, 200]
    sessions.end_all(sam)
    assert calls[2].get("/api/v1/codes").status_code == 401


def test_a_closed_account(published):
    sam = account("sam")
    call = client(sam, "propose")
    type(sam).objects.filter(pk=sam.pk).update(is_active=False)
    assert call.get("/api/v1/codes").status_code == 401


def test_no_token_at_all(published):
    with pytest.raises(Refusal) as found:
        require(Request(RequestFactory().get("/")), "propose")
    assert found.value.headers == {"WWW-Authenticate": 'Bearer realm="api"'}
