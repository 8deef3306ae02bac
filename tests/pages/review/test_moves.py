"""Every officer's move through its form: offered exactly where it would be made, refused exactly as the table says."""

import pytest
from django.db import transaction

from codes.pages.review.forms import FORMS
from codes.review import actions
from codes.review.kinds.names import NEW_CATEGORY
from codes.review.models import Concern, Proposal
from codes.review.states import MOVES as IN_CODE
from tests.pages.review.filled import FILLED
from tests.pages.review.page import complaints, inputs, offered
from tests.review.workflow_table import MOVES, PEOPLE, outcome
from tests.support.moves import TEXT
from tests.support.people import DAY, START, account, board
from tests.support.proposals import IN_STATE, voted
from tests.support.visible import text

OFFICERS = [person for person in PEOPLE if person not in ("stranger", "submitter")]
BY_SUBMITTER = {"save", "submit", "answer", "revise", "withdraw", "reopen"}
STATUS = {
    "ok": 302,
    "not_there": 404,
    "not_permitted": 403,
}
# What is tried where somebody waits: the rest is the same code in other cells of the table.
USUAL = {("submitted", "lead"), ("in_review", "assigned"), ("in_review", "own, lead"), ("approved", "administrator"),
         ("rejected", "administrator"), ("published", "expert"), ("draft", "own, administrator")}  # fmt: skip
CELLS = [
    pytest.param(state, person, marks=[] if (state, person) in USUAL else pytest.mark.slow)
    for state in IN_STATE
    for person in OFFICERS
]


def test_every_officers_move_has_a_form_and_publishing_a_page():
    assert set(FORMS) == set(FILLED) | {"assign", "resolve"} == set(IN_CODE) - BY_SUBMITTER - {"expire", "publish"}


@pytest.mark.parametrize(("state", "person"), CELLS)
def test_every_cell_of_the_table(state, person, signed_in, clock):
    by, number = _prepared(state, person)
    clock.now = START + (0 if state == "in_review" else 90) * DAY
    client = signed_in(by)
    page = client.get(f"/review/{number}")
    expected = {move: _expected(state, move, person) for move in FORMS}
    assert page.status_code == (404 if state == "draft" else 200)
    assert sorted(offered(page)) == sorted(move for move, word in expected.items() if word == "ok")
    tag = Proposal.objects.get(pk=number).tag
    found = {move: _sent(client, move, number, by, tag, MOVES[move][2] or state) for move in FORMS}
    assert found == {move: STATUS.get(word, 409) for move, word in expected.items()}


def _expected(state, move, person):
    return "not_there" if state == "draft" else outcome(state, move, person)


def _prepared(state, person):
    _, roles = PEOPLE[person]
    board()
    own = person.startswith("own")
    by = account("pat", *roles)
    account("eve", "expert")  # to whom it can be given, since those of the board have it
    made = IN_STATE[state](by=by if own else None)
    if person == "assigned" and made.state in ("submitted", "in_review"):
        actions.assign(proposal=made.number, expert=by, by=by, at=START)
    if person == "assigned" and made.state not in ("submitted", "in_review", "draft"):
        by = account("ada")
    return by, made.number


def _sent(client, move, number, by, tag, state):
    """The status that the form is answered with; nothing stays of it."""
    filled = {"tag": tag, **_filled(move, number, by)}
    with transaction.atomic():
        answer = client.post(f"/review/{number}/{move}", filled)
        if answer.status_code == 302:
            assert answer["Location"] == f"/review/{number}"
            assert Proposal.objects.get(pk=number).state == state
        transaction.set_rollback(True)
    return answer.status_code


def _filled(move, number, by):
    match move:
        case "assign":
            expert = by if by.roles.filter(role__in=("expert", "lead")).exists() else account("eve", "expert")
            return {"expert": expert.public_id}
        case "resolve":
            concern = Concern.objects.filter(proposal=number).first()
            return {"concern": concern.pk if concern else 0, "text": TEXT}
    return FILLED[move]


def test_what_a_guard_would_refuse_is_not_offered(signed_in, clock):
    """Beyond the table: a decision, a ruling, a third extension, an expert when all have it."""
    ada, ben, lea, max_ = board()
    made = voted()
    assert {"approve", "reject", "record_approval"}.isdisjoint(offered(signed_in(lea).get(f"/review/{made.number}")))
    for _ in range(2):
        actions.extend(proposal=made.number, reason="Holidays.", by=lea, at=START)
    assert "extend" not in offered(signed_in(lea).get(f"/review/{made.number}"))
    assert "assign" not in offered(signed_in(max_).get(f"/review/{made.number}"))
    made.refresh_from_db()
    clock.now = made.comment_until
    assert "approve" in offered(signed_in(ada).get(f"/review/{made.number}"))
    assert "reject" not in offered(signed_in(ada).get(f"/review/{made.number}"))
    actions.concern(proposal=made.number, text="Who sends it?", by=ben, at=clock.now)
    assert "approve" not in offered(signed_in(ada).get(f"/review/{made.number}"))
    clock.now = made.escalate_at
    assert "record_approval" in offered(signed_in(max_).get(f"/review/{made.number}"))


