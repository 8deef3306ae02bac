"""Quorum, comment periods, concerns, conflicts, escalation: what is decided, when, and by whom."""

from dataclasses import replace
from functools import partial

import pytest
from allauth.account.models import EmailAddress

from codes.releases import current, verify
from codes.review import actions, quorum, replay
from codes.review.kinds.names import CHANGE_CODE, CHANGE_SIGNALS, DEPRECATE_CODE, NEW_CATEGORY, NEW_CODE
from codes.review.models import Vote
from tests.support import proposals
from tests.support.moves import CALLS
from tests.support.people import DAY, START, account, board
from tests.support.proposals import APPROVE, REJECT, TEXT

pytestmark = pytest.mark.usefixtures("published")


def vote(made, name, verdicts=APPROVE, at=START):
    return actions.vote(proposal=made.number, verdicts=verdicts, no_conflict=True, by=account(name), at=at)


def decide(made, at, by=None):
    return actions.decide(proposal=made.number, by=by, at=at)


def superseded_by(code):
    current.forget()
    return current.current().registry.code(code).administrative.superseded_by


def refusal(call, *args, **kwargs):
    with pytest.raises(actions.Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


@pytest.mark.parametrize(
    ("kind", "days"), [(NEW_CODE, 14), (CHANGE_CODE, 7), (DEPRECATE_CODE, 21), (CHANGE_SIGNALS, 7), (NEW_CATEGORY, 14)]
)
def test_how_long_everybody_may_comment(kind, days):
    made = proposals.in_review(kind)
    assert made.comment_until == START + days * DAY
    assert made.decide_by == START + (days + 7) * DAY
    assert made.escalate_at == START + (days + 14) * DAY


def test_a_changed_default_takes_longer():
    why = "It has been seen to succeed the second time, in six libraries."
    made = proposals.in_review(CHANGE_CODE, default_retryable=False, retryable_justification=why)
    assert made.comment_until == START + 21 * DAY


def test_two_votes_decide_when_the_comment_period_is_over():
    made = proposals.voted()
    assert made.state == "in_review"
    assert refusal(decide, made, made.comment_until - DAY) == "no_decision"
    assert decide(made, made.comment_until).state == "approved"


def test_the_vote_that_completes_the_quorum_after_the_period_decides():
    made = proposals.in_review()
    vote(made, "ada", at=made.comment_until)
    assert vote(made, "ben", at=made.comment_until).state == "approved"


def test_one_vote_is_no_quorum_where_two_could_be():
    made = proposals.in_review()
    vote(made, "ada")
    assert refusal(decide, made, made.comment_until) == "no_decision"


def test_a_lone_expert_is_a_quorum_and_does_not_publish():
    solo = account("solo", "expert", "administrator")
    made = proposals.submitted()
    actions.assign(proposal=made.number, expert=solo, by=solo, at=START)
    actions.start_review(proposal=made.number, by=solo, at=START)
    assert vote(made, "solo", at=START + 14 * DAY).state == "approved"
    assert refusal(actions.publish, proposals=[made.number], by=solo, at=START + 30 * DAY) == "decided_alone"
    actions.publish(proposals=[made.number], by=account("max", "administrator"), at=START + 30 * DAY)
    assert list(replay.faults()) == []


def test_with_two_votes_an_administrator_who_voted_may_publish():
    account("ada", "expert", "administrator")
    made = proposals.approved()
    actions.publish(proposals=[made.number], by=account("ada"), at=made.decided + DAY)
    assert list(replay.faults()) == []


def test_experts_who_disagree_decide_nothing():
    made = proposals.in_review()
    vote(made, "ada")
    vote(made, "ben", REJECT)
    vote(made, "lea")
    assert quorum.tally(made, made.comment_until).waits_for == "the experts disagree"
    assert refusal(decide, made, made.comment_until, account("lea")) == "no_decision"


def test_a_changed_mind_counts():
    made = proposals.in_review()
    vote(made, "ada", REJECT)
    vote(made, "ben")
    vote(made, "ada")
    assert decide(made, made.comment_until).state == "approved"
    assert sorted(Vote.objects.values_list("verdict", "void")) == [
        ("approve", ""), ("approve", ""), ("reject", "replaced"),
    ]  # fmt: skip


def test_an_open_concern_stops_approval_and_no_rejection():
    made = proposals.voted()
    actions.concern(proposal=made.number, text=TEXT, by=account("lea"), at=START)
    assert quorum.tally(made, made.comment_until).waits_for == "a concern is open"
    assert refusal(decide, made, made.comment_until) == "no_decision"
    vote(made, "ada", REJECT)
    vote(made, "ben", REJECT)
    assert decide(made, made.comment_until).state == "rejected"


def test_who_raised_a_concern_lifts_it():
    made = proposals.voted()
    actions.concern(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    concern = made.concerns.get()
    actions.resolve(proposal=made.number, concern=concern.pk, text=TEXT, by=account("ada"), at=START)
    assert decide(made, made.comment_until).state == "approved"


def test_a_lead_lifts_no_concern_alone():
    made = proposals.voted()
    actions.concern(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    concern = made.concerns.get()
    call = {"proposal": made.number, "concern": concern.pk, "text": TEXT, "at": START}
    actions.resolve(**call, by=account("lea"))
    assert refusal(actions.resolve, **call, by=account("lea")) == "lifted_already"
    assert refusal(decide, made, made.comment_until) == "no_decision"
    actions.resolve(**call, by=account("ben"))
    assert decide(made, made.comment_until).state == "approved"
    assert list(replay.faults()) == []


def test_two_experts_without_a_lead_lift_no_concern_of_another():
    made = proposals.voted()
    eve = account("eve", "expert")
    actions.assign(proposal=made.number, expert=eve, by=eve, at=START)
    actions.concern(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    call = {"proposal": made.number, "concern": made.concerns.get().pk, "text": TEXT, "at": START}
    actions.resolve(**call, by=account("ben"))
    actions.resolve(**call, by=eve)
    assert refusal(decide, made, made.comment_until) == "no_decision"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"verdict": "perhaps"}, "no_verdict"),
        ({"not_covered_text": "Short."}, "no_reasoning"),
        ({"not_covered_text": "It reads the other \u202eway round."}, "unseen_character"),
        ({"category_fits": False}, "check_failed"),
        ({"reason_code": "out_of_scope"}, "reason_without_rejection"),
    ],
)
def test_an_approving_vote_passes_every_check(changes, word):
    made = proposals.in_review()
    assert refusal(vote, made, "ada", replace(APPROVE, **changes)) == word


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"not_covered": True}, "no_check_failed"),
        ({"reason_code": ""}, "no_reason"),
        ({"reason_code": "because"}, "no_reason"),
        ({"would_succeed": " "}, "no_text"),
        ({"would_succeed": "Something that\u200bis not seen."}, "unseen_character"),
    ],
)
def test_a_rejecting_vote_says_what_would_succeed(changes, word):
    made = proposals.in_review()
    assert refusal(vote, made, "ada", replace(REJECT, **changes)) == word


