"""Votes, concerns and decisions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.db import transaction

from codes.accounts.models import Account
from codes.accounts.roles import roles_of
from codes.registry.models import Code
from codes.review import checks, clocks, quorum, similar
from codes.review.kinds.names import NEW_CODE
from codes.review.models import Concern, Lift, Proposal, Vote
from codes.review.states import State, Who
from codes.review.verdicts import CHECKS, REASONS

from .act import Act, begin, open_moves
from .refusals import Guarded

# Characters of reasoning beside each check.
REASONING_MIN = 20


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What an expert says to each check, with the reasoning, and why a request is turned down.

    `verdict` is approve, which takes all four checks, or reject, which takes a failed one, a word of `REASONS` and what
    would succeed. `nearest` are the codes that the first check was made against.
    """

    verdict: str
    not_covered: bool
    not_covered_text: str
    category_fits: bool
    category_fits_text: str
    defaults_justified: bool
    defaults_justified_text: str
    specification_stable: bool
    specification_stable_text: str
    nearest: Sequence[str] = field(default_factory=tuple)
    reason_code: str = ""
    would_succeed: str = ""


@transaction.atomic
def vote(
    *, proposal: int, verdicts: Verdicts, no_conflict: bool, by: Account, at: datetime, tag: str | None = None
) -> Proposal:
    """Casts a vote, which replaces an earlier one of `by`; decides where that is due.

    `no_conflict` is the expert's word that nothing ties them to the request which a program cannot know.
    """
    act = begin("vote", proposal, by, at, tag)
    _eligible(act, by)
    act.require(no_conflict, "conflict", "Declare that you have no conflict of interest, or step back.")
    _check(act, verdicts)
    row = act.proposal
    row.votes.filter(account=by, void="").update(void="replaced")
    data = {**asdict(verdicts), "nearest": list(verdicts.nearest)}
    Vote.objects.create(proposal=row, account=by, revision=row.revision, cast=at, **data)
    row.first_answer_by = None
    passed = {name: getattr(verdicts, name) for name in CHECKS}
    act.done(verdict=verdicts.verdict, checks=passed, reason_code=verdicts.reason_code)
    found = quorum.tally(row, at)
    if found.move and _complete(row):
        decide(proposal=proposal, by=by, at=at)
        row.refresh_from_db()
    return row


@transaction.atomic
def concern(*, proposal: int, text: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Raises a concern: nothing is approved until it is lifted."""
    act = begin("concern", proposal, by, at, tag)
    _eligible(act, by)
    text = act.said(text, "The text")
    made = Concern.objects.create(proposal=act.proposal, account=by, raised=at, text=text)
    act.done(concern=made.pk, reason=text)
    return act.proposal


@transaction.atomic
def resolve(*, proposal: int, concern: int, text: str, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Lifts a concern: whoever raised it alone; anybody else only as a lead and another expert together."""
    act = begin("resolve", proposal, by, at, tag)
    text = act.said(text, "The text")
    row = act.proposal.concerns.filter(pk=concern, lifted=None).first()
    if row is None:
        raise Guarded("no_concern", "That concern is not open.", act.proposal, open_moves(by, act.proposal))
    lead = "lead" in roles_of(by)
    _, fresh = Lift.objects.get_or_create(concern=row, account=by, defaults={"given": at, "lead": lead, "text": text})
    act.require(fresh, "lifted_already", "You have said so already; a lead and another expert have to.")
    # Who has stepped back since, or was dismissed, says nothing any more.
    words = list(row.lifts.filter(account__in=quorum.eligible(act.proposal)))
    lifted = row.account_id == by.pk or (len(words) > 1 and any(each.lead for each in words))
    if lifted:
        row.lifted = at
        row.save()
    act.done(concern=row.pk, reason=text, lifted=lifted)
    if lifted and quorum.tally(act.proposal, at).move and _complete(act.proposal) and act.role == Who.ASSIGNED:
        decide(proposal=proposal, by=by, at=at)
        act.proposal.refresh_from_db()
    return act.proposal


@transaction.atomic
def decide(*, proposal: int, by: Account | None, at: datetime, tag: str | None = None, expected: str = "") -> Proposal:
    """Makes the decision that the votes have come to: for the clock, a lead, or the expert whose vote completes it.

    `expected` is approve or reject where whoever asks wants just that. Raises Guarded where no decision is due.
    """
    row = Proposal.objects.select_for_update(no_key=True).filter(pk=proposal).first()
    move = expected or (quorum.tally(row, at).move if row and row.state == State.IN_REVIEW else "") or "approve"
    act = begin(move, proposal, by, at, tag)
    found = quorum.tally(act.proposal, at)
    waits_for = found.waits_for or f"it is to {found.move}"
    act.require(found.move == move, "no_decision", f"No such decision is due: {waits_for}.")
    if move == "approve":
        act.require_complete()
    close(act, move)
    act.done(
        eligible=sorted(each.public_id for each in found.eligible),
        needed=found.needed,
        votes=sorted([each.account.public_id, each.verdict, each.revision] for each in found.votes),
        clocks=act.clocks(),
    )
    return act.proposal


def close(act: Act, outcome: str) -> None:
    """Ends the review: nothing is waited for any more."""
    act.proposal.decided = act.at
    clocks.stop(act.proposal)
    if outcome == "reject":
        act.proposal.comment_until = None


def _complete(proposal: Proposal) -> bool:
    return not checks.faults(proposal.kind, proposal.content, own=proposal.number)


def _eligible(act: Act, by: Account) -> None:
    """After an appeal others decide than before, where there are any."""
    act.require(
        by in quorum.eligible(act.proposal), "not_eligible", "You decided before the appeal, so others decide now."
    )


def _check(act: Act, verdicts: Verdicts) -> None:
    """Whether the verdict follows from the checks and each has its reasoning."""
    act.require(verdicts.verdict in ("approve", "reject"), "no_verdict", "The verdict is approve or reject.")
    for name, question in CHECKS.items():
        text = getattr(verdicts, f"{name}_text").strip()
        act.require(
            len(text) >= REASONING_MIN, "no_reasoning", f"{question}: say why, in {REASONING_MIN} characters or more."
        )
        act.said(text, question)
    unknown = sorted(set(verdicts.nearest) - set(Code.objects.values_list("code", flat=True)))
    act.require(not unknown, "unknown_code", f"{', '.join(unknown)[:200]} is not registered.")
    if act.proposal.kind == NEW_CODE and any(each.proposal is None for each in similar.near(act.proposal.content)):
        act.require(verdicts.nearest, "no_nearest", "Name the registered codes that it was compared with.")
    passed = all(getattr(verdicts, name) for name in CHECKS)
    if verdicts.verdict == "approve":
        act.require(passed, "check_failed", "A request with a failed check cannot be approved.")
        act.require(not verdicts.reason_code, "reason_without_rejection", "A reason code goes with a rejection.")
        return
    act.require(not passed, "no_check_failed", "A rejection names the check that fails.")
    act.require(verdicts.reason_code in REASONS, "no_reason", f"The reason is one of {', '.join(REASONS)}.")
    act.said(verdicts.would_succeed, "What would succeed")
