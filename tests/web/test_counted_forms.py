"""How often one person may change something by forms, and one client ask something by them."""

import os
import subprocess
import sys
import time
from functools import partial

import pytest
from django.conf import settings as project_settings
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import resolve

from codes.accounts.enrol import enrol
from codes.api.throttles import Tools, Writes
from tests.accounts.people import signed_in as by_mail
from tests.support import proposals
from tests.support.addresses import every
from tests.support.browser import signed_in
from tests.support.read_only import read_only
from tests.support.threads import together

LIMITS = {"change": "3/m/user", "question": "3/m/ip"}


@pytest.fixture(autouse=True)
def _limited(settings, published):
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {**project_settings.ACCOUNT_RATE_LIMITS, **LIMITS}


def question(client, **more):
    return client.post("/inspect", "input=%7B%7D", "application/x-www-form-urlencoded", **more)


@pytest.mark.django_db
def test_one_person_may_change_only_so_much_by_forms():
    number = proposals.in_review().number
    zoe, sam = signed_in("zoe"), signed_in("sam")
    answers = [zoe.post(f"/proposals/{number}/comment", {"text": f"Once more, {each}."}) for each in range(5)]
    assert [each.status_code for each in answers] == [302, 302, 302, 429, 429]
    assert answers[-1]["Cache-Control"] == "private, no-store"
    assert 60 - int(answers[-1]["Retry-After"]) in range(30)
    # Wherever: votes, tokens and the name are changed by forms like any other.
    for address in (f"/review/{number}/vote", "/account/tokens/new", "/account/", "/proposals/new/begin"):
        assert zoe.post(address).status_code == 429, address
    assert zoe.get(f"/proposals/{number}").status_code == 200
    assert sam.post(f"/proposals/{number}/comment", {"text": "I am somebody else."}).status_code == 302


# Of django-allauth, which counts what can be guessed or mailed; its other forms ask first, again, who somebody is.
OTHERWISE = {
    "account_login", "account_confirm_login_code", "mfa_login_webauthn", "mfa_authenticate", "account_logout",
    "account_inactive", "account_request_reauthentication_code", "account_confirm_reauthentication_code",
    "mfa_reauthenticate", "mfa_reauthenticate_webauthn", "account_email", "account_email_verification_sent",
    "mfa_index", "mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
    "mfa_list_webauthn", "mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn", "usersessions_list",
}  # fmt: skip


@pytest.mark.django_db
def test_every_form_is_counted():
    """Once the three are used up, no address of ours takes a fourth."""
    client = signed_in("max", "administrator")
    for _ in range(3):
        client.post("/account/", {"name": "Max"})
        question(client)
    taken = {}
    for address in every():
        name = resolve(address).view_name
        if name not in OTHERWISE and not address.startswith("/api/"):
            sent = {"data": "x=y", "content_type": "application/x-www-form-urlencoded"}
            taken[address] = client.post(address, **sent).status_code
    # What is not there, or takes no form at all, is said first.
    assert {address for address, status in taken.items() if status not in (404, 405, 429)} == set()
    assert sum(status == 429 for status in taken.values()) >= 20


def test_every_call_that_changes_or_computes_is_counted():
    views = {getattr(resolve(each).func, "view_class", None) for each in every() if each.startswith("/api/v1/")}
    acting = {view for view in views if view and {"post", "patch", "put", "delete"} & set(dir(view))}
    counted = {view for view in acting if {Tools, Writes} & set(view.throttle_classes)}
    assert counted == acting
    assert len(acting) >= 7


@pytest.mark.django_db
def test_one_client_may_ask_only_so_much_by_forms():
    answers = [question(Client()) for _ in range(4)]
    assert [each.status_code == 429 for each in answers] == [False, False, False, True]
    assert 60 - int(answers[-1]["Retry-After"]) in range(30)
    assert question(Client(), REMOTE_ADDR="192.0.2.7").status_code == answers[0].status_code
    assert Client().get("/inspect").status_code == 200


@pytest.mark.django_db
def test_the_wait_is_that_of_the_limit_which_is_used_up(settings, monkeypatch):
    """Four in an hour, and three in a minute of it."""
    settings.ACCOUNT_RATE_LIMITS = {**project_settings.ACCOUNT_RATE_LIMITS, "question": "3/m/ip,4/h/ip"}
    start, waits = time.time(), []
    for seconds in (0, 10, 20, 30, 70, 100):
        monkeypatch.setattr("time.time", lambda at=start + seconds: at)
        answer = question(Client())
        waits.append(answer.headers.get("Retry-After"))
    assert waits == [None, None, None, "30", None, "3500"]
    assert "Wait 59 minutes, then try again." in answer.content.decode()


@pytest.mark.django_db
def test_who_manages_addresses_too_often_is_told_how_long_to_wait(settings, monkeypatch):
    settings.ACCOUNT_RATE_LIMITS = {**project_settings.ACCOUNT_RATE_LIMITS, "manage_email": "9/m/user,1/h/user"}
    enrol("ada@example.org")
    client, start = by_mail("ada@example.org"), time.time()
    answers = []
    for minutes in (0, 20):
        monkeypatch.setattr("time.time", lambda at=start + 60 * minutes: at)
        answers.append(client.post("/account/addresses", {"email": "x@example.org", "action_add": ""}))
    assert [(each.status_code, each.headers.get("Retry-After")) for each in answers] == [(302, None), (429, "2400")]


@pytest.mark.django_db
def test_questions_are_answered_while_nobody_can_count(monkeypatch):
    def away(*args, **kwargs):
        raise OperationalError

    expected = question(Client()).status_code
    monkeypatch.setattr("django.core.cache.backends.db.DatabaseCache._base_set", away)
    assert [question(Client()).status_code for _ in range(5)] == [expected] * 5


@pytest.mark.django_db
def test_questions_are_answered_while_the_database_takes_no_writes():
    expected = question(Client()).status_code
    with read_only():
        assert [question(Client()).status_code for _ in range(5)] == [expected] * 5


@pytest.mark.django_db(transaction=True)
def test_forms_sent_at_once_are_counted_one_by_one():
    number = proposals.in_review().number
    client = signed_in("zoe")

    def one(each):
        other = Client()
        other.cookies["sessionid"] = client.cookies["sessionid"].value
        return other.post(f"/proposals/{number}/comment", {"text": f"Once more, {each}."}).status_code

    answers = together(*(partial(one, each) for each in range(12)))
    # On a busy machine some give up waiting to be counted, and leave room.
    answers += [one(each) for each in range(12, 15)]
    assert sorted(answers) == [302] * 3 + [429] * 12


@pytest.mark.parametrize(("most", "limits"), [("0", None), ("7", ["7/m/user,70/h/user", "7/m/ip,70/h/ip"])])
def test_forms_are_counted_as_calls_are(most, limits):
    assert found_in_settings(most) == limits


def found_in_settings(most):
    asked = (
        "from registry_site.settings import ACCOUNT_RATE_LIMITS as limits;"
        "print(*[limits.get(name) for name in ('change', 'question')], sep='\\n')"
    )
    environment = {**os.environ, "API_TOOLS_PER_MINUTE": most, "API_WRITES_PER_MINUTE": most}
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, cwd=project_settings.ROOT, env=environment, text=True, capture_output=True)
    found = done.stdout.splitlines()
    return None if found == ["None", "None"] else found
