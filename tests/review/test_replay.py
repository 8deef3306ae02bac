"""Forged records: each is noticed, and the sentence says what is wrong. The forger reaches the database."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from codes.harness_errors import canonical
from codes.releases.locks import anchor
from codes.review import actions, records, replay
from codes.review.models import Event, EventHead, Notice, Proposal
from tests.support import proposals
from tests.support.people import DAY, START, account
from tests.support.proposals import APPROVE, TEXT

pytestmark = pytest.mark.usefixtures("published")


def rows():
    """The events without the guard that they are written once."""
    return QuerySet(Event)


def rewrite(move, change):
    """Changes the last event of `move` and makes the chain hold again from there on."""
    event = Event.objects.filter(move=move).order_by("-number")[0]
    change(event)
    rows().filter(pk=event.pk).update(actor=event.actor, role=event.role, at=event.at, content=event.content)
    chain()


def remove(event):
    Notice.objects.filter(event=event).delete()
    rows().filter(pk=event.pk)._raw_delete("default")


def content(**changes):
    def change(event):
        event.content = canonical.dumps({**json.loads(event.content), **changes}).decode()

    return change


def chain():
    """As whoever rewrites history would leave it: every digest right."""
    previous = ""
    for event in Event.objects.order_by("number"):
        event.previous = previous
        rows().filter(pk=event.pk).update(previous=f"{event.pk}", sha256=event.digest())
        previous = event.digest()
    previous = ""
    for event in Event.objects.order_by("number"):
        rows().filter(pk=event.pk).update(previous=previous)
        event.previous = previous
        rows().filter(pk=event.pk).update(sha256=event.digest())
        previous = event.digest()
    EventHead.objects.update(sha256=previous)
    if Proposal.objects.filter(state="published").exists():
        last = Event.objects.order_by("-number")[0]
        anchor(last.number, last.sha256)


def found():
    return [each.partition(": ")[2] for each in replay.faults()]


def test_an_honest_record_has_no_fault():
    proposals.published()
    assert list(replay.faults()) == []


def test_a_changed_event():
    proposals.approved()
    event = Event.objects.get(move="approve")
    rows().filter(pk=event.pk).update(role="lead")
    assert f"event {event.number}: is not what was recorded" in list(replay.faults())


def test_a_removed_event():
    proposals.approved()
    event = Event.objects.get(move="start_review")
    remove(event)
    assert f"event {event.number + 1}: does not follow the event before it" in list(replay.faults())


def test_a_time_before_the_event_before():
    proposals.approved()

    def earlier(event):
        event.at = START - DAY

    rewrite("approve", earlier)
    number = Event.objects.get(move="approve").number
    assert f"event {number}: is from before the event before it" in list(replay.faults())


def test_the_end_cut_off():
    proposals.approved()
    last = Event.objects.order_by("-number")[0]
    remove(last)
    assert "the head of the events is not the last event" in list(replay.faults())


def test_a_history_rewritten_behind_a_release():
    """The whole chain made anew, only the manifest has been published."""
    proposals.published()
    before = records.end()
    rewrite("vote", content(reason_code=""))
    rewrite("assign", lambda event: setattr(event, "at", event.at + DAY))
    anchor(*before)
    assert "the latest manifest names an event that is not in the chain" in list(replay.faults())


@pytest.mark.parametrize(
    ("move", "change", "sentence"),
    [
        ("vote", content(verdict="reject"), "the counted votes are not those that were cast"),
        ("approve", content(votes=[]), "the votes do not come to it"),
        ("approve", content(needed=1), "the quorum of 3 eligible experts is not 1"),
        ("approve", content(eligible=[]), "somebody is counted as eligible who was not"),
        ("approve", content(**{"from": "submitted"}), "does not lead from in_review"),
        ("approve", content(to="published"), "leads to approved, not to published"),
        ("approve", content(before="0" * 64), "the proposal was changed without a record before it"),
        ("approve", lambda event: setattr(event, "at", START), "decided before the comment period was over"),
        ("approve", lambda event: setattr(event, "role", "submitter"), "not a move of the submitter"),
    ],
)
def test_a_forged_decision(move, change, sentence):
    proposals.approved()
    rewrite(move, change)
    assert sentence in found()


@pytest.mark.parametrize(
    ("move", "who", "role", "sentence"),
    [
        ("vote", "sam", "assigned", "by somebody who did not hold the role assigned"),
        ("vote", "eve", "assigned", "by an expert to whom it was not assigned"),
        ("start_review", "ada", "lead", "by somebody who did not hold the role lead"),
        ("submit", "sam", "administrator", "not a move of the administrator"),
    ],
)
def test_somebody_else_s_name_under_a_move(move, who, role, sentence):
    account("eve", "expert")
    proposals.approved()

    def change(event):
        event.actor, event.role = account(who).public_id, role

    rewrite(move, change)
    assert sentence in found()


def test_an_officer_s_own_proposal():
    account("sam", "expert")
    proposals.approved(by=account("sam"))

    def change(event):
        event.actor = account("sam").public_id

    rewrite("start_review", change)
    assert "by the submitter, who decides nothing about it" in found()


def test_an_approval_over_an_open_concern():
    made = proposals.voted()
    actions.concern(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    concern = made.concerns.get().pk
    actions.resolve(proposal=made.number, concern=concern, text=TEXT, by=account("ada"), at=START)
    actions.decide(proposal=made.number, by=None, at=made.comment_until)
    rewrite("resolve", content(lifted=False))
    assert found() == ["a concern was open"]


def test_an_appointment_by_nobody_who_could():
    account("ada", "expert")

    def change(event):
        event.actor = account("sam").public_id

    rewrite("appoint", change)
    assert found() == ["a appoint by somebody who was no administrator"]


def test_a_dismissal_that_never_was_an_appointment():
    account("ada", "expert")
    actions.dismiss(account=account("ada"), role="expert", by=None, at=START)
    rewrite("appoint", content(role="lead"))
    assert found() == ["dismissed from a role that was not held"]


def test_a_state_that_no_record_tells_of():
    made = proposals.in_review()
    Proposal.objects.filter(pk=made.number).update(state="approved")
    assert list(replay.faults()) == [f"proposal {made.number}: is approved, and the records say in_review"]


def test_votes_void_by_a_revision_do_not_decide():
    """The revision's record no longer says that it made votes void, so the approval counts others than were cast."""
    made = proposals.voted()
    actions.revise(proposal=made.number, content=proposals.new_code(title="Other"), by=account("sam"), at=START)
    for name in ("ada", "lea"):
        actions.vote(proposal=made.number, verdicts=APPROVE, no_conflict=True, by=account(name), at=START)
    actions.decide(proposal=made.number, by=None, at=made.comment_until)
    assert list(replay.faults()) == []
    rewrite("revise", content(voided=False))
    assert found() == ["the counted votes are not those that were cast"]


def test_the_command_tells(capsys):
    proposals.approved()
    call_command("verify_registry")
    assert capsys.readouterr().out == "1 release and 12 recorded events hold.\n"
    rows().filter(move="submit").update(content="{}\n", sha256="0" * 64)
    with pytest.raises(CommandError, match="faults"):
        call_command("verify_registry")
    said = capsys.readouterr().err
    assert "event 5: is not what was recorded" in said
    assert "event 5: does not say what such a record says" in said
