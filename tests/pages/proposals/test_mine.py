"""The account's page: proposals and notices."""

import re

import pytest
from django.core import mail
from django.utils import timezone

from codes.review import actions, notices
from tests.support import proposals
from tests.support.browser import signed_in
from tests.support.people import START, account
from tests.support.requests import SAM
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


def test_the_account_lists_what_waits_for_its_reader_first_and_what_they_were_told():
    sam = signed_in(SAM)
    assert "You have proposed nothing yet." in text(sam.get("/account/"))
    over = proposals.rejected(code="tool.first").number
    going = proposals.submitted(code="tool.second").number
    gone = proposals.draft(code="tool.third")
    actions.withdraw(proposal=gone.number, by=account(SAM), at=START)
    draft = proposals.draft(code="tool.fourth").number
    asked = proposals.needs_info(code="tool.fifth").number
    proposals.submitted(code="tool.sixth", by=account("tom"))
    notices.send(timezone.now(), most=500)
    page = sam.get("/account/").content.decode()
    rows = re.findall(r'<th scope="row">(?:<a [^>]*>)?#(\d+)', page)
    assert [int(each) for each in rows] == [asked, draft, going, over]
    told = text(sam.get("/account/"))
    assert "New code tool.fifth waits for an answer" in told
    mails = [each for each in mail.outbox if each.to == ["sam@example.org"]]
    assert len(re.findall(r'<li><span><a href="/proposals/', page)) == len(mails)


@pytest.mark.parametrize("number", [1, 3])
def test_an_account_with_three_proposals_costs_what_one_with_one_costs(number, django_assert_num_queries):
    sam = signed_in(SAM)
    for each in range(number):
        made = proposals.submitted(code=f"tool.number_{each}")
        actions.comment(proposal=made.number, text="So it is.", by=account("tom"), at=START)
    notices.send(timezone.now(), most=500)
    sam.get("/account/")
    with django_assert_num_queries(10):
        sam.get("/account/")


@pytest.mark.parametrize(
    ("state", "words", "place"),
    [
        ("draft", "Go on writing", "/check"),
        ("submitted", "Take part", "/act"),
        ("needs_info", "Take part", "/act"),
        ("in_review", "Take part", "/act"),
        ("approved", "Take part", "/act"),
        ("published", "Read", ""),
        ("rejected", "Read", ""),
        ("withdrawn", "Reopen", "/act"),
        ("expired", "Reopen", "/act"),
    ],
)
def test_each_goes_on_as_far_as_it_can(state, words, place):
    number = proposals.IN_STATE[state](by=account(SAM)).number
    page = signed_in(SAM).get("/account/").content.decode()
    assert f'<td><a href="/proposals/{number}{place}">{words}<' in page
