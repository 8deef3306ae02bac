"""Waiting periods, pauses, reminders, expiry."""

from datetime import timedelta

import pytest

from codes.review import actions, clocks
from codes.review.models import Event, Notice
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.proposals import TEXT, new_code

pytestmark = pytest.mark.usefixtures("published")


def test_a_submission_waits_for_triage_and_a_first_answer():
    made = proposals.submitted()
    assert [(each.name, each.due) for each in clocks.running(made)] == [
        ("triage", START + 3 * DAY),
        ("first_answer", START + 7 * DAY),
    ]
    assert clocks.next_due(made).name == "triage"


def test_every_clock_stands_still_while_an_answer_is_awaited():
    made = proposals.needs_info()
    assert {each.paused for each in clocks.running(made) if each.name != "expiry"} == {True}
    made = actions.answer(
        proposal=made.number, content=new_code(title="More"), text=TEXT, by=account("sam"), at=START + 5 * DAY
    )
    assert (made.state, made.comment_until) == ("in_review", START + 19 * DAY)
    assert (made.decide_by, made.escalate_at) == (START + 26 * DAY, START + 33 * DAY)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (5 * DAY, "5 days left"),
        (DAY, "1 day left"),
        (timedelta(hours=23, minutes=59), "23 hours left"),
        (timedelta(minutes=2), "2 minutes left"),
        (timedelta(seconds=5), "less than a minute left"),
        (timedelta(), "overdue by less than a minute"),
        (-2 * DAY, "overdue by 2 days"),
    ],
)
def test_clocks_in_words(left, words):
    assert clocks.words(clocks.Clock("triage", START + left), START) == words


def test_a_question_that_nobody_answers_ends_the_proposal_after_two_warnings():
    made = proposals.needs_info()
    done = {days: actions.tick(START + days * DAY) for days in (29, 30, 31, 53, 59, 60, 61)}
    number = made.number
    assert done == {
        29: [],
        30: [f"#{number} reminded: expiry"],
        31: [],
        53: [f"#{number} reminded: expiry"],
        59: [],
        60: [f"#{number} expired"],
        61: [],
    }
    made.refresh_from_db()
    assert (made.state, made.paused_at, made.returns_to) == ("expired", None, "")


def test_each_week_that_something_is_overdue_is_told_once():
    made = proposals.submitted()
    done = [line for day in range(20) for line in (*actions.tick(START + day * DAY), *actions.tick(START + day * DAY))]
    assert done == [
        f"#{made.number} escalated: no designated expert is eligible",
        f"#{made.number} reminded: triage",  # day 3
        f"#{made.number} reminded: first_answer",  # day 7
        f"#{made.number} reminded: triage",  # day 10
        f"#{made.number} reminded: first_answer",  # day 14
        f"#{made.number} reminded: triage",  # day 17
    ]


def test_a_decision_is_told_of_two_days_before_and_escalated_a_week_after():
    made = proposals.in_review()
    lines = {day: found for day in range(40) if (found := actions.tick(START + day * DAY))}
    number = made.number
    assert lines == {
        19: [f"#{number} reminded: decision"],
        21: [f"#{number} reminded: decision"],
        28: [f"#{number} escalated: the experts have not come to a decision in time", f"#{number} reminded: decision"],
        35: [f"#{number} reminded: decision"],
    }


def test_time_alone_makes_the_decision_that_the_votes_came_to():
    made = proposals.voted()
    assert actions.tick(made.comment_until - DAY) == []
    assert actions.tick(made.comment_until) == [f"#{made.number} approved"]
    event = Event.objects.filter(move="approve").get()
    assert (event.actor, event.role) == ("", "clock")


def test_what_was_withdrawn_can_be_reopened_for_180_days():
    made = proposals.withdrawn()
    call = {"proposal": made.number, "by": account("sam")}
    with pytest.raises(actions.Guarded) as refused:
        actions.reopen(at=START + 180 * DAY, **call)
    assert refused.value.code == "too_late"
    assert actions.reopen(at=START + 179 * DAY, **call).state == "submitted"


def test_a_draft_that_was_withdrawn_is_gone():
    made = proposals.draft()
    by = account("sam")
    actions.withdraw(proposal=made.number, by=by, at=START)
    with pytest.raises(actions.Guarded) as refused:
        actions.reopen(proposal=made.number, by=by, at=START)
    assert refused.value.code == "never_submitted"
    assert Event.objects.filter(subject=f"proposal:{made.number}").count() == 0


def test_an_extended_period_reminds_anew():
    made = proposals.in_review()
    actions.tick(START + 19 * DAY)
    actions.extend(proposal=made.number, reason=TEXT, by=account("lea"), at=START + 19 * DAY)
    assert actions.tick(START + 31 * DAY) == [f"#{made.number} reminded: decision"]


