"""Every state, move and person, and whether the proposal is their own: exactly one answer for each."""

import pytest
from django.db import transaction

from codes.review import actions
from codes.review.models import Event, Proposal
from codes.review.states import MOVES as IN_CODE
from tests.review.workflow_table import MOVES, PEOPLE, outcome
from tests.support.moves import CALLS
from tests.support.people import DAY, START, account, board
from tests.support.proposals import IN_STATE


def test_the_two_tables_name_the_same_moves():
    assert set(MOVES) == set(IN_CODE) - {"expire"} == set(CALLS)


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("state", IN_STATE)
@pytest.mark.usefixtures("published")
def test_every_move(state, person):
    """Each is tried and undone, so that all begin with the same proposal."""
    by, number = _prepared(state, person)
    found = {move: _tried(move, number, by, state) for move in MOVES}
    assert found == {move: outcome(state, move, person) for move in MOVES}


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


def _tried(move, number, by, state):
    """The word for what came of it; whatever it was, nothing stays."""
    events = Event.objects.count()
    try:
        with transaction.atomic():
            CALLS[move](number, by, START + (0 if state == "in_review" else 90) * DAY)
            made = Proposal.objects.get(pk=number)
            assert made.state == (MOVES[move][2] or state)
            transaction.set_rollback(True)
    except actions.Refused as refused:
        assert Event.objects.count() == events
        return refused.code
    return "ok"
