"""Tokens and sessions that should count no more, come by another way, or come from somebody else."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from codes.accounts import erase, sessions, tokens
from codes.accounts.models import Token
from codes.review import actions
from codes.review.models import Proposal
from tests.accounts.people import ask, enter, the_code
from tests.support.callers import client as caller
from tests.support.callers import token as text_of
from tests.support.people import START, account, board
from tests.support.proposals import draft, new_code

pytestmark = pytest.mark.usefixtures("published")

BODY = json.dumps({"kind": "new_code", "content": new_code()})


@pytest.fixture(autouse=True)
def _no_attempts(db):
    cache.clear()


def propose(text="", client=None, **headers):
    """Tries to propose a code with the token; the status."""
    given = {"Authorization": f"Bearer {text}"} if text else {}
    answer = (client or Client()).generic(
        "POST", "/api/v1/proposals", BODY, "application/json", headers={**given, **headers}
    )
    return answer.status_code


def revoked(who, text):
    tokens.revoke(who, Token.objects.get().digest)


def run_out(who, text):
    Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))


def ended(who, text):
    sessions.end_all(who)


def closed(who, text):
    who.is_active = False
    who.save()


def erased(who, text):
    erase.erase(who)


@pytest.mark.parametrize("end", [revoked, run_out, ended, closed, erased], ids=lambda each: each.__name__)
def test_a_token_that_is_over_opens_nothing(end):
    sam = account("sam")
    text = text_of(sam, "propose", "read-own")
    assert propose(text) == 201
    number = Proposal.objects.get().number
    end(sam, text)
    assert propose(text) == 401
    bearer = Client(headers={"Authorization": f"Bearer {text}"})
    for address in (f"/api/v1/proposals/{number}", "/api/v1/proposals?mine=true", "/api/v1/proposals"):
        assert bearer.get(address).status_code == 401
    assert Proposal.objects.count() == 1


@pytest.mark.parametrize("role", ["expert", "lead", "administrator"])
def test_a_token_outlives_no_role(role):
    board()
    who = account("tom", role)
    text = text_of(who, "review")
    bearer = Client(headers={"Authorization": f"Bearer {text}"})
    made = draft()
    actions.submit(proposal=made.number, by=made.submitter, at=START)
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    assert bearer.get(f"/api/v1/proposals/{made.number}").status_code == 200
    actions.dismiss(account=who, role=role, by=None, at=START + timedelta(days=1))
    assert bearer.get(f"/api/v1/proposals/{made.number}").status_code in (401, 404)
    # Nor does a new appointment bring back the old one.
    actions.appoint(account=who, role=role, by=None, at=START + timedelta(days=2))
    assert bearer.get(f"/api/v1/proposals/{made.number}").status_code == 401


def test_a_token_counts_in_its_header_alone():
    """In an address it would stand in logs, in a cookie any site's form would send it."""
    text = text_of(account("sam"), "propose")
    cookies = Client()
    for name in ("token", "Authorization", "authorization", "sessionid", "csrftoken", "access_token"):
        cookies.cookies[name] = text
    assert propose(client=cookies) == 401
    for name in ("token", "access_token", "authorization", "api_key", "key", "bearer"):
        answer = Client().generic("POST", f"/api/v1/proposals?{name}={text}", BODY, "application/json")
        assert answer.status_code in (400, 401)
    for scheme in ("Basic", "Token", "Digest", "", "Bearer,", "Bearer\t"):
        assert propose(Authorization=f"{scheme} {text}") == 401
    assert propose(Authorization=f"Bearer {text}, Bearer {text}") == 401
    assert propose(Authorization=f"Bearer {text[:-1]}") == 401
    assert propose(Authorization=f"Bearer {text[:15]}{'0' * 49}") == 401
    assert propose(**{"X-Authorization": f"Bearer {text}", "Proxy-Authorization": f"Bearer {text}"}) == 401
    # What the database holds is no token.
    assert propose(Token.objects.get().digest) == 401
    assert propose(Token.objects.get().digest[:64]) == 401
    assert Proposal.objects.count() == 0
    assert propose(text) == 201


