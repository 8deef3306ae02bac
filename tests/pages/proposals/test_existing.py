"""Requests about what is registered already."""

import pytest

from codes.review.models import Proposal
from tests.support import proposals
from tests.support.browser import fill, posted, signed_in
from tests.support.people import account
from tests.support.requests import SAM, faults
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


@pytest.mark.parametrize(("kind", "first"), [("change_code", "meaning"), ("deprecate_code", "successor")])
def test_a_change_begins_with_what_is_registered(kind, first):
    sam = signed_in(SAM)
    page = sam.get(f"/proposals/new/{kind}?code=tool.timeout")
    assert posted(page)["code"] == "tool.timeout"
    answer = fill(sam, f"/proposals/new/{kind}", code="tool.timeout")
    number = int(answer["Location"].split("/")[2])
    assert answer["Location"] == f"/proposals/{number}/edit/{first}"
    content = Proposal.objects.get(pk=number).content
    assert (content["code"], content["base"]) == ("tool.timeout", "1.0.0")
    if kind == "change_code":
        assert content["title"] == "Tool Timeout"
        assert posted(sam.get(answer["Location"]))["title"] == "Tool Timeout"


def test_a_change_shows_what_differs_and_can_be_sent():
    sam = signed_in(SAM)
    number = int(fill(sam, "/proposals/new/change_code", code="tool.timeout")["Location"].split("/")[2])
    fill(sam, f"/proposals/{number}/edit/meaning", title="Tool Timed Out")
    fill(sam, f"/proposals/{number}/edit/controller", relation="none")
    fill(sam, f"/proposals/{number}/edit/reason", reason="It says what has happened and when.")
    page = sam.get(f"/proposals/{number}/check")
    assert faults(page) == []
    assert "Title Tool Timeout Tool Timed Out differs" in text(page)
    assert fill(sam, f"/proposals/{number}/check")["Location"] == f"/proposals/{number}/sent"


def test_a_change_of_a_default_asks_for_its_reason():
    sam = signed_in(SAM)
    number = int(fill(sam, "/proposals/new/change_code", code="tool.timeout")["Location"].split("/")[2])
    answer = fill(sam, f"/proposals/{number}/edit/defaults", default_retryable="no")
    assert "changes what deployed agents do" in faults(answer)[0]


def test_an_entry_that_moved_on_is_said_and_can_be_taken_as_it_is_now():
    sam = signed_in(SAM)
    number = int(fill(sam, "/proposals/new/deprecate_code", code="tool.timeout")["Location"].split("/")[2])
    fill(sam, f"/proposals/{number}/edit/successor", successor="loop.timeout")
    fill(sam, f"/proposals/{number}/edit/reason", reason="Nobody could tell the two apart.")
    proposals.published("change_code", by=account("tom"))
    page = sam.get(f"/proposals/{number}/check")
    said = "tool.timeout was changed by release 1.0.1; this was written against 1.0.0."
    assert [each.startswith(said) for each in faults(page)] == [True]
    form = posted(page)
    old = sam.post(f"/proposals/{number}/check", {**form, "tag": "r9-draft", "again": "1"})
    assert (old.status_code, Proposal.objects.get(pk=number).content["base"]) == (412, "1.0.0")
    assert sam.post(f"/proposals/{number}/check", {**form, "again": "1"})["Location"] == f"/proposals/{number}/check"
    assert faults(sam.get(f"/proposals/{number}/check")) == []


@pytest.mark.parametrize("kind", ["change_code", "deprecate_code", "reinstate_code"])
def test_a_code_that_is_not_registered_cannot_be_changed(kind):
    answer = fill(signed_in(SAM), f"/proposals/new/{kind}", code="tool.nonsense")
    assert faults(answer) == ["tool.nonsense is not registered. Propose it as a new code."]


def test_an_active_code_cannot_come_back():
    answer = fill(signed_in(SAM), "/proposals/new/reinstate_code", code="tool.timeout")
    assert faults(answer) == ["tool.timeout is active, so this cannot be asked of it."]


def test_a_row_of_the_crosswalk_is_changed_or_made():
    sam = signed_in(SAM)
    answer = fill(sam, "/proposals/new/change_signals", identifier="xw-001")
    number = int(answer["Location"].split("/")[2])
    content = Proposal.objects.get(pk=number).content
    assert len(content["base"]) == 64
    fill(sam, f"/proposals/{number}/edit/codes", note="Said in other words.")
    fill(sam, f"/proposals/{number}/edit/reason", reason="The note was hard to read.")
    assert faults(sam.get(f"/proposals/{number}/check")) == []
    answer = fill(sam, "/proposals/new/change_signals", identifier="brand-new")
    fresh = Proposal.objects.get(pk=int(answer["Location"].split("/")[2]))
    assert fresh.content == {"identifier": "brand-new"}


def test_a_category_is_asked_for_and_says_what_it_takes():
    sam = signed_in(SAM)
    answer = fill(sam, "/proposals/new/new_category", category="memory")
    number = int(answer["Location"].split("/")[2])
    assert answer["Location"] == f"/proposals/{number}/edit/category"
    answer = fill(sam, answer["Location"], description="What an agent remembers.", recommended_status="500")
    assert answer["Location"] == f"/proposals/{number}/edit/reference"