def test_a_vote_without_the_declaration_is_none():
    made = proposals.in_review()
    call = {"proposal": made.number, "verdicts": APPROVE, "by": account("ada"), "at": START}
    assert refusal(actions.vote, no_conflict=False, **call) == "conflict"


@pytest.mark.parametrize("controller", ["ADA@example.org (Example Org)", "Ada <ada@example.org>.", "ada@example.org"])
def test_a_change_controller_is_no_officer(controller):
    board()
    made = proposals.submitted(change_controller=controller)
    ada = account("ada")
    assert refusal(actions.assign, proposal=made.number, expert=ada, by=ada, at=START) == "not_permitted"
    lea = account("lea")
    assert refusal(actions.assign, proposal=made.number, expert=ada, by=lea, at=START) == "not_eligible"
    assert [each.name for each in quorum.eligible(made)] == ["Lea", "Ben"]


def test_a_vote_that_is_one_of_conflict_by_now_stops_publication():
    made = proposals.approved(change_controller="Quota group, quota@consortium.example")
    EmailAddress.objects.create(user=account("ada"), email="quota@consortium.example", verified=True)
    assert refusal(actions.publish, proposals=[made.number], by=account("max"), at=START + 30 * DAY) == (
        "vote_in_conflict"
    )


def test_a_revision_of_what_is_registered_voids_votes_and_another_keeps_them():
    made = proposals.voted()
    by = account("sam")
    actions.revise(proposal=made.number, content=proposals.new_code(relation="an author"), by=by, at=START)
    assert made.votes.filter(void="").count() == 2
    actions.revise(proposal=made.number, content=proposals.new_code(title="Quota Used Up"), by=by, at=START)
    assert made.votes.filter(void="").count() == 0
    assert refusal(decide, made, made.comment_until) == "no_decision"


