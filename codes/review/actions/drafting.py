"""What a submitter does with a request."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from codes.accounts.models import Account
from codes.harness_errors import canonical
from codes.review import checks, clocks
from codes.review.kinds import KINDS
from codes.review.models import Comment, Proposal, Revision
from codes.review.states import State

from .act import Act, begin
from .refusals import Guarded, Incomplete, NotPermitted, leave_room

# Drafts that one account may have at a time.
MOST_DRAFTS = 20
# Requests that one account may begin in a day.
MOST_A_DAY = 50
DAY = timedelta(days=1)


@transaction.atomic
def create(*, kind: str, content: Mapping[str, Any], by: Account, at: datetime) -> Proposal:
    """A draft of `kind`, which only `by` sees. Raises Incomplete for wrong members, Guarded for too many drafts,
    TooMany for more than an account may begin in a day."""
    if not by.is_active:
        raise NotPermitted("not_permitted", "This account is closed.")
    if wrong := checks.shape(kind, dict(content)):
        raise Incomplete(wrong)
    Account.objects.select_for_update(no_key=True).get(pk=by.pk)  # so that two at once do not both find room
    if Proposal.objects.filter(submitter=by, state=State.DRAFT).count() >= MOST_DRAFTS:
        raise Guarded("too_many_drafts", f"You have {MOST_DRAFTS} drafts. Submit or withdraw one first.")
    begun = Proposal.objects.filter(submitter=by, created__gt=at - DAY).values_list("created", flat=True)
    leave_room(begun, MOST_A_DAY, DAY, at, f"{MOST_A_DAY} requests in a day are the most. Go on tomorrow.")
    return Proposal.objects.create(
        kind=kind,
        submitter=by,
        draft=_text(content),
        target=_target(kind, dict(content)),
        created=at,
        changed=at,
    )


@transaction.atomic
def save(*, proposal: int, content: Mapping[str, Any], by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Replaces the content of a draft. Raises Incomplete for wrong members."""
    act = begin("save", proposal, by, at, tag)
    row = act.proposal
    if wrong := checks.shape(row.kind, dict(content)):
        raise Incomplete(wrong, row)
    row.draft, row.target, row.changed = _text(content), _target(row.kind, dict(content)), at
    row.save()
    return row


@transaction.atomic
def submit(*, proposal: int, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Asks for review. Raises Incomplete, also where another open proposal has the target."""
    act = begin("submit", proposal, by, at, tag)
    _new_revision(act, act.proposal.content)
    _to_submitted(act)
    return act.proposal


@transaction.atomic
def answer(
    *, proposal: int, content: Mapping[str, Any], text: str, by: Account, at: datetime, tag: str | None = None
) -> Proposal:
    """Answers the question that is open, with `text` and the content as it is now."""
    act = begin("answer", proposal, by, at, tag)
    text = act.said(text, "The answer")
    voided = _new_revision(act, content)
    Comment.objects.create(proposal=act.proposal, account=by, kind="answer", text=text, written=at)
    clocks.resume(act.proposal, at)
    _comments_last(act, content)
    act.done(text=canonical.sha256(text.encode()), voided=voided, clocks=act.clocks())
    return act.proposal


@transaction.atomic
def revise(*, proposal: int, content: Mapping[str, Any], by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Replaces the content by a new revision. Votes are void where it would register something else."""
    act = begin("revise", proposal, by, at, tag)
    act.require(_text(content) != _text(act.proposal.content), "no_change", "Nothing differs from the last revision.")
    voided = _new_revision(act, content)
    _comments_last(act, content)
    act.done(voided=voided, clocks=act.clocks())
    return act.proposal


@transaction.atomic
def withdraw(*, proposal: int, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Takes it back; it can be reopened if it had been submitted."""
    act = begin("withdraw", proposal, by, at, tag)
    row = act.proposal
    if not row.revision:
        # A draft was nobody else's business, and leaves no record.
        row.state, row.changed = State.WITHDRAWN, at
        row.save()
        return row
    row.returns_to, row.paused_at = "", None
    clocks.stop(row)
    act.done()
    return row


@transaction.atomic
def reopen(*, proposal: int, by: Account, at: datetime, tag: str | None = None) -> Proposal:
    """Asks again for review of what was withdrawn or has expired."""
    act = begin("reopen", proposal, by, at, tag)
    row = act.proposal
    act.require(row.revision, "never_submitted", "It was never submitted. Begin a new request.")
    until = clocks.reopens_until(row)
    act.require(at < until, "too_late", f"It could be reopened until {until:%Y-%m-%d}. Begin a new request.")
    act.require_complete()
    row.votes.filter(void="").update(void="revised")
    _to_submitted(act)
    return row


def _to_submitted(act: Act) -> None:
    row = act.proposal
    row.submitted = row.submitted or act.at
    clocks.on_submission(row, act.at)
    row.decided = None
    act.done_taking_target(target=row.target)


def _new_revision(act: Act, content: Mapping[str, Any]) -> bool:
    """Stores `content`, complete, as the next revision; whether that made votes void."""
    row = act.proposal
    act.require_complete(content)
    before = row.content if row.revision else {}
    target = KINDS[row.kind].target(dict(content))
    act.require(
        not row.revision or target == row.target,
        "other_target",
        "A revision is about the same entry. Withdraw this request and begin another one.",
    )
    row.revision += 1
    row.target = target
    text = _text(content)
    Revision.objects.create(
        proposal=row, number=row.revision, content=text, sha256=canonical.sha256(text.encode()), created=act.at
    )
    fields = KINDS[row.kind].FIELDS.values()
    if any(before.get(each.name) != content.get(each.name) for each in fields if each.registered):
        return row.votes.filter(void="").update(void="revised") > 0
    return False


def _comments_last(act: Act, content: Mapping[str, Any]) -> None:
    """What a revision has made weightier, by changing a default for example, can be commented on for as long anew."""
    row = act.proposal
    before = row.revisions.get(number=row.revision - 1).data
    was, days = (clocks.comment_days(row.kind, KINDS[row.kind].weight(dict(each))) for each in (before, content))
    if days > was:
        clocks.comments_last(row, act.at, days)


def _text(content: Mapping[str, Any]) -> str:
    return canonical.dumps(dict(content)).decode()


def _target(kind: str, content: dict[str, Any]) -> str:
    """What a draft is about so far, cut to what the column holds."""
    found: str = KINDS[kind].target(content)
    return found[:200] if found.isprintable() else ""
