"""What others than the voting experts decide: the appointing body, Standards Action, an appeal; a review reopened."""

from datetime import datetime

from django.db import transaction

from codes.accounts.models import Account
from codes.review import clocks, quorum
from codes.review.kinds import KINDS
from codes.review.models import Proposal
from codes.review.verdicts import REASONS

from .act import Act, begin
from .deciding import close


@transaction.atomic
def record_ruling(
    *,
    proposal: int,
    approve: bool,
    reference: str,
    reason: str,
    by: Account,
    at: datetime,
    reason_code: str = "",
    would_succeed: str = "",
    tag: str | None = None,
) -> Proposal:
    """Records what the appointing body ruled on a proposal that the experts could not decide."""
    move = "record_approval" if approve else "record_rejection"
    act = begin(move, proposal, by, at, tag)
    why = quorum.escalation(act.proposal, at)
    act.require(why, "not_escalated", "The experts can still decide, so there is nothing to rule on.")
    reference, reason = act.said(reference, "Where the ruling is recorded"), act.said(reason, "The reason")
    if approve:
        act.require_complete()
    else:
        act.require(reason_code in REASONS, "no_reason", f"The reason is one of {', '.join(REASONS)}.")
        would_succeed = act.said(would_succeed, "What would succeed")
    close(act, "approve" if approve else "reject")
    act.done(
        escalated=why,
        reference=reference,
        reason=reason,
        reason_code=reason_code,
        would_succeed=would_succeed,
    )
    return act.proposal


@transaction.atomic
def record_standards_action(*, proposal: int, rfc: int, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Records that the Standards-Track RFC `rfc` makes the category."""
    act = begin("record_standards_action", proposal, by, at, tag)
    act.require(rfc > 0, "no_reference", "Give the number of the RFC.")
    act.require_complete()
    close(act, "approve")
    act.done(reference=f"RFC {rfc}")
    return act.proposal


@transaction.atomic
def send_back(*, proposal: int, reason: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Reopens the review of what was approved and is not published; every vote is void."""
    act = begin("send_back", proposal, by, at, tag)
    reason = act.said(reason, "The reason")
    _reopen_review(act, "sent_back")
    act.done(reason=reason, clocks=act.clocks())
    return act.proposal


@transaction.atomic
def uphold_appeal(
    *, proposal: int, reference: str, reason: str, by: Account, at: datetime, tag: str | None = None
) -> Proposal:
    """Records that an appeal against a rejection succeeded: reviewed again, by others where there are any."""
    act = begin("uphold_appeal", proposal, by, at, tag)
    reference, reason = act.said(reference, "Where the outcome is recorded"), act.said(reason, "The reason")
    act.require_complete()
    act.proposal.appealed = True
    _reopen_review(act, "appealed")
    act.done_taking_target(reference=reference, reason=reason, clocks=act.clocks())
    return act.proposal


def _reopen_review(act: Act, void: str) -> None:
    row = act.proposal
    row.votes.filter(void="").update(void=void)
    row.decided, row.extensions = None, 0
    clocks.on_review(row, act.at, clocks.comment_days(row.kind, KINDS[row.kind].weight(row.content)))
