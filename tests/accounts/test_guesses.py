"""Guesses that are sent at once: no more of them reach the code than one after the other would, in whatever process."""

import itertools
import time
from functools import partial

import allauth.account.forms as account_forms
import allauth.mfa.recovery_codes.internal.auth as recovery
import allauth.mfa.totp.internal.auth as totp
import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from codes.accounts.enrol import enrol
from tests.support.threads import together

from .people import ask, enter, signed_in, the_code

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 20


@pytest.fixture(autouse=True)
def ada():
    cache.clear()
    return enrol("ada@example.org", name="Ada")


@pytest.fixture
def compared(monkeypatch):
    """The guesses that were held against a code."""
    seen = set()
    real = account_forms.compare_user_code

    def compare(*, actual, expected):
        seen.add(actual)
        return real(actual=actual, expected=expected)

    for module in (account_forms, recovery, totp):
        monkeypatch.setattr(module, "compare_user_code", compare)
    return seen


def at_once(client, act, count=AT_ONCE):
    """What `act` answers to `count` browsers that all have the session of `client`."""

    def one(number):
        other = Client()
        for name, morsel in client.cookies.items():
            other.cookies[name] = morsel.value
        return act(other, number)

    return together(*(partial(one, number) for number in range(count)))


def tried(client, act):
    """At once, and then one after the other: on a busy machine some of many give up waiting to be counted, and are
    refused without having had their guess."""
    at_once(client, act)
    for number in range(AT_ONCE, AT_ONCE + 5):
        at_once(client, lambda other, _, number=number: act(other, number), 1)


def letters(number):
    """A guess at a code that is mailed, another for each number."""
    return f"AAAA-AAA{chr(ord('A') + number)}"


def second_step(client, code):
    return client.post("/account/sign-in/second-step", {"code": code})


def now_code(secret):
    return totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))


@pytest.fixture
def secret(ada):
    """Of an app that makes codes for Ada."""
    found = totp.generate_totp_secret()
    totp.TOTP.activate(ada, found)
    return found


@pytest.fixture
def halfway(secret):
    return answered_by_mail()


def answered_by_mail(address="ada@example.org"):
    """A browser that has answered the code by mail and is asked for the second factor."""
    client = Client()
    ask(client, address)
    assert enter(client, the_code())["Location"] == "/account/sign-in/second-step"
    return client


def let_in(answers):
    return [each.status_code for each in answers if each.headers.get("Location") == "/account/"]


def test_three_guesses_at_a_code_to_sign_in(compared):
    client = Client()
    ask(client, "ada@example.org")
    tried(client, lambda other, number: enter(other, letters(number)))
    assert len(compared) == 3


def test_three_guesses_at_a_code_to_show_who_one_is_again(compared):
    client = signed_in("ada@example.org")
    compared.clear()
    cache.clear()
    assert client.post("/account/again", {"recipient": "ada@example.org"})["Location"] == "/account/again/code"
    tried(client, lambda other, number: other.post("/account/again/code", {"code": letters(number)}))
    assert len(compared) == 3


def test_three_guesses_at_a_code_to_an_added_address(compared):
    client = signed_in("ada@example.org")
    compared.clear()
    cache.clear()
    added = client.post("/account/addresses", {"email": "second@example.org", "action_add": ""})
    assert added["Location"] == "/account/addresses/code"
    tried(client, lambda other, number: other.post("/account/addresses/code", {"code": letters(number)}))
    assert len(compared) == 3


def test_five_guesses_at_an_app(compared, halfway):
    compared.clear()
    tried(halfway, lambda other, number: second_step(other, f"{number:06}"))
    assert len(compared) == 5


def test_thirty_guesses_at_a_second_factor_in_a_day(compared, secret, monkeypatch):
    """However patient somebody is, and however often they begin anew."""
    start, guesses = time.time(), 0
    for minutes in range(0, 48, 6):
        monkeypatch.setattr("time.time", lambda at=start + 60 * minutes: at)
        client = answered_by_mail()
        for number in range(6):
            compared.clear()
            second_step(client, f"{minutes:02}{number:04}")
            guesses += len(compared)
    assert guesses == 30