def test_a_revision_is_about_the_same_code_and_differs():
    made = proposals.in_review()
    call = {"proposal": made.number, "by": account("sam"), "at": START}
    assert refusal(actions.revise, content=proposals.new_code("upstream.other"), **call) == "other_target"
    assert refusal(actions.revise, content=proposals.new_code(), **call) == "no_change"


def test_a_recused_expert_is_not_counted():
    made = proposals.voted()
    actions.recuse(proposal=made.number, reason=TEXT, by=account("ada"), at=START)
    assert quorum.tally(made, made.comment_until).waits_for == "1 more vote is needed"
    assert [each.name for each in quorum.eligible(made)] == ["Lea", "Ben"]
    assign = partial(actions.assign, proposal=made.number, expert=account("ada"), at=START)
    assert [refusal(assign, by=account(name)) for name in ("ada", "lea")] == ["not_permitted", "not_eligible"]


def test_nobody_eligible_means_escalation_and_no_review():
    board()
    made = proposals.submitted()
    for name, role in (("ada", "expert"), ("ben", "expert"), ("lea", "lead")):
        actions.dismiss(account=account(name), role=role, by=None, at=START)
    assert refusal(actions.start_review, proposal=made.number, by=account("max"), at=START) == "nobody_eligible"
    assert actions.tick(START) == [f"#{made.number} escalated: no designated expert is eligible"]
    assert actions.tick(START) == []


def test_a_ruling_needs_an_escalation_and_a_reference():
    made = proposals.in_review()
    call = {"proposal": made.number, "approve": True, "reason": TEXT, "by": account("max")}
    assert refusal(actions.record_ruling, reference="minutes", at=START, **call) == "not_escalated"
    late = made.escalate_at
    assert refusal(actions.record_ruling, reference=" ", at=late, **call) == "no_text"
    assert actions.record_ruling(reference="minutes", at=late, **call).state == "approved"
    actions.publish(proposals=[made.number], by=account("max"), at=late + DAY)
    assert list(replay.faults()) == []


def test_a_name_and_a_part_of_an_address_are_no_conflict():
    """Or whoever asks could choose who decides."""
    board()
    made = proposals.submitted(change_controller="Ada, or reada@example.org, or ada@example.organic")
    assert {each.name for each in quorum.eligible(made)} == {"Ada", "Ben", "Lea"}


@pytest.mark.parametrize("verdicts", [APPROVE, REJECT])
def test_votes_on_a_category_are_advice(verdicts):
    made = proposals.in_review(NEW_CATEGORY)
    for name in ("ada", "ben"):
        assert vote(made, name, verdicts, at=made.comment_until).state == "in_review"
    assert made.votes.filter(void="").count() == 2


