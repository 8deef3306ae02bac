"""If-Match: a change is made against what its author had seen."""

import pytest

from codes.review.models import Proposal
from tests.api.proposals.calls import BODIES, act, patch, problem
from tests.support.callers import client
from tests.support.people import account, board
from tests.support.proposals import draft, in_review, submitted

pytestmark = pytest.mark.django_db

UNTAGGED = ("comment", "note")


@pytest.fixture
def sam():
    return client(account("sam"))


@pytest.mark.parametrize("move", BODIES)
def test_every_change_says_what_it_was_decided_from(move, at):
    everything = client(account("all", "lead", "administrator"))
    made = submitted()
    answer = act(everything, made.number, move, If_Match=None)
    if move in UNTAGGED:
        assert answer.status_code == 200
    else:
        problem(answer, "precondition-required")


def test_a_change_of_members_says_so_too(sam, at):
    problem(patch(sam, draft().number, {"content": {}}), "precondition-required")


def test_without_it_nothing_is_said_about_what_is_there(sam, at):
    """Not even whether it is."""
    answers = [act(sam, number, "withdraw", If_Match=None) for number in (10**9, draft(by=account("eve")).number)]
    assert [answer.content for answer in answers] == [answers[0].content] * 2


@pytest.mark.parametrize("field", ['"r1-submitted"', '"x", "r1-submitted"', "*", ' "r1-submitted" '])
def test_the_present_tag(field, sam, at):
    assert act(sam, submitted().number, "withdraw", If_Match=field).status_code == 200


@pytest.mark.parametrize("field", ['"r0-draft"', '"r1-in_review"', 'W/"r1-submitted"', '"a", "b"', '"*"'])
def test_another_one(field, sam, at):
    made = submitted()
    answer = act(sam, made.number, "withdraw", If_Match=field)
    found = problem(answer, "precondition-failed")
    assert (found["code"], found["state"], found["tag"]) == ("stale", "submitted", "r1-submitted")
    assert (found["allowed"], answer["ETag"]) == (["revise", "comment", "withdraw"], '"r1-submitted"')
    made.refresh_from_db()
    assert made.state == "submitted"


@pytest.mark.parametrize("field", ["r1-submitted", "nonsense", '"'])
def test_what_is_no_tag_at_all(field, sam, at):
    found = problem(act(sam, submitted().number, "withdraw", If_Match=field), "bad-request")
    assert found["errors"][0]["header"] == "If-Match"


def test_comments_and_clocks_change_nothing_about_it(sam, at):
    board()
    made = in_review()
    before = sam.get(f"/api/v1/proposals/{made.number}")["ETag"]
    act(sam, made.number, "comment")
    act(client(account("lea")), made.number, "extend")
    answer = sam.get(f"/api/v1/proposals/{made.number}", headers={"If-None-Match": before})
    assert (answer.status_code, answer["ETag"]) == (200, before)
    assert len(answer.json()["comments"]) == 1


def test_members_are_merged_into_what_is_there(sam, at):
    made = draft()
    body = {"content": {"title": "Upstream Quota Spent", "why_not_nearest": None, "reference": {"section": "3"}}}
    answer = patch(sam, made.number, body, If_Match='"r0-draft"')
    now = Proposal.objects.get(pk=made.number).content
    before = made.content
    assert answer.json()["content"] == now
    assert now["reference"] == {**before["reference"], "section": "3"}
    assert "why_not_nearest" not in now
    kept = set(before) - {"title", "why_not_nearest", "reference"}
    assert {name: now[name] for name in kept} == {name: before[name] for name in kept}


def test_what_was_submitted_gets_a_new_revision(sam, at):
    made = submitted()
    answer = patch(sam, made.number, {"content": {"title": "Upstream Quota Spent"}}, If_Match='"r1-submitted"')
    assert (answer.status_code, answer["ETag"]) == (200, '"r2-submitted"')
    assert [row["content"]["title"] for row in answer.json()["revisions"]] == [
        "Upstream Quota Exhausted",
        "Upstream Quota Spent",
    ]
    problem(patch(sam, made.number, {"content": {"title": "X"}}, If_Match='"r1-submitted"'), "precondition-failed")


def test_a_patch_under_its_own_media_type(sam, at):
    made = draft()
    answer = sam.patch(
        f"/api/v1/proposals/{made.number}",
        '{"content": {"title": null}}',
        content_type="application/merge-patch+json",
        headers={"If-Match": "*"},
    )
    assert (answer.status_code, "title" in answer.json()["content"]) == (200, False)