def test_a_session_does_not_open_the_api_nor_a_token_a_page():
    sam = account("sam")
    browser = Client()
    browser.force_login(sam)
    assert propose(client=browser) == 401
    bearer = Client(headers={"Authorization": f"Bearer {text_of(sam, 'propose', 'read-own')}"})
    for address in ("/account/", "/account/tokens", "/proposals/new/begin"):
        assert bearer.get(address).status_code == 302
    assert bearer.post("/account/erase", {"word": "erase"}).status_code == 302
    assert Token.objects.exists()


def test_a_key_answers_again_to_whoever_sent_it_alone():
    """Idempotency-Key: another account, or another token of it, is another caller."""
    sam, eve = account("sam"), account("eve")
    key = {"Idempotency-Key": "the-same-for-all"}

    def send(who, body=BODY):
        return caller(who).generic("POST", "/api/v1/proposals", body, "application/json", headers=key)

    first, again, other = send(sam), send(sam), send(eve)
    assert [each.status_code for each in (first, again, other)] == [201] * 3
    assert again.json()["number"] == first.json()["number"] != other.json()["number"]
    assert ("Idempotent-Replayed" in again, "Idempotent-Replayed" in other) == (True, False)
    assert other.json()["submitter"]["id"] == eve.public_id
    # Without the scope not even the answer that is kept.
    reading = caller(sam, "read-own").generic("POST", "/api/v1/proposals", BODY, "application/json", headers=key)
    assert reading.status_code == 403
    nobody = Client().generic("POST", "/api/v1/proposals", BODY, "application/json", headers=key)
    assert nobody.status_code == 401
    assert send(sam, json.dumps({"kind": "new_code", "content": new_code(title="Other")})).status_code in (409, 422)


def test_a_session_from_before_signing_in_is_worth_nothing_afterwards():
    """Fixation: somebody plants their own session in another's browser, and waits."""
    attacker = Client()
    attacker.get("/account/sign-in")
    ask(attacker, "eve@example.org")
    planted = attacker.cookies["sessionid"].value
    victim = Client()
    victim.cookies["sessionid"] = planted
    ask(victim, "sam@example.org")
    assert enter(victim, the_code())["Location"] == "/account/"
    assert victim.cookies["sessionid"].value != planted
    attacker.cookies["sessionid"] = planted
    assert attacker.get("/account/").status_code == 302


def test_a_session_that_nobody_made_is_none():
    for value in ("", "x", "a" * 32, "../" * 10, "\x00", "a" * 5000):
        visitor = Client()
        visitor.cookies["sessionid"] = value
        assert visitor.get("/account/").status_code == 302
        answer = visitor.post("/account/sign-in", {"email": f"sam{len(value)}@example.org"})
        assert answer.status_code in (200, 302)
        assert visitor.cookies["sessionid"].value != value or answer.status_code == 200


def test_signing_out_and_ending_all_end_them_on_the_server():
    sam = account("sam")
    browser, other = Client(), Client()
    browser.force_login(sam)
    other.force_login(sam)
    kept = browser.cookies["sessionid"].value
    browser.post("/account/sign-out")
    thief = Client()
    thief.cookies["sessionid"] = kept
    assert thief.get("/account/").status_code == 302
    assert other.get("/account/").status_code == 200
    sessions.end_all(sam)
    assert other.get("/account/").status_code == 302


def test_cookies_are_for_this_host_unseen_by_scripts_and_not_sent_by_other_sites(settings):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    visitor = Client()
    visitor.get("/account/sign-in", secure=True)
    visitor.post("/account/sign-in", {"email": "sam@example.org"}, secure=True)
    assert visitor.cookies.keys() == {"__Host-sessionid", "__Host-csrftoken"}
    for cookie in visitor.cookies.values():
        assert (cookie["httponly"], cookie["secure"], cookie["samesite"]) == (True, True, "Lax"), cookie
        assert (cookie["path"], cookie["domain"]) == ("/", ""), cookie