def test_a_revision_that_changes_a_default_is_open_for_comments_as_long_as_that_takes():
    made = proposals.in_review(CHANGE_CODE)
    assert made.comment_until == START + 7 * DAY
    content = proposals.change_code(
        default_retryable=False, retryable_justification="Six libraries stopped to retry it, and none missed that."
    )
    later = START + 6 * DAY
    made = actions.revise(proposal=made.number, content=content, by=account("sam"), at=later)
    assert made.comment_until == later + 21 * DAY
    made = actions.revise(proposal=made.number, content=proposals.change_code(), by=account("sam"), at=later)
    assert made.comment_until == later + 21 * DAY
    assert list(replay.faults()) == []


def test_whoever_was_sent_to_a_code_that_is_deprecated_is_sent_on():
    first = proposals.published(DEPRECATE_CODE)  # tool.timeout to loop.timeout
    at = first.decided + 2 * DAY
    second = proposals.published(DEPRECATE_CODE, at=at, code="loop.timeout", successor="loop.budget_exceeded")
    assert superseded_by("tool.timeout") == ("loop.budget_exceeded",)
    why = "Nothing else is meant by it."
    proposals.published(
        DEPRECATE_CODE, at=second.decided + 2 * DAY, code="loop.budget_exceeded", successor="", why_no_successor=why
    )
    assert superseded_by("tool.timeout") == ()
    assert list(verify.faults()) == []


def test_who_decided_before_an_appeal_neither_votes_nor_objects():
    made = proposals.rejected()
    account("eve", "expert")
    call = {"proposal": made.number, "reason": TEXT, "by": account("max"), "at": made.decided}
    actions.uphold_appeal(reference="minutes", **call)
    assert refusal(vote, made, "ada") == "not_eligible"
    assert refusal(actions.concern, proposal=made.number, text=TEXT, by=account("ada"), at=START) == "not_eligible"


def test_a_ruling_does_not_overturn_what_the_experts_came_to():
    made = proposals.voted()
    call = {"proposal": made.number, "approve": False, "reference": "minutes", "reason": TEXT, "by": account("max")}
    more = {"reason_code": "out_of_scope", "would_succeed": TEXT}
    assert refusal(actions.record_ruling, at=made.escalate_at, **call, **more) == "not_escalated"


@pytest.mark.parametrize(("nearest", "word"), [(("no.such",), "unknown_code"), ((), "no_nearest")])
def test_a_vote_names_the_codes_that_it_compared(nearest, word):
    made = proposals.in_review()
    assert refusal(vote, made, "ada", replace(APPROVE, nearest=nearest)) == word


