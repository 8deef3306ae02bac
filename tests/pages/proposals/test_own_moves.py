"""What a submitter, or anybody with an account, does with a proposal afterwards."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from codes.pages.forms import content_form
from codes.pages.proposals.steps import members
from codes.review import actions
from codes.review.models import Proposal
from tests.review.workflow_table import MOVES as BY_HAND
from tests.support import proposals
from tests.support.browser import fill, posted, signed_in
from tests.support.people import DAY, START, account
from tests.support.requests import SAM, faults, offered
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


@pytest.mark.parametrize(
    ("state", "own", "others"),
    [
        ("submitted", ["comment", "revise", "withdraw"], ["comment"]),
        ("needs_info", ["answer", "comment", "withdraw"], ["comment"]),
        ("in_review", ["comment", "revise", "withdraw"], ["comment"]),
        ("approved", ["comment", "withdraw"], ["comment"]),
        ("published", [], []),
        ("rejected", [], []),
        ("withdrawn", ["reopen"], []),
        ("expired", ["reopen"], []),
    ],
)
def test_what_is_open_is_offered_and_nothing_else(state, own, others):
    made = proposals.IN_STATE[state]()
    sam, tom = signed_in(SAM), signed_in("tom")
    assert offered(sam, made.number) == own
    assert offered(tom, made.number) == others
    for move in ("answer", "comment", "revise", "withdraw", "reopen"):
        answer = sam.get(f"/proposals/{made.number}/{move}")
        assert (answer.status_code == 200) is (move in own), move
        strangers = tom.get(f"/proposals/{made.number}/{move}").status_code
        assert strangers == (404 if move != "comment" else 200 if others else 302), move


def test_a_comment_is_public_at_once():
    made = proposals.submitted()
    tom = signed_in("tom")
    answer = fill(tom, f"/proposals/{made.number}/comment", text="So\r\nit is.")
    assert answer["Location"] == f"/proposals/{made.number}#comments"
    assert made.comments.get().text == "So\nit is."
    for wrong, said in (("", "Say something."), ("x" * 4001, "At most 4,000 characters fit.")):
        answer = fill(tom, f"/proposals/{made.number}/comment", text=wrong)
        assert (answer.status_code, faults(answer)) == (400, [said])


@pytest.mark.parametrize(
    ("who", "address"), [(("tom",), "/proposals/{}/comment"), (("zoe", "expert"), "/review/{}/comment")]
)
def test_one_comment_too_many_says_when_there_is_room_and_keeps_the_text(who, address, monkeypatch):
    monkeypatch.setattr("codes.review.actions.triage.MOST_COMMENTS", 1)
    made = proposals.in_review()
    browser = signed_in(*who)
    answers = [browser.post(address.format(made.number), {"text": f"Once more, {each}."}) for each in (1, 2)]
    assert [each.status_code for each in answers] == [302, 429]
    assert 3600 - int(answers[1]["Retry-After"]) in range(60)
    assert "Once more, 2." in answers[1].content.decode()
    assert made.comments.count() == 1


def test_one_request_too_many_says_when_there_is_room(monkeypatch):
    monkeypatch.setattr("codes.review.actions.drafting.MOST_A_DAY", 1)
    answers = [fill(signed_in("tom"), "/proposals/new/new_code", code=f"tool.fault_{each}") for each in "ab"]
    assert [each.status_code for each in answers] == [302, 429]
    assert 86400 - int(answers[1]["Retry-After"]) in range(60)


def test_a_question_is_answered_with_a_changed_content():
    made = proposals.needs_info()
    sam = signed_in(SAM)
    assert "You are asked: Who sends it today?" in text(sam.get(f"/proposals/{made.number}/answer"))
    answer = fill(sam, f"/proposals/{made.number}/answer", title="Quota Gone")
    assert faults(answer) == ["Say something to the question."]
    answer = fill(sam, f"/proposals/{made.number}/answer", text="Six clients.", title="Quota Gone")
    assert answer.status_code == 302
    made.refresh_from_db()
    assert (made.state, made.revision, made.content["title"]) == ("in_review", 2, "Quota Gone")


def test_a_revision_says_what_is_wrong_and_what_does_not_differ():
    made = proposals.submitted()
    sam = signed_in(SAM)
    address = f"/proposals/{made.number}/revise"
    answer = fill(sam, address)
    assert (answer.status_code, faults(answer)) == (409, ["Nothing differs from the last revision."])
    answer = fill(sam, address, title="X", code="tool.elsewhere")
    assert answer.status_code == 400
    assert "Title has 1 characters and needs 3 or more." in faults(answer)
    answer = fill(sam, address, code="tool.elsewhere")
    assert (answer.status_code, "A revision is about the same entry." in faults(answer)[0]) == (409, True)
    assert fill(sam, address, title="Quota Gone")["Location"] == f"/proposals/{made.number}#revisions"
    made.refresh_from_db()
    assert (made.revision, made.content["title"]) == (2, "Quota Gone")


def test_a_stale_form_keeps_what_was_typed_and_can_be_sent_again():
    made = proposals.in_review()
    sam = signed_in(SAM)
    address = f"/proposals/{made.number}/revise"
    form = {**posted(sam.get(address)), "title": "Quota Gone"}
    actions.revise(
        proposal=made.number, content=proposals.new_code(publisher="Somebody"), by=account(SAM), at=START + DAY
    )
    answer = sam.post(address, form)
    assert answer.status_code == 412
    assert faults(answer)[0] == "The proposal has changed since: it is r2-in_review now, not r1-in_review."
    again = posted(answer)
    assert (again["title"], again["tag"]) == ("Quota Gone", "r2-in_review")
    assert sam.post(address, again).status_code == 302
    made.refresh_from_db()
    assert (made.revision, made.content["title"]) == (3, "Quota Gone")


def test_a_form_for_a_move_that_is_over_says_so_and_keeps_what_was_typed():
    made = proposals.submitted()
    sam = signed_in(SAM)
    address = f"/proposals/{made.number}/comment"
    form = {**posted(sam.get(address)), "text": "Written for long."}
    actions.withdraw(proposal=made.number, by=account(SAM), at=START + DAY)
    answer = sam.post(address, form)
    assert (answer.status_code, faults(answer)) == (409, ["A proposal that is withdrawn cannot take the move comment."])
    assert posted(answer)["text"] == "Written for long."


def test_it_is_taken_back_and_reopened():
    made = proposals.in_review()
    sam = signed_in(SAM)
    assert fill(sam, f"/proposals/{made.number}/withdraw")["Location"] == f"/proposals/{made.number}"
    assert fill(sam, f"/proposals/{made.number}/reopen")["Location"] == f"/proposals/{made.number}/sent"
    made.refresh_from_db()
    assert made.state == "submitted"


def test_after_half_a_year_it_is_too_late_to_reopen_it():
    made = proposals.submitted(at=START - 400 * DAY)
    actions.withdraw(proposal=made.number, by=account(SAM), at=START - 399 * DAY)
    answer = fill(signed_in(SAM), f"/proposals/{made.number}/reopen")
    assert answer.status_code == 409
    assert "It could be reopened until 2026-04-" in faults(answer)[0]


def test_what_was_taken_out_of_sight_is_for_its_submitter_and_officers():
    made = proposals.in_review()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    assert signed_in("tom").get(f"/proposals/{made.number}/act").status_code == 404
    assert signed_in("tom").get(f"/proposals/{made.number}/comment").status_code == 404
    assert signed_in(SAM).get(f"/proposals/{made.number}/act").status_code == 200
    assert signed_in("ada").get(f"/proposals/{made.number}/act").status_code == 200


@pytest.mark.parametrize("page", ["act", "comment"])
def test_and_for_officers_with_a_second_factor_alone_where_the_site_asks_for_one(page, settings):
    made = proposals.in_review()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    settings.REQUIRE_SECOND_FACTOR = True
    address = f"/proposals/{made.number}/{page}"
    assert [signed_in(name).get(address).status_code for name in (SAM, "ada")] == [200, 404]
    TOTP.activate(account("ada"), generate_totp_secret())
    assert signed_in("ada").get(address).status_code == 200


# What makes the move pass where the table opens it.
TYPED = {"comment": {"text": "So it is."}, "answer": {"text": "Six clients."}, "revise": {"title": "Quota Is Gone"}}


@pytest.mark.parametrize("state", proposals.IN_STATE)
@pytest.mark.parametrize("move", ["answer", "comment", "revise", "withdraw", "reopen"])
def test_every_move_in_every_state_by_the_submitter_a_stranger_and_an_officer(state, move):
    sources, who, _ = BY_HAND[move]
    made = proposals.IN_STATE[state]()
    form = {**proposals_form(made), **TYPED.get(move, {})}
    for name, roles in (("tom", ()), ("lea", ("lead",)), (SAM, ())):
        there = name == SAM or (state != "draft" and "P" in who)
        opened = state in sources.split() and (name == SAM or "P" in who)
        answer = signed_in(name, *roles).post(f"/proposals/{made.number}/{move}", form)
        assert answer.status_code == (404 if not there else 302 if opened else 409), name
        now = Proposal.objects.get(pk=made.number)
        assert opened or (now.state, now.revision) == (made.state, made.revision), name


def proposals_form(made):
    """What the form of a proposal sends: all its members as they are, and the tag."""
    form = content_form(members(made.kind), made.content, tag=made.tag)
    values = {field.html_name: field.value() for field in form}
    return {name: {True: "yes", False: "no", None: ""}.get(value, value) for name, value in values.items()}
