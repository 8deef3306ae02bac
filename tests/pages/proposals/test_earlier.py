"""A name that was asked for before, and periods that are not the policy's."""

import pytest

from codes.review import actions
from tests.support import proposals
from tests.support.browser import signed_in
from tests.support.people import START, account
from tests.support.requests import SAM, drafted, written
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")

NAME = "upstream.quota_exhausted"


def said(client, number):
    """On which of the pages of draft `number` an earlier proposal is named."""
    pages = ("edit/code", "edit/meaning", "edit/defaults", "check")
    return [page for page in pages if "before and was rejected" in text(client.get(f"/proposals/{number}/{page}"))]


def test_a_rejected_request_for_the_same_code_is_named_where_it_is_asked_for_again():
    earlier = proposals.rejected(code=NAME, by=account("tom"))
    sam = signed_in(SAM)
    number = drafted(sam, NAME)
    assert said(sam, number) == ["edit/code", "edit/meaning", "check"]
    page = text(sam.get(f"/proposals/{number}/check"))
    assert f"Proposal {earlier.number} asked for" in page
    assert f'<a href="/proposals/{earlier.number}">' in sam.get(f"/proposals/{number}/check").content.decode()
    assert said(sam, drafted(sam, "upstream.quota_spent")) == []


def test_the_latest_one_in_sight_is_named():
    first = proposals.rejected(code=NAME, by=account("tom"))
    second = proposals.rejected(code=NAME, by=account("tom"))
    sam = signed_in(SAM)
    number = drafted(sam, NAME)
    assert f"Proposal {second.number} asked for" in text(sam.get(f"/proposals/{number}/check"))
    actions.hide(proposal=second.number, reason="An address is in it.", by=account("lea"), at=START)
    assert f"Proposal {first.number} asked for" in text(sam.get(f"/proposals/{number}/check"))
    actions.hide(proposal=first.number, reason="An address is in it.", by=account("lea"), at=START)
    assert said(sam, number) == []


@pytest.mark.parametrize(("days", "told"), [(None, False), (0, True)])
def test_pages_with_periods_say_where_these_are_for_trying_alone(days, told, client, settings):
    settings.REVIEW_PERIOD_DAYS = days
    sam = signed_in(SAM)
    number = written(sam)
    for page in (client.get("/policy"), client.get("/proposals/new"), sam.get(f"/proposals/{number}/check")):
        shown = text(page)
        own = "By the policy itself, a first answer is due 7 days after submission, and comments on a new code are open"
        assert (own in shown, "set up for trying" in shown) == (told, told)