def test_the_word_of_who_has_stepped_back_lifts_no_concern():
    made = proposals.voted()
    actions.concern(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    call = {"proposal": made.number, "concern": made.concerns.get().pk, "text": TEXT, "at": START}
    actions.resolve(**call, by=account("ben"))
    actions.recuse(proposal=made.number, reason=TEXT, by=account("ben"), at=START)
    actions.resolve(**call, by=account("lea"))
    assert made.concerns.get().lifted is None


def test_the_last_administrator_is_dismissed_by_an_operator_alone():
    board()
    call = {"account": account("max"), "role": "administrator", "at": START}
    assert refusal(actions.dismiss, by=account("max"), **call) == "last_administrator"
    account("eve", "administrator")
    actions.dismiss(by=account("max"), **call)
    actions.dismiss(account=account("eve"), role="administrator", by=None, at=START)


@pytest.mark.parametrize("text", ["Turned \u202e around", "\u200b", "Bell \u0007", "t" * 4001])
def test_what_people_say_is_what_one_reads(text):
    made = proposals.in_review()
    for call in (
        partial(actions.comment, text=text),
        partial(actions.ask, text=text),
        partial(actions.concern, text=text),
        partial(actions.recuse, reason=text),
    ):
        word = refusal(call, proposal=made.number, by=account("ada"), at=START)
        assert word in ("unseen_character", "control_character", "too_long")


def test_an_extension_of_what_is_over_counts_from_now():
    made = proposals.in_review()
    at = START + 20 * DAY
    made = actions.extend(proposal=made.number, reason=TEXT, by=account("lea"), at=at)
    assert made.comment_until == at + 7 * DAY


def test_no_vote_makes_a_category():
    made = proposals.voted(NEW_CATEGORY)
    assert actions.tick(made.comment_until) == []
    assert refusal(decide, made, made.comment_until, account("lea")) == "wrong_state"
    by = account("max")
    assert refusal(actions.record_standards_action, proposal=made.number, rfc=0, by=by, at=START) == "no_reference"
    assert actions.record_standards_action(proposal=made.number, rfc=9999, by=by, at=START).state == "approved"


def test_an_extension_moves_the_clocks_twice_at_most():
    made = proposals.in_review()
    call = {"proposal": made.number, "reason": TEXT, "by": account("lea"), "at": START}
    assert actions.extend(**call).comment_until == START + 21 * DAY
    assert actions.extend(**call).decide_by == START + 35 * DAY
    assert refusal(actions.extend, **call) == "extended_twice"


def test_what_is_sent_back_starts_without_votes():
    made = proposals.approved()
    back = actions.send_back(proposal=made.number, reason=TEXT, by=account("lea"), at=made.decided)
    assert (back.state, back.votes.filter(void="").count()) == ("in_review", 0)
    assert back.comment_until == made.decided + 14 * DAY


def test_an_appeal_is_decided_by_others_where_there_are_any():
    made = proposals.rejected()
    account("eve", "expert")
    call = {"proposal": made.number, "reason": TEXT, "by": account("max"), "at": made.decided}
    assert refusal(actions.uphold_appeal, reference="", **call) == "no_text"
    back = actions.uphold_appeal(reference="minutes", **call)
    assert {each.name for each in quorum.eligible(back)} == {"Lea", "Eve"}
    for name, role in (("lea", "lead"), ("eve", "expert")):
        actions.dismiss(account=account(name), role=role, by=None, at=START)
    assert {each.name for each in quorum.eligible(back)} == {"Ada", "Ben"}


def test_a_rejection_keeps_its_target_free_and_an_appeal_takes_it_again():
    made = proposals.rejected()
    other = proposals.submitted(at=made.decided)
    call = {"proposal": made.number, "reference": "minutes", "reason": TEXT, "by": account("max"), "at": made.decided}
    with pytest.raises(actions.Incomplete) as refused:
        actions.uphold_appeal(**call)
    assert [each.code for each in refused.value.faults] == ["proposal_open"]
    actions.withdraw(proposal=other.number, by=other.submitter, at=made.decided)
    assert actions.uphold_appeal(**call).state == "in_review"


def test_what_the_registry_no_longer_allows_is_neither_approved_nor_published():
    """A successor that was active at submission has been deprecated since."""
    voted = proposals.voted(DEPRECATE_CODE)
    approved = proposals.approved(DEPRECATE_CODE, code="upstream.overloaded")
    other = proposals.approved(DEPRECATE_CODE, code="loop.timeout", successor="", why_no_successor=TEXT)
    actions.publish(proposals=[other.number], by=account("max"), at=other.decided + DAY)
    with pytest.raises(actions.Incomplete) as refused:
        decide(voted, voted.comment_until)
    assert [each.code for each in refused.value.faults] == ["not_active"]
    with pytest.raises(actions.Incomplete) as refused:
        actions.publish(proposals=[approved.number], by=account("max"), at=other.decided + 2 * DAY)
    assert [each.code for each in refused.value.faults] == ["not_active"]
    assert [each.number for each, _ in actions.upcoming(other.decided + 2 * DAY).left_out] == [approved.number]


def test_a_dismissed_expert_leaves_nothing_that_counts():
    made = proposals.voted()
    actions.concern(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    secret = account("ada").session_secret
    actions.dismiss(account=account("ada"), role="expert", by=account("max"), at=START)
    assert made.votes.get(account=account("ada")).void == "dismissed"
    assert made.assignments.get(account=account("ada")).why == "dismissed"
    assert made.concerns.get().lifted == START
    assert account("ada").session_secret != secret
    assert quorum.tally(made, made.comment_until).waits_for == "1 more vote is needed"
    assert list(replay.faults()) == []


def test_appointing_takes_an_administrator_and_counts_once():
    board()
    call = {"account": account("eve"), "role": "expert", "at": START}
    assert refusal(actions.appoint, by=account("ada"), **call) == "not_permitted"
    actions.appoint(by=account("max"), **call)
    assert refusal(actions.appoint, by=account("max"), **call) == "held_already"
    actions.dismiss(by=account("max"), **call)
    assert refusal(actions.dismiss, by=account("max"), **call) == "not_held"


def test_a_second_address_that_was_confirmed_counts_and_another_does_not():
    board()
    ben = account("ben")
    EmailAddress.objects.create(user=ben, email="ben@consortium.example", verified=False)
    made = proposals.submitted(change_controller="Quota group <ben@consortium.example>")
    assert [each.name for each in quorum.eligible(made)] == ["Lea", "Ada", "Ben"]
    EmailAddress.objects.update(verified=True)
    assert [each.name for each in quorum.eligible(made)] == ["Lea", "Ada"]


def test_an_expert_assigns_nobody_else():
    made = proposals.in_review()
    by, lea = account("eve", "expert"), account("lea", "lead")
    call = {"proposal": made.number, "expert": account("zoe", "expert"), "at": START}
    assert refusal(actions.assign, by=by, **call) == "only_yourself"
    actions.assign(by=lea, **call)


def test_an_assignment_of_somebody_who_is_no_expert_any_more_counts_for_nothing():
    """Dismissed while the proposal was withdrawn, and still an administrator."""
    board()
    eve = account("eve", "expert", "administrator")
    made = proposals.submitted()
    actions.assign(proposal=made.number, expert=eve, by=eve, at=START)
    actions.withdraw(proposal=made.number, by=made.submitter, at=START)
    actions.dismiss(account=eve, role="expert", by=None, at=START)
    made = actions.reopen(proposal=made.number, by=made.submitter, at=START)
    assert refusal(actions.recuse, proposal=made.number, reason=TEXT, by=eve, at=START) == "not_permitted"


def test_what_is_out_of_sight_is_not_hidden_again():
    made = proposals.in_review()
    call = {"proposal": made.number, "by": account("max"), "at": START}
    actions.hide(reason=TEXT, **call)
    assert refusal(actions.hide, reason=TEXT, **call) == "hidden"
    assert refusal(actions.publish, proposals=[made.number], by=account("max"), at=START) == "wrong_state"
    actions.unhide(**call)
    assert refusal(actions.unhide, **call) == "in_sight"


@pytest.mark.parametrize("move", ["assign", "ask", "note", "extend", "hide", "vote", "concern"])
def test_who_has_stepped_back_is_neither_expert_nor_lead_of_it_any_more(move):
    made = proposals.in_review()
    lea = account("lea")
    actions.recuse(proposal=made.number, reason=TEXT, by=lea, at=START)
    assert refusal(CALLS[move], made.number, lea, START) == "not_permitted"
    actions.comment(proposal=made.number, text=TEXT, by=lea, at=START)


def test_nor_do_they_send_back_what_the_others_have_decided():
    made = proposals.voted()
    actions.recuse(proposal=made.number, reason=TEXT, by=account("lea"), at=START)
    actions.decide(proposal=made.number, by=None, at=made.comment_until)
    call = {"proposal": made.number, "reason": TEXT, "at": made.comment_until}
    assert refusal(actions.send_back, by=account("lea"), **call) == "not_permitted"
    assert actions.send_back(by=account("max"), **call).state == "in_review"
    assert list(replay.faults()) == []