def test_a_concern_is_lifted_by_whoever_raised_it_or_by_a_lead_and_another(signed_in, clock):
    ada, ben, lea, _ = board()
    made = IN_STATE["in_review"]()
    for by in (ada, ben):
        signed_in(by).post(f"/review/{made.number}/concern", {"tag": made.tag, "text": f"{by.name} wonders."})
    first, second = Concern.objects.order_by("pk")
    page = signed_in(lea).get(f"/review/{made.number}")
    assert offered(page).count("resolve") == 2
    for by, concern in ((ada, first), (lea, second), (ada, second)):
        answer = signed_in(by).post(
            f"/review/{made.number}/resolve", {"tag": made.tag, "concern": concern.pk, "text": "It is met."}
        )
        assert answer.status_code == 302
        concern.refresh_from_db()
    assert Concern.objects.filter(lifted=None).count() == 0


def test_an_expert_takes_it_with_one_button(signed_in):
    made = IN_STATE["submitted"]()
    ada = account("ada", "expert")
    client = signed_in(ada)
    sent = inputs(client.get(f"/review/{made.number}"), "assign")
    assert sent["expert"] == ada.public_id
    assert client.post(f"/review/{made.number}/assign", sent).status_code == 302
    assert [each.account for each in made.assignments.all()] == [ada]


def test_the_decision_that_the_votes_have_come_to_is_made_by_whoever_looks_first(signed_in, clock):
    made = voted()
    clock.now = made.comment_until
    client = signed_in(account("lea"))
    answer = client.post(f"/review/{made.number}/reject", {"tag": made.tag})
    assert answer.status_code == 409
    assert "it is to approve" in answer.content.decode()
    assert client.post(f"/review/{made.number}/approve", {"tag": made.tag}).status_code == 302
    made.refresh_from_db()
    assert made.state == "approved"


@pytest.mark.parametrize(("move", "state"), [("record_approval", "approved"), ("record_rejection", "rejected")])
def test_a_ruling_is_recorded_once_the_experts_are_out_of_time(move, state, signed_in, clock):
    made = IN_STATE["in_review"]()
    clock.now = made.escalate_at
    client = signed_in(account("max"))
    missing = client.post(f"/review/{made.number}/{move}", {"tag": made.tag, "reason": TEXT})
    assert missing.status_code == 400
    assert ("record_approval_reference" if state == "approved" else "record_rejection_reason_code") in {
        at for at, _ in complaints(missing)
    }
    answer = client.post(f"/review/{made.number}/{move}", {"tag": made.tag, **FILLED[move]})
    assert answer.status_code == 302
    made.refresh_from_db()
    assert made.state == state


@pytest.mark.parametrize(("rfc", "status"), [("", 400), ("RFC 9", 400), ("0", 400), ("100000", 400), ("9999", 302)])
def test_a_category_takes_standards_action_and_no_vote(rfc, status, signed_in):
    made = IN_STATE["in_review"](NEW_CATEGORY)
    client = signed_in(account("max"))
    assert "record_standards_action" in offered(client.get(f"/review/{made.number}"))
    assert "record_standards_action" not in offered(signed_in(account("lea")).get(f"/review/{made.number}"))
    answer = client.post(f"/review/{made.number}/record_standards_action", {"tag": made.tag, "rfc": rfc})
    assert answer.status_code == status
    made.refresh_from_db()
    assert made.state == ("approved" if status == 302 else "in_review")


def test_an_upheld_appeal_is_reviewed_by_others(signed_in):
    made = IN_STATE["rejected"]()
    eve = account("eve", "expert")
    sent = {"tag": made.tag, **FILLED["uphold_appeal"]}
    assert signed_in(account("max")).post(f"/review/{made.number}/uphold_appeal", sent).status_code == 302
    assert "assign" in offered(signed_in(eve).get(f"/review/{made.number}"))
    made.refresh_from_db()
    ada = signed_in(account("ada"))
    page = ada.get(f"/review/{made.number}")
    assert {"vote", "concern"} & set(offered(page)) == set()
    assert "0 of 2; the comment period is not over" in text(page)
    assert ada.post(f"/review/{made.number}/vote", {"tag": made.tag, **FILLED["vote"]}).status_code == 409