def test_an_approved_proposal_that_nobody_may_publish_is_escalated():
    """The only expert is the only administrator, too."""
    solo = account("solo", "expert", "administrator")
    made = proposals.submitted()
    actions.assign(proposal=made.number, expert=solo, by=solo, at=START)
    actions.start_review(proposal=made.number, by=solo, at=START)
    at = START + 14 * DAY
    actions.vote(proposal=made.number, verdicts=proposals.APPROVE, no_conflict=True, by=solo, at=at)
    assert actions.tick(at) == [f"#{made.number} escalated: no administrator may publish it"]
    assert actions.tick(at) == []
    account("max", "administrator")
    actions.publish(proposals=[made.number], by=account("max"), at=at + DAY)


def test_how_much_one_account_may_write():
    made = proposals.in_review()
    by = account("nan")
    for _ in range(30):
        actions.comment(proposal=made.number, text=TEXT, by=by, at=START)
    with pytest.raises(actions.TooMany) as refused:
        actions.comment(proposal=made.number, text=TEXT, by=by, at=START + timedelta(minutes=40))
    assert (refused.value.code, refused.value.seconds) == ("too_many", 20 * 60)
    actions.comment(proposal=made.number, text=TEXT, by=by, at=START + timedelta(hours=1))

    for _ in range(20):
        actions.create(kind="new_code", content={}, by=by, at=START)
    with pytest.raises(actions.Guarded) as refused:
        actions.create(kind="new_code", content={}, by=by, at=START)
    assert refused.value.code == "too_many_drafts"
    for draft in by.proposals.filter(state="draft"):
        actions.withdraw(proposal=draft.number, by=by, at=START)
    for _ in range(15):
        actions.create(kind="new_code", content={}, by=by, at=START)
    for draft in by.proposals.filter(state="draft"):
        actions.withdraw(proposal=draft.number, by=by, at=START)
    for _ in range(15):
        actions.create(kind="new_code", content={}, by=by, at=START)
    with pytest.raises(actions.TooMany) as refused:
        actions.create(kind="new_code", content={}, by=by, at=START + timedelta(hours=1))
    assert refused.value.seconds == 23 * 3600
    actions.create(kind="new_code", content={}, by=by, at=START + DAY)


def test_a_note_and_hiding_tell_nobody():
    made = proposals.in_review()
    before = Notice.objects.count()
    actions.comment(proposal=made.number, text=TEXT, private=True, by=account("ada"), at=START)
    actions.hide(proposal=made.number, reason=TEXT, by=account("max"), at=START)
    actions.unhide(proposal=made.number, by=account("max"), at=START)
    assert Notice.objects.count() == before


def test_only_what_an_officer_says_in_public_is_a_first_answer():
    board()
    made = proposals.submitted()

    def waits(name, **more):
        actions.comment(proposal=made.number, text=TEXT, by=account(name), at=START, **more)
        made.refresh_from_db()
        return "first_answer" in [each.name for each in clocks.running(made)]

    assert [waits("sam"), waits("nan"), waits("ada", private=True), waits("ada")] == [True, True, True, False]


def test_a_comment_period_is_over_and_not_overdue():
    assert clocks.words(clocks.Clock("comment", START + DAY), START) == "1 day left"
    assert clocks.words(clocks.Clock("comment", START - 2 * DAY), START) == "over"


def test_who_can_decide_again_is_no_more_escalated_and_may_be_once_more():
    made = proposals.submitted()
    escalated = f"#{made.number} escalated: no designated expert is eligible"
    assert actions.tick(START) == [escalated]
    eve = account("eve", "expert")
    assert actions.tick(START) == [f"#{made.number} escalated no more"]
    actions.dismiss(account=eve, role="expert", by=None, at=START)
    assert actions.tick(START) == [escalated]
    assert Event.objects.filter(move="escalate").count() == 2


def test_a_longer_comment_period_gives_the_experts_time_anew():
    made = proposals.in_review()
    late = START + 28 * DAY
    actions.tick(late)
    made = actions.extend(proposal=made.number, reason=TEXT, by=account("lea"), at=late)
    assert (made.escalated, made.escalate_at) == (False, late + 21 * DAY)
    assert actions.tick(made.escalate_at)[0] == (
        f"#{made.number} escalated: the experts have not come to a decision in time"
    )


@pytest.mark.parametrize("end", ["withdrawn", "approved"])
def test_what_is_over_is_escalated_no_more(end):
    made = proposals.in_review()
    late = START + 28 * DAY
    actions.tick(late)
    if end == "withdrawn":
        made = actions.withdraw(proposal=made.number, by=account("sam"), at=late)
    else:
        call = {"reference": "minutes", "reason": TEXT, "by": account("max"), "at": late}
        made = actions.record_ruling(proposal=made.number, approve=True, **call)
    assert (made.state, made.escalated) == (end, False)
