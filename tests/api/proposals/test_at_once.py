"""Several callers at once, with real commits: one comes first, and each of the rest is told so."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from codes.api import throttles
from codes.review.models import Event, Proposal
from tests.api.proposals.calls import BODIES, act, problem
from tests.support.callers import client, token
from tests.support.people import account, board
from tests.support.proposals import draft, submitted


def at_once(calls):
    """The answers to `calls`, each of which is given a client with its token and starts at the same moment."""
    barrier = threading.Barrier(len(calls))

    def run(each):
        text, call = each
        caller = Client(headers={"Authorization": f"Bearer {text}"})
        barrier.wait()
        try:
            return call(caller)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_eight_drafts_for_one_code(published):
    people = [account(f"person{place}") for place in range(8)]
    drafts = [draft(by=each).number for each in people]
    calls = [
        (token(by, "propose"), lambda caller, number=number: act(caller, number, "submit", If_Match='"r0-draft"'))
        for by, number in zip(people, drafts, strict=True)
    ]
    answers = at_once(calls)
    assert sorted(each.status_code for each in answers) == [200] + [409] * 7
    for each in answers:
        if each.status_code == 409:
            assert problem(each, "conflict")["code"] == "proposal_open"
    assert Proposal.objects.filter(state="submitted").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_changes_of_one_revision(published):
    """One is made; the other was decided from what is there no longer."""
    made = submitted()
    text = token(account("sam"), "propose")
    calls = [
        (
            text,
            lambda caller, title=title: act(
                caller,
                made.number,
                "revise",
                {"content": {**BODIES["revise"]["content"], "title": title}},
                If_Match='"r1-submitted"',
            ),
        )
        for title in ("The First", "The Second")
    ]
    answers = at_once(calls)
    assert sorted(each.status_code for each in answers) == [200, 412]
    (refused,) = [each for each in answers if each.status_code == 412]
    assert problem(refused, "precondition-failed")["tag"] == "r2-submitted"


@pytest.mark.django_db(transaction=True)
def test_a_double_click_of_a_start(published):
    _, _, lea, boss = board()
    made = submitted()
    calls = [
        (token(by), lambda caller: act(caller, made.number, "start_review", If_Match='"r1-submitted"'))
        for by in (lea, boss)
    ]
    assert sorted(each.status_code for each in at_once(calls)) == [200, 412]
    assert Event.objects.filter(move="start_review").count() == 1


@pytest.mark.django_db
def test_writes_are_counted_and_reads_are_not(published, settings, at):
    settings.API_CALLS_PER_MINUTE = {"tools": 0, "writes": 2}
    made = submitted()
    sam = client(account("sam"))
    answers = [act(sam, made.number, "comment") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    problem(answers[2], "too-many-requests")
    assert 1 <= int(answers[2]["Retry-After"]) <= throttles.WINDOW
    assert [each["RateLimit-Policy"] for each in answers] == ['"writes";q=2;w=60'] * 3
    for address in ("proposals", f"proposals/{made.number}", "releases", "codes"):
        answer = sam.get(f"/api/v1/{address}")
        assert (answer.status_code, answer.get("RateLimit")) == (200, None)