def test_what_succeeds_in_between_gives_nobody_more_guesses(compared, secret, monkeypatch):
    """Ada signs in each time, so does whoever guesses, with an app of their own."""
    own = totp.generate_totp_secret()
    totp.TOTP.activate(enrol("eve@example.org"), own)
    start, guesses, entered = time.time(), 0, []
    # No two at one moment.
    ticks = itertools.count(0, 0.001)
    for minutes in range(0, 60, 6):
        monkeypatch.setattr("time.time", lambda at=start + 60 * minutes: at + next(ticks))
        stranger = answered_by_mail()
        for number in range(4):
            compared.clear()
            second_step(stranger, f"{minutes:02}{number:04}")
            guesses += len(compared)
        entered += let_in(
            [
                second_step(answered_by_mail(address), now_code(app))
                for address, app in (("eve@example.org", own), ("ada@example.org", secret))
            ]
        )
    # Until the day's thirty are used up, which is in the eighth round; then Ada is kept out as well.
    assert (guesses, entered) == (30, [302] * (2 * 7 + 3))


def test_nor_in_a_session_that_shows_again_who_it_is(compared, secret, monkeypatch):
    client = answered_by_mail()
    assert let_in([second_step(client, now_code(secret))]) == [302]
    start, guesses, shown = time.time(), 0, 0
    ticks = itertools.count(0, 0.001)
    for minutes in range(6, 60, 6):
        monkeypatch.setattr("time.time", lambda at=start + 60 * minutes: at + next(ticks))
        for number in range(4):
            compared.clear()
            client.post("/account/again/app", {"code": f"{minutes:02}{number:04}"})
            guesses += len(compared)
        shown += client.post("/account/again/app", {"code": now_code(secret)}).status_code == 302
    assert (guesses, shown) == (30, 7)


def test_a_code_of_an_app_works_once(secret, halfway):
    code = now_code(secret)
    assert let_in(at_once(halfway, lambda other, _: second_step(other, code), 5)) == [302]
    assert let_in([second_step(answered_by_mail(), code)]) == []


def test_a_recovery_code_works_once(ada, halfway):
    code = recovery.RecoveryCodes.activate(ada).get_unused_codes()[0]
    assert let_in(at_once(halfway, lambda other, _: second_step(other, code), 5)) == [302]
    assert let_in([second_step(answered_by_mail(), code)]) == []


def test_three_mails_a_minute_to_one_address_however_often_one_asks():
    client = Client()
    ask(client, "ada@example.org")
    tried(client, lambda other, _: other.post("/account/sign-in/code", {"action": "resend"}))
    assert len(mail.outbox) == 3
    at_once(Client(), lambda other, _: ask(other, "ada@example.org"))
    assert len(mail.outbox) == 3


def test_three_mails_a_minute_to_show_who_one_is_again():
    client = signed_in("ada@example.org")
    cache.clear()
    mail.outbox.clear()
    client.post("/account/again", {"recipient": "ada@example.org"})
    tried(client, lambda other, _: other.post("/account/again/code", {"action": "resend"}))
    assert len(mail.outbox) == 3
    at_once(client, lambda other, _: other.post("/account/again", {"recipient": "ada@example.org"}))
    assert len(mail.outbox) == 3


def patiently(monkeypatch, act, count, seconds):
    """What `act` answers, `count` times, `seconds` apart."""
    start, answers = time.time(), []
    for number in range(count):
        monkeypatch.setattr("time.time", lambda at=start + number * seconds: at)
        answers.append(act(number))
    return answers


def test_nobody_alone_keeps_somebody_out_who_signs_in_by_mail(monkeypatch):
    """However often a stranger asks for codes to the address, its holder gets one elsewhere."""
    ada = Client(REMOTE_ADDR="203.0.113.9")
    patiently(monkeypatch, lambda _: ask(Client(), "ada@example.org"), 100, 30)
    assert len(mail.outbox) == 20
    ask(ada, "ada@example.org")
    assert enter(ada, the_code())["Location"] == "/account/"


def test_sixty_mails_an_hour_to_one_address_whoever_asks(monkeypatch):
    def from_somewhere(number):
        return ask(Client(REMOTE_ADDR=f"203.0.113.{number}"), "ada@example.org")

    patiently(monkeypatch, from_somewhere, 65, 4)
    assert len(mail.outbox) == 60


def test_two_hundred_mails_an_hour_for_one_client_whomever_they_go_to(monkeypatch):
    """Fewer than twenty a minute, so that it is the hour that counts."""
    patiently(monkeypatch, lambda number: ask(Client(), f"somebody{number}@example.org"), 210, 4)
    assert len(mail.outbox) == 200


def test_thirty_mails_an_hour_to_addresses_that_one_person_would_add(monkeypatch):
    client = signed_in("ada@example.org")
    mail.outbox.clear()
    sent = {"action_add": ""}
    answers = patiently(
        monkeypatch,
        lambda number: client.post("/account/addresses", {"email": f"other{number}@example.org", **sent}).status_code,
        35,
        8,
    )
    assert (len(mail.outbox), answers[30:]) == (30, [429] * 5)
