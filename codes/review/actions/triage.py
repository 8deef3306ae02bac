"""What officers of the registry do before and beside the decision."""

from datetime import datetime, timedelta

from django.db import transaction

from codes.accounts.models import Account
from codes.harness_errors import canonical
from codes.review import clocks, permissions, quorum
from codes.review.kinds import KINDS
from codes.review.models import Assignment, Comment, Proposal
from codes.review.states import OFFICERS, Who

from .act import Act, begin
from .refusals import leave_room

# Of one account in an hour.
MOST_COMMENTS = 30
HOUR = timedelta(hours=1)


@transaction.atomic
def assign(*, proposal: int, expert: Account, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Gives the proposal to `expert`. An expert who is no lead assigns themself."""
    act = begin("assign", proposal, by, at, tag)
    act.require(
        act.role != Who.EXPERT or expert == by, "only_yourself", "An expert assigns nobody but themself; a lead may."
    )
    act.require(
        expert in quorum.eligible(act.proposal),
        "not_eligible",
        "That is no designated expert who may decide about this proposal.",
    )
    held = act.proposal.assignments.filter(account=expert, ended=None).exists()
    act.require(not held, "assigned_already", "That expert has the proposal already.")
    Assignment.objects.create(proposal=act.proposal, account=expert, assigned=at)
    _answered(act)
    act.done(expert=expert.public_id)
    return act.proposal


@transaction.atomic
def start_review(*, proposal: int, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Begins the comment period. Raises Guarded where no expert is eligible: then it is escalated."""
    act = begin("start_review", proposal, by, at, tag)
    row = act.proposal
    act.require(
        quorum.eligible(row),
        "nobody_eligible",
        "No designated expert is eligible. Appoint one, or turn to the appointing body.",
    )
    weight = KINDS[row.kind].weight(row.content)
    clocks.on_review(row, at, clocks.comment_days(row.kind, weight))
    _answered(act)
    act.done(weight=weight, clocks=act.clocks())
    return row


@transaction.atomic
def ask(*, proposal: int, text: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Asks the submitter; every clock stands still until the answer."""
    act = begin("ask", proposal, by, at, tag)
    text = act.said(text, "The text")
    Comment.objects.create(proposal=act.proposal, account=by, kind="question", text=text, written=at)
    act.proposal.returns_to = act.proposal.state
    _answered(act)
    clocks.pause(act.proposal, at)
    act.done(text=canonical.sha256(text.encode()), clocks=act.clocks())
    return act.proposal


@transaction.atomic
def recuse(*, proposal: int, reason: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Steps back: the vote is void, own concerns are lifted."""
    act = begin("recuse", proposal, by, at, tag)
    reason = act.said(reason, "The reason")
    row = act.proposal
    row.assignments.filter(account=by, ended=None).update(ended=at, why="recused")
    row.votes.filter(account=by, void="").update(void="recused")
    row.concerns.filter(account=by, lifted=None).update(lifted=at)
    act.done(reason=reason)
    return row


@transaction.atomic
def extend(*, proposal: int, reason: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Lengthens the comment period by one step."""
    act = begin("extend", proposal, by, at, tag)
    reason = act.said(reason, "The reason")
    act.require(act.proposal.extensions < 2, "extended_twice", "It was extended twice, which is the most.")
    act.proposal.extensions += 1
    clocks.extend(act.proposal, at)
    act.done(reason=reason, clocks=act.clocks())
    return act.proposal


@transaction.atomic
def comment(*, proposal: int, text: str, by: Account, at: datetime, private: bool = False) -> Proposal:
    """Adds a comment, or a note for officers of the registry alone."""
    act = begin("note" if private else "comment", proposal, by, at)
    text = act.said(text, "The text")
    lately = Comment.objects.filter(account=by, written__gt=at - HOUR).values_list("written", flat=True)
    leave_room(lately, MOST_COMMENTS, HOUR, at, f"{MOST_COMMENTS} comments in an hour are the most. Wait a little.")
    kind = "note" if private else "comment"
    Comment.objects.create(proposal=act.proposal, account=by, kind=kind, text=text, written=at)
    if not private and permissions.standing(by, act.proposal).intersection(OFFICERS):
        _answered(act)
    act.done(text=canonical.sha256(text.encode()), tell=not private)
    return act.proposal


@transaction.atomic
def hide(*, proposal: int, reason: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Takes spam or worse out of public sight; nothing is deleted."""
    act = begin("hide", proposal, by, at, tag)
    reason = act.said(reason, "The reason")
    act.require(not act.proposal.hidden, "hidden", "It is out of sight already.")
    act.proposal.hidden = True
    act.done(reason=reason, tell=False)
    return act.proposal


@transaction.atomic
def unhide(*, proposal: int, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Brings it back into sight."""
    act = begin("unhide", proposal, by, at, tag)
    act.require(act.proposal.hidden, "in_sight", "It is in sight.")
    act.proposal.hidden = False
    act.done(tell=False)
    return act.proposal


def _answered(act: Act) -> None:
    """The submitter has heard of an officer of the registry, so the clock for the first answer stops."""
    act.proposal.first_answer_by = None
