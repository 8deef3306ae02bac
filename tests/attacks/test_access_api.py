"""The moves of the API, by tokens of everybody with every scope, tried at what is not theirs: exactly refused."""

import pytest
from django.test import Client

from codes.review.models import Comment, Proposal
from tests.api.proposals.calls import BODIES, act
from tests.support.callers import client
from tests.support.people import START, account

from .people import SECRETS, things
from .routes import patterns

pytestmark = pytest.mark.usefixtures("published")

PROPOSE = ("save", "submit", "answer", "revise", "comment", "withdraw", "reopen")
REVIEW = (
    "assign", "start_review", "ask", "note", "vote", "concern", "resolve", "recuse", "extend", "approve", "reject",
    "send_back", "hide", "unhide",
)  # fmt: skip
ADMINISTER = ("record_approval", "record_rejection", "record_standards_action", "publish", "uphold_appeal")
SCOPE = {
    **dict.fromkeys(PROPOSE, "propose"),
    **dict.fromkeys(REVIEW, "review"),
    **dict.fromkeys(ADMINISTER, "administer"),
}
# Who sends which token, and what they read of (draft, hidden, review) with it.
CALLERS = {
    ("nobody", ""): "404 404 200",
    ("zoe", "read-own"): "404 404 200",
    ("zoe", "propose"): "404 404 200",
    ("eve", "read-own"): "404 404 200",
    ("eve", "propose"): "404 404 200",
    ("sam", "read-own"): "200 200 200",
    ("sam", "propose"): "200 200 200",
    ("ada", "read-own"): "404 404 200",
    ("ada", "propose"): "404 404 200",
    ("ada", "review"): "404 200 200",
    ("con", "review"): "404 200 200",
    ("lea", "review"): "404 200 200",
    ("max", "propose"): "404 404 200",
    ("max", "review"): "404 200 200",
    ("max", "administer"): "404 200 200",
}
# Who reads the private note and the vote that is not counted yet.
INSIDE = {("ada", "review"), ("lea", "review"), ("max", "review"), ("max", "administer")}


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: START)
    monkeypatch.setattr("codes.api.acting.now", lambda: START)
    return things()


def calling(name, scope):
    return Client() if name == "nobody" else client(account(name), scope)


def told(answer):
    whole = f"{answer.headers}{answer.content.decode()}"
    return {each for each in SECRETS if each in whole}


def test_every_move_of_the_api_is_in_the_table():
    routed = [each for each in patterns() if each.startswith("api/v1/proposals/<")]
    assert routed[0] == "api/v1/proposals/<number:number>"
    assert {each.rpartition("/")[2] for each in routed[1:]} == SCOPE.keys() == BODIES.keys()


def test_reads(made):
    found, inside, read = {}, set(), {}
    for caller in CALLERS:
        by = calling(*caller)
        answers = [by.get(f"/api/v1/proposals/{number}") for number in (made.draft, made.hidden, made.review)]
        found[caller] = " ".join(str(each.status_code) for each in answers)
        read[caller] = [told(each) for each in answers]
        if read[caller][2]:
            inside.add(caller)
    assert found == CALLERS
    assert inside == INSIDE
    for caller, (draft, hidden, review) in read.items():
        statuses = CALLERS[caller].split()
        assert draft == ({"zq-draft"} if statuses[0] == "200" else set()), caller
        assert hidden == ({"zq-hidden"} if statuses[1] == "200" else set()), caller
        assert review == ({"zq-note", "zq-vote"} if caller in INSIDE else set()), caller


def test_moves_at_what_is_not_there_for_the_caller(made):
    """401 without a token, 403 with another scope, and else the 404 of what is nowhere."""
    before = state()
    for name, scope in CALLERS:
        by = calling(name, scope)
        for subject, sees in zip(("draft", "hidden"), CALLERS[name, scope].split(), strict=False):
            for move, needed in SCOPE.items():
                if sees == "200" and scope == needed:
                    continue  # theirs to try: what becomes of it is the workflow's (tests/api/proposals/test_matrix.py)
                number = getattr(made, subject)
                answer = act(by, number, move)
                expected = 401 if name == "nobody" else 403 if scope != needed else 404
                assert answer.status_code == expected, (name, scope, subject, move, answer.content)
                assert told(answer) == set()
                if expected == 404:
                    nowhere = act(by, 987654, move)
                    assert answer.content.replace(b"%d" % number, b"N") == nowhere.content.replace(b"987654", b"N")
    assert state() == before


def test_a_conflict_of_interest_ends_every_officers_move(made):
    """Con is an expert with a token to review, and one of those who may change what is under review."""
    before, con = state(), client(account("con"), "review")
    for move in (*REVIEW, *ADMINISTER):
        answer = act(con, made.review, move)
        assert (move, answer.status_code, told(answer)) == (move, 403, set())
    assert state() == before


def state():
    return list(Proposal.objects.order_by("pk").values()), Comment.objects.count()
