"""The one door: a code by mail, for accounts that are there and for those that come with it."""

import re
import threading
import time

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from codes.accounts.enrol import account_of, enrol
from codes.accounts.models import Account

from .people import ask, enter, signed_in, the_code

pytestmark = pytest.mark.django_db

WRONG = "AAAA-AAAA"


def shape(answer):
    """What an answer tells: status, place, headers, text without the token that is different each time."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return answer.status_code, {**answer.headers}, text


def test_the_first_code_that_is_answered_makes_the_account():
    client = Client()
    assert ask(client, "New@Example.org")["Location"] == "/account/sign-in/code"
    assert Account.objects.count() == 0
    assert mail.outbox[0].to == ["new@example.org"]
    assert enter(client, the_code())["Location"] == "/account/"
    made = Account.objects.get()
    assert (made.email, made.name, made.is_active) == ("new@example.org", "", True)
    assert client.get("/account/").status_code == 200


def test_the_second_time_it_is_the_same_account(ada):
    signed_in("ada@example.org")
    signed_in("ADA@example.org")
    assert Account.objects.get() == ada


def test_a_known_and_an_unknown_address_get_the_same_page_and_the_same_mail(ada):
    seen = []
    for address in ("ada@example.org", "eve@example.org"):
        client = Client()
        answers = [ask(client, address), client.get("/account/sign-in/code"), enter(client, WRONG)]
        code = the_code()
        letter = mail.outbox[-1]
        seen.append(
            [
                [(status, headers, text.replace(address, "…")) for status, headers, text in map(shape, answers)],
                [letter.subject, letter.body.replace(code, "…"), letter.from_email, letter.extra_headers],
            ]
        )
    assert seen[0] == seen[1]
    assert len(mail.outbox) == 2
    assert Account.objects.count() == 1


def test_nobody_looks_whether_an_address_is_known_before_the_code_is_answered(ada):
    asked = {}
    for address in ("ada@example.org", "eve@example.org"):
        client = Client()
        with CaptureQueriesContext(connection) as counted:
            ask(client, address)
            enter(client, WRONG)
        asked[address] = [each["sql"].split(" WHERE ")[0] for each in counted if "shared_cache" not in each["sql"]]
        assert not re.search("codes_account|emailaddress", " ".join(asked[address]))
    assert len(asked["ada@example.org"]) == len(asked["eve@example.org"])


def test_the_code_works_once_and_in_any_case(ada):
    client = Client()
    ask(client, "ada@example.org")
    code = the_code()
    assert enter(client, code.lower().replace("-", " "))["Location"] == "/account/"
    other = Client()
    assert enter(other, code)["Location"] == "/account/sign-in"


def test_the_third_wrong_code_ends_it(ada):
    client = Client()
    ask(client, "ada@example.org")
    code = the_code()
    assert [enter(client, WRONG).status_code for _ in range(2)] == [200, 200]
    assert enter(client, WRONG)["Location"] == "/account/sign-in"
    assert enter(client, code)["Location"] == "/account/sign-in"
    assert client.get("/account/").status_code == 302


def test_a_code_runs_out(ada, monkeypatch):
    client = Client()
    ask(client, "ada@example.org")
    code = the_code()
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 601)
    assert enter(client, code)["Location"] == "/account/sign-in"
    assert "has run out" in client.get("/account/sign-in").content.decode()


def test_another_code_takes_the_place_of_the_first(ada):
    client = Client()
    ask(client, "ada@example.org")
    first = the_code()
    assert client.post("/account/sign-in/code", {"action": "resend"})["Location"] == "/account/sign-in/code"
    assert the_code() != first
    assert enter(client, first).status_code == 200
    assert enter(client, the_code())["Location"] == "/account/"


@pytest.mark.parametrize("address", ["", "ada", "ada@", "ada@@example.org", "a" * 250 + "@example.org", "a\x00@b.org"])
def test_what_is_no_address_is_said_at_the_field(address):
    answer = ask(Client(), address)
    page = answer.content.decode()
    assert '<a href="#id_email">E-mail address</a>:' in page
    assert 'id="id_email_error"' in page
    assert len(mail.outbox) == 0


def test_codes_to_one_address_are_limited_whoever_asks(ada):
    answers = [ask(Client(), "ada@example.org").status_code for _ in range(4)]
    assert answers == [302, 302, 302, 200]
    assert len(mail.outbox) == 3
    assert "That was too often" in ask(Client(), "ada@example.org").content.decode()
    assert ask(Client(), "eve@example.org").status_code == 302


def test_requests_from_one_address_of_the_net_are_limited():
    answers = [ask(Client(), f"eve{number}@example.org").status_code for number in range(21)]
    assert answers == [302] * 20 + [200]


def test_the_counters_are_shared_by_processes():
    """A row in the database, which every process sees."""
    ask(Client(), "ada@example.org")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM shared_cache")
        assert cursor.fetchone()[0] > 0


def test_signing_in_leads_back_to_where_one_came_from(ada):
    client = Client()
    asked = ask(client, "ada@example.org", next="/codes/tool.timeout?release=1.0.0")
    assert asked["Location"] == "/account/sign-in/code?next=%2Fcodes%2Ftool.timeout%3Frelease%3D1.0.0"
    page = client.get(asked["Location"]).content.decode()
    assert '<input type="hidden" name="next" value="/codes/tool.timeout?release=1.0.0">' in page
    answer = enter(client, the_code(), next="/codes/tool.timeout?release=1.0.0")
    assert answer["Location"] == "/codes/tool.timeout?release=1.0.0"


@pytest.mark.parametrize("target", ["https://example.com/", "//example.com/", "javascript:alert(1)", "/\\example.com"])
def test_and_to_no_other_site(target, ada):
    client = Client()
    ask(client, "ada@example.org", next=target)
    assert enter(client, the_code(), next=target)["Location"] == "/account/"


def test_a_closed_account_is_told_so_only_after_the_code(ada):
    ada.is_active = False
    ada.save()
    client = Client()
    assert ask(client, "ada@example.org")["Location"] == "/account/sign-in/code"
    assert enter(client, the_code())["Location"] == "/account/closed"
    assert "This account is closed" in client.get("/account/closed").content.decode()
    assert client.get("/account/")["Location"] == "/account/sign-in?next=%2Faccount%2F"


def test_signing_out_ends_the_session(ada):
    client = signed_in("ada@example.org")
    assert client.get("/account/sign-out").status_code == 200
    assert client.post("/account/sign-out")["Location"] == "/"
    assert client.get("/account/").status_code == 302


def test_a_mail_server_that_is_away_is_503_and_no_failure_of_ours(ada, monkeypatch):
    def refuse(self, *args, **kwargs):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    answer = ask(Client(), "ada@example.org")
    assert (answer.status_code, answer["Cache-Control"]) == (503, "private, no-store")
    assert "Mail cannot be sent at the moment" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_attempts_at_the_same_time_are_counted_one_by_one(ada):
    """Each of them finds the session as it was before any of them; the shared counter does not."""
    client = Client()
    ask(client, "ada@example.org")
    cookie = client.cookies["sessionid"].value
    barrier, taken = threading.Barrier(8), []

    def attempt():
        other = Client()
        other.cookies["sessionid"] = cookie
        barrier.wait()
        answer = enter(other, WRONG)
        taken.append("This is not the code" in answer.content.decode() or answer["Location"])
        connection.close()

    threads = [threading.Thread(target=attempt) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(taken) == 8
    assert sum(each is True for each in taken) <= 3


def test_two_browsers_with_the_first_code_at_once_make_one_account():
    assert enrol("new@example.org") == enrol("NEW@example.org") == account_of("new@example.org")
