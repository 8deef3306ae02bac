"""What an erased account leaves of what it had written."""

import pytest

from codes.accounts.erase import erase
from codes.review import actions, replay
from codes.review.models import Proposal
from tests.support import proposals
from tests.support.people import START, account, board

pytestmark = pytest.mark.usefixtures("published")


def test_drafts_hold_nothing_any_more_and_the_record_still_holds():
    board()
    made = proposals.submitted()
    thrown_away = proposals.draft(code="tool.first")
    actions.withdraw(proposal=thrown_away.number, by=account("sam"), at=START)
    drafts = [thrown_away, proposals.draft(code="tool.second")]
    other = proposals.draft(by=account("eve"), code="tool.third")
    erase(account("sam"))
    for each in (made, other, *drafts):
        each.refresh_from_db()
    assert [(each.state, each.content, each.target) for each in drafts] == [("withdrawn", {}, "")] * 2
    assert (made.state, made.content) == ("submitted", proposals.new_code())
    assert (other.state, other.content["code"]) == ("draft", "tool.third")
    assert Proposal.objects.filter(draft__contains="tool.second").count() == 0
    assert list(replay.faults()) == []
