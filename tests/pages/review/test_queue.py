"""The queue: who sees it, in which order, in which words."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from codes.review import actions
from tests.pages.review.page import read
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.visible import text


def test_it_is_for_officers_alone(signed_in, client):
    assert client.get("/review/")["Location"] == "/account/sign-in?next=%2Freview%2F"
    assert signed_in(account("sam")).get("/review/").status_code == 403
    for officer in board():
        answer = signed_in(officer).get("/review/")
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")


def test_an_empty_one_says_so(signed_in):
    assert "Nothing waits." in text(signed_in(account("ada", "expert")).get("/review/"))
    answer = text(signed_in(account("ada", "expert")).get("/review/?show=mine"))
    assert "No open proposal is assigned to you." in answer


def test_what_is_due_first_is_at_the_top(signed_in, clock):
    late = proposals.submitted(code="tool.late", at=START - 5 * DAY)
    fresh = proposals.submitted(code="tool.fresh")
    asked = proposals.needs_info(code="tool.asked", at=START - 9 * DAY)
    reviewed = proposals.in_review(code="tool.reviewed", at=START - 16 * DAY)
    approved = proposals.approved(at=START - 30 * DAY)
    proposals.draft(code="tool.draft")
    proposals.rejected(code="tool.no", at=START - 30 * DAY)
    answer = signed_in(account("ada", "expert")).get("/review/")
    found = [link for link in read(answer).links if link.startswith("/review/") and link[8:].isdecimal()]
    assert found[1:] == [f"/review/{each.number}" for each in (late, fresh, reviewed, asked, approved)]
    assert found[0] == found[1]  # taken up first
    said = text(answer)
    assert "triage: overdue by 2 days" in said
    assert "triage: 2 days left, 4 December 2026, 09:00 UTC" in said
    assert "decision: 4 days left" in said
    assert "answer of the submitter: 50 days left" in said


def test_mine_are_those_that_are_assigned_to_me(signed_in):
    board()
    mine = proposals.submitted(code="tool.first")
    proposals.submitted(code="tool.second")
    actions.assign(proposal=mine.number, expert=account("ada"), by=account("ada"), at=START)
    answer = signed_in(account("ada")).get("/review/?show=mine")
    assert "All (2)" in text(answer)
    assert "Mine (1)" in text(answer)
    rows = {link for link in read(answer).links if link.startswith("/review/") and link[8:].isdecimal()}
    assert rows == {f"/review/{mine.number}"}


def test_only_an_administrator_is_shown_the_way_to_publish(signed_in):
    _, _, lea, max_ = board()
    assert "/review/publish" in read(signed_in(max_).get("/review/")).links
    assert "/review/publish" not in read(signed_in(lea).get("/review/")).links


@pytest.mark.parametrize("query", ["show=others", "show=mine&show=all"])
def test_what_cannot_be_asked_for(query, signed_in):
    assert signed_in(account("ada", "expert")).get(f"/review/?{query}").status_code == 400


def test_three_take_as_many_queries_as_one(signed_in):
    ada, *_ = board()
    counted = []
    for code in ("tool.first", "tool.second", "tool.third"):
        proposals.in_review(code=code)
        client = signed_in(ada)
        with CaptureQueriesContext(connection) as queries:
            client.get("/review/")
        counted.append(len(queries))
    assert counted[0] == counted[2]


def test_a_role_that_has_ended_is_no_way_in(signed_in):
    ada = account("ada", "expert")
    client = signed_in(ada)
    assert client.get("/review/").status_code == 200
    actions.dismiss(account=ada, role="expert", by=None, at=START + DAY)
    assert client.get("/review/").status_code == 302  # signed out
    again = Client()
    again.force_login(ada)
    assert again.get("/review/").status_code == 403
