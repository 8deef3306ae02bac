"""Guessing codes: neither a new session, another address of the network nor a made-up header gives more tries.

That tries at the same moment are counted one by one is shown in tests/accounts.
"""

import time

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.core.cache import cache
from django.test import Client

from codes.accounts.enrol import enrol
from tests.accounts.people import ask, enter, signed_in, the_code
from tests.accounts.test_second_factor import totp

pytestmark = pytest.mark.django_db

WRONG = "AAAA-AAAA"
STEP = "/account/sign-in/second-step"


@pytest.fixture(autouse=True)
def _no_attempts(db):
    cache.clear()


@pytest.fixture
def ada(db):
    return enrol("ada@example.org", name="Ada")


def disguised(number):
    """A visitor who says to be somebody else each time."""
    place = f"198.51.100.{number}"
    names = ("X-Forwarded-For", "X-Real-IP", "True-Client-IP", "CF-Connecting-IP", "X-Client-IP")
    return Client(headers={**dict.fromkeys(names, place), "Forwarded": f"for={place}", "User-Agent": f"B {number}"})


def at_the_second_step(number=0):
    """A browser that has answered the code by mail."""
    browser = disguised(number)
    answer = ask(browser, "ada@example.org")
    assert answer.status_code == 302, "no mail was sent"
    assert enter(browser, the_code())["Location"] == STEP
    return browser


def test_codes_by_mail_are_limited_for_whoever_is_said_to_ask(ada):
    answers = [ask(disguised(number), "ada@example.org").status_code for number in range(6)]
    assert answers == [302] * 3 + [200] * 3
    assert len(mail.outbox) == 3
    # Another spelling is the same mailbox.
    assert ask(disguised(9), "ADA@Example.org").status_code == 200
    assert ask(disguised(9), "\uff41da@example.org").status_code == 200
    assert len(mail.outbox) == 3


def test_a_made_up_header_is_no_other_visitor(ada, settings):
    """Behind the proxy, too: what the visitor writes stands before the address that the proxy adds."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    answers = []
    for number in range(22):
        visitor = Client(headers={"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.9"})
        answers.append(ask(visitor, f"eve{number}@example.org").status_code)
    assert answers == [302] * 20 + [200] * 2


def test_one_code_is_tried_three_times_however_its_session_is_shown(ada):
    browser = Client()
    ask(browser, "ada@example.org")
    code, cookie = the_code(), browser.cookies["sessionid"].value
    for number in range(4):
        other = disguised(number)
        other.cookies["sessionid"] = cookie
        enter(other, WRONG)
    browser.cookies["sessionid"] = cookie
    assert enter(browser, code)["Location"] == "/account/sign-in"


def test_a_code_is_for_the_session_that_asked(ada):
    asked, other, third = Client(), Client(), Client()
    ask(asked, "ada@example.org")
    code = the_code()
    assert enter(other, code)["Location"] == "/account/sign-in"
    ask(third, "eve@example.org")
    assert enter(third, code).status_code == 200
    assert other.get("/account/").status_code == third.get("/account/").status_code == 302
    assert enter(asked, code)["Location"] == "/account/"
    for browser in (Client(), third):
        assert enter(browser, code).get("Location") in (None, "/account/sign-in")
        assert browser.get("/account/").status_code == 302


def test_the_code_of_an_app_works_once(ada):
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    first, second = at_the_second_step(1), at_the_second_step(2)
    code = totp(secret)
    assert first.post(STEP, {"code": code})["Location"] == "/account/"
    assert second.post(STEP, {"code": code}).status_code == 200
    assert second.get("/account/").status_code == 302


def test_codes_of_an_app_are_limited_in_all_sessions_together(ada):
    secret = generate_totp_secret()
    TOTP.activate(ada, secret)
    browsers = [at_the_second_step(number) for number in range(3)]
    pages = [browsers[number % 3].post(STEP, {"code": "000000"}) for number in range(9)]
    refused = ["That was too often" in each.content.decode() for each in pages]
    assert refused[:5] == [False] * 5
    assert refused[5:] == [True] * 4
    # Nor the right one, now.
    assert browsers[0].post(STEP, {"code": totp(secret)}).status_code == 200


def test_a_recovery_code_works_once_and_guesses_are_counted_with_the_others(ada):
    TOTP.activate(ada, generate_totp_secret())
    codes = RecoveryCodes.activate(ada).get_unused_codes()
    first, second = at_the_second_step(1), at_the_second_step(2)
    assert first.post(STEP, {"code": codes[0]})["Location"] == "/account/"
    assert second.post(STEP, {"code": codes[0]}).status_code == 200
    for _ in range(6):
        second.post(STEP, {"code": "12345678"})
    assert "That was too often" in second.post(STEP, {"code": codes[1]}).content.decode()
    assert second.get("/account/").status_code == 302


def test_a_code_to_show_who_one_is_is_limited_and_bound(ada, monkeypatch):
    browser, thief = signed_in("ada@example.org"), Client()
    later = time.time() + 3600
    monkeypatch.setattr("time.time", lambda: later)
    cache.clear()
    assert browser.post("/account/again", {"recipient": "ada@example.org"}).status_code == 302
    code = the_code()
    # Somebody else's session has nothing to answer.
    assert thief.post("/account/again/code", {"code": code}).status_code == 302
    eve = signed_in("eve@example.org")
    assert eve.post("/account/again/code", {"code": code})["Location"].startswith("/account/again")
    for _ in range(3):
        browser.post("/account/again/code", {"code": WRONG})
    answer = browser.post("/account/again/code", {"code": code})
    assert answer.status_code in (302, 429)
    assert answer.get("Location") != "/account/"
    assert browser.get("/account/passkeys/add")["Location"].startswith("/account/again")


def test_a_code_is_for_what_it_was_sent_for(ada, monkeypatch):
    """The code that confirms an address signs nobody in, and the other way round."""
    browser = signed_in("ada@example.org")
    cache.clear()
    browser.post("/account/addresses", {"email": "second@example.org", "action_add": ""})
    code = the_code()
    other = Client()
    ask(other, "second@example.org")
    assert enter(other, code).status_code == 200
    assert other.get("/account/").status_code == 302
    assert browser.post("/account/addresses/code", {"code": the_code()}).status_code == 200
    assert browser.post("/account/addresses/code", {"code": code}).status_code == 302
