"""Idempotency-Key: sent again, one effect and the same answer."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from codes.accounts.erase import erase
from codes.api import acting, keyed
from codes.api.models import KeyedRequest
from codes.review import actions
from codes.review.models import Comment, Event, Proposal
from tests.api.proposals.calls import act, post, problem
from tests.support.callers import client, token
from tests.support.people import START, account
from tests.support.proposals import approved, draft, new_code, submitted
from tests.support.threads import PATIENCE

pytestmark = pytest.mark.django_db

CREATE = {"kind": "new_code", "content": new_code()}


@pytest.fixture
def sam():
    return client(account("sam"))


def same(first, second):
    headers = ("Content-Type", "ETag", "Location", "Cache-Control")
    return [(each.status_code, each.content, [each.get(name) for name in headers]) for each in (first, second)]


def test_a_draft_is_made_once(sam, at):
    answers = [post(sam, "proposals", CREATE, Idempotency_Key="one") for _ in range(2)]
    first, second = same(*answers)
    assert first == second
    assert [each.get("Idempotent-Replayed") for each in answers] == [None, "true"]
    assert Proposal.objects.count() == 1


def test_the_answer_comes_before_any_precondition(sam, at):
    made = draft()
    first = act(sam, made.number, "submit", If_Match='"r0-draft"', Idempotency_Key="one")
    events = Event.objects.count()
    # The tag is an old one by now, and it need not even come along.
    for tag in ('"r0-draft"', None):
        again = act(sam, made.number, "submit", If_Match=tag, Idempotency_Key="one")
        assert len(set(map(repr, same(first, again)))) == 1
    assert Event.objects.count() == events
    problem(act(sam, made.number, "submit", If_Match='"r0-draft"'), "precondition-failed")


def test_without_a_key_every_request_is_a_new_one(sam, at):
    for _ in range(2):
        post(sam, "proposals", CREATE)
    assert Proposal.objects.count() == 2


def test_quotes_around_it_and_spaces_in_the_body_change_nothing(sam, at):
    made = submitted()
    act(sam, made.number, "comment", {"text": "Once."}, Idempotency_Key="one")
    sam.post(
        f"/api/v1/proposals/{made.number}/comment",
        b' {"text":\n"Once."}',
        content_type="application/json",
        headers={"Idempotency-Key": '"one"'},
    )
    assert Comment.objects.count() == 1


def test_another_body_address_or_move(sam, at):
    made = submitted()
    act(sam, made.number, "comment", {"text": "Once."}, Idempotency_Key="one")
    for answer in (
        act(sam, made.number, "comment", {"text": "Twice."}, Idempotency_Key="one"),
        act(sam, made.number, "withdraw", Idempotency_Key="one"),
        act(sam, made.number + 1, "comment", {"text": "Once."}, Idempotency_Key="one"),
        post(sam, "proposals", CREATE, Idempotency_Key="one"),
    ):
        problem(answer, "idempotency-key-reused")
    assert (Comment.objects.count(), Proposal.objects.count()) == (1, 1)


def test_keys_of_two_accounts_are_two(sam, at):
    made = submitted()
    for each in (sam, client(account("eve"))):
        assert act(each, made.number, "comment", {"text": "Once."}, Idempotency_Key="one").status_code == 200
    assert Comment.objects.count() == 2


def test_what_was_refused_can_be_mended_under_the_same_key(sam, at):
    made = draft(title="")
    problem(act(sam, made.number, "submit", Idempotency_Key="one"), "incomplete")
    actions.save(proposal=made.number, content=new_code(), by=account("sam"), at=START)
    answer = act(sam, made.number, "submit", Idempotency_Key="one")
    assert (answer.status_code, answer.get("Idempotent-Replayed")) == (200, None)


def test_a_token_without_the_scope_is_not_given_the_answer(sam, at):
    post(sam, "proposals", CREATE, Idempotency_Key="one")
    problem(post(client(account("sam"), "read-own"), "proposals", CREATE, Idempotency_Key="one"), "forbidden")


def test_it_is_kept_for_a_day(sam, monkeypatch):
    now = START
    monkeypatch.setattr(acting, "now", lambda: now)
    post(sam, "proposals", CREATE, Idempotency_Key="one")
    now += timedelta(hours=23, minutes=59)
    post(sam, "proposals", CREATE, Idempotency_Key="one")
    assert (Proposal.objects.count(), keyed.forget(now)) == (1, 0)
    now += timedelta(minutes=1)
    post(sam, "proposals", CREATE, Idempotency_Key="one")
    assert Proposal.objects.count() == 2
    assert (keyed.forget(now), keyed.forget(now + timedelta(days=1, seconds=1))) == (0, 1)


def test_nothing_is_kept_of_somebody_who_is_erased(sam, at):
    tom = account("tom")
    for caller in (sam, client(tom)):
        post(caller, "proposals", CREATE, Idempotency_Key="one")
    erase(account("sam"))
    assert list(KeyedRequest.objects.values_list("account", flat=True)) == [tom.pk]


def test_the_clock_that_ticks_forgets(sam, monkeypatch):
    monkeypatch.setattr(acting, "now", lambda: timezone.now() - timedelta(hours=25))
    post(sam, "proposals", CREATE, Idempotency_Key="old")
    monkeypatch.undo()
    post(sam, "proposals", CREATE, Idempotency_Key="new")
    call_command("tick")
    assert [row.key for row in KeyedRequest.objects.all()] == ["new"]


def test_a_release_is_made_once(at):
    made = approved()
    at(20)
    boss = client(account("max"))
    body = {"proposals": [{"number": made.number, "tag": "r1-approved"}]}
    first, second = (post(boss, "releases", body, Idempotency_Key="one") for _ in range(2))
    assert (first.status_code, first.content) == (second.status_code, second.content) == (201, first.content)


@pytest.mark.parametrize("key", ["", '""', "a" * 256, "\u00e9", "a\tb", 'a"b'])
def test_what_is_no_key(key, sam, at):
    found = problem(post(sam, "proposals", CREATE, Idempotency_Key=key), "bad-request")
    assert found["errors"][0]["header"] == "Idempotency-Key"
    assert not KeyedRequest.objects.exists()


def test_a_process_that_dies_leaves_neither_effect_nor_answer(sam, at, monkeypatch):
    """The key is free again for whoever comes next, at once."""
    monkeypatch.setattr("codes.api.proposals.views.made", lambda *_, **__: 1 / 0)
    sam.raise_request_exception = False
    assert post(sam, "proposals", CREATE, Idempotency_Key="one").status_code == 500
    assert not Proposal.objects.exists()
    monkeypatch.undo()
    assert post(sam, "proposals", CREATE, Idempotency_Key="one").status_code == 201


@pytest.mark.django_db(transaction=True)
def test_many_at_once_have_one_effect(published):
    """With real commits. Each is given the one answer, or told that it is still being made."""
    made = submitted(by=account("sam"))
    text = token(account("eve"), "propose")
    barrier = threading.Barrier(8)

    def call(_):
        caller = Client(headers={"Authorization": f"Bearer {text}"})
        barrier.wait()
        try:
            return act(caller, made.number, "comment", {"text": "Once."}, Idempotency_Key="one")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(call, range(8)))
    assert Comment.objects.count() == 1
    worked = [each for each in answers if each.status_code == 200]
    assert worked
    assert len({each.content for each in worked}) == 1
    assert [each.get("Idempotent-Replayed") for each in worked].count(None) == 1
    for each in answers:
        if each.status_code != 200:
            problem(each, "request-in-progress")
            assert each["Retry-After"] == "1"


@pytest.mark.django_db(transaction=True)
def test_one_that_is_under_way_is_not_waited_for(published, monkeypatch):
    """On SQLite the second waits for its turn to write, and is given the answer."""
    made = submitted(by=account("sam"))
    text = token(account("eve"), "propose")
    begun, go_on = threading.Event(), threading.Event()
    whole = actions.comment

    def slow(**arguments):
        found = whole(**arguments)
        begun.set()
        assert go_on.wait(PATIENCE)
        return found

    def call(_):
        caller = Client(headers={"Authorization": f"Bearer {text}"})
        try:
            return act(caller, made.number, "comment", {"text": "Once."}, Idempotency_Key="one")
        finally:
            connection.close()

    monkeypatch.setattr(actions, "comment", slow)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(call, 1)
        assert begun.wait(PATIENCE)
        second = pool.submit(call, 2)
        if connection.vendor == "postgresql":
            problem(second.result(PATIENCE), "request-in-progress")
        go_on.set()
        assert (first.result(PATIENCE).status_code, Comment.objects.count()) == (200, 1)
        if connection.vendor == "sqlite":
            assert second.result(PATIENCE)["Idempotent-Replayed"] == "true"
