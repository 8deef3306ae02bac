"""Every state, move and person through the API, against the table written by hand: one exact answer for each."""

import pytest
from django.db import transaction

from codes.api import acting
from codes.review import actions
from codes.review.models import Concern, Event, Proposal
from codes.web.problems import CATALOGUE
from tests.api.proposals.calls import BODIES, act, patch
from tests.review.workflow_table import MOVES, PEOPLE, outcome
from tests.support.callers import client
from tests.support.people import DAY, START, account, board
from tests.support.proposals import IN_STATE

pytestmark = pytest.mark.django_db

# Which scope a move takes, and which letters of the table may hold that scope at all.
SCOPES = {"review": "XALD", "administer": "D"}
SCOPE = dict.fromkeys(
    (
        "assign", "start_review", "ask", "note", "vote", "concern", "resolve", "recuse", "extend", "approve", "reject",
        "send_back", "hide", "unhide",
    ),
    "review",
) | dict.fromkeys(
    ("record_approval", "record_rejection", "record_standards_action", "publish", "uphold_appeal"), "administer"
)  # fmt: skip
SLUGS = {"not_there": "unknown-proposal", "not_permitted": "not-permitted"}
CELLS = [(state, person) for state in IN_STATE for person in PEOPLE]
# Each state and each person once or more; the rest takes a while.
DIAGONAL = {(state, list(PEOPLE)[place % len(PEOPLE)]) for place, state in enumerate(IN_STATE)} | {
    ("in_review", "assigned"),
    ("in_review", "lead"),
    ("approved", "administrator"),
}


def expected(state, move, person):
    """(slug, word) of the problem, or the state afterwards."""
    _, roles = PEOPLE[person]
    held = {"expert": "X", "lead": "L", "administrator": "D"}
    if not any(held[role] in SCOPES.get(SCOPE.get(move), "XLD") for role in roles) and move in SCOPE:
        return "forbidden", None
    word = outcome(state, move, person)
    if word == "ok":
        return MOVES[move][2] or state
    return SLUGS.get(word, "conflict"), word


@pytest.mark.parametrize(
    ("state", "person"),
    [pytest.param(*cell, marks=() if cell in DIAGONAL else pytest.mark.slow) for cell in CELLS],
)
def test_every_move(state, person, monkeypatch):
    """Each is tried and undone, so that all begin with the same proposal."""
    by, number = _prepared(state, person)
    monkeypatch.setattr(acting, "now", lambda: START + (0 if state == "in_review" else 90) * DAY)
    caller = client(by)
    found = {move: _tried(move, number, caller, by) for move in MOVES}
    assert found == {move: expected(state, move, person) for move in MOVES}
    # A change of members is a save of a draft, and a revision of anything else.
    word = expected(state, "save" if state == "draft" else "revise", person)
    assert _undone(lambda: patch(caller, number, {"content": {"title": "Another Title"}}, If_Match="*")) == word


def _prepared(state, person):
    _, roles = PEOPLE[person]
    board()
    own = person.startswith(("own", "submitter"))
    by = account("pat", *roles)
    made = IN_STATE[state](by=by if own else None)
    if person == "assigned" and made.state in ("submitted", "in_review"):
        actions.assign(proposal=made.number, expert=by, by=by, at=START)
    if person == "assigned" and made.state not in ("submitted", "in_review", "draft"):
        by = account("ada")
    return by, made.number


def _tried(move, number, caller, by):
    body = BODIES[move]
    if move == "assign" and not by.roles.filter(role__in=("expert", "lead"), dismissed_at=None).exists():
        body = {"expert": account("eve", "expert").public_id}
    if move == "resolve":
        assert not Concern.objects.exists()
    return _undone(lambda: act(caller, number, move, body))


def _undone(call):
    """What came of it: the state, or the problem, of which nothing stays."""
    events = Event.objects.count()
    with transaction.atomic():
        answer = call()
        if answer.status_code == 200:
            found = answer.json()
            assert answer["ETag"] == f'"{found["tag"]}"'
            assert Proposal.objects.get(pk=found["number"]).state == found["state"]
            transaction.set_rollback(True)
            return found["state"]
    assert Event.objects.count() == events
    problem = answer.json()
    slug = problem["type"].rsplit("/", 1)[1]
    assert CATALOGUE[slug].status == answer.status_code
    return slug, problem.get("code")
