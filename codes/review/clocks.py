"""The waiting periods: one function computes each, and pages, mails and `tick` read the same.

All times are aware and in UTC. Everything stands still while the submitter is asked something.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from .kinds.names import CHANGE_SIGNALS, DEPRECATE_CODE
from .models import Proposal
from .states import State


@dataclass(frozen=True, slots=True)
class Periods:
    """The policy, in days."""

    triage: float = 3
    first_answer: float = 7
    comment: float = 14
    comment_light: float = 7
    comment_behavioural: float = 21
    decision: float = 7
    escalation: float = 7
    extension: float = 7
    expiry: float = 60
    expiry_warnings: tuple[float, ...] = (30, 53)
    reopening: float = 180


@dataclass(frozen=True, slots=True)
class Clock:
    """`name` is triage, first_answer, comment, decision, escalation or expiry; `paused` while it stands still."""

    name: str
    due: datetime
    paused: bool = False


def periods() -> Periods:
    """The policy; in development `REVIEW_PERIOD_DAYS` may set every comment period to so many days."""
    days = settings.REVIEW_PERIOD_DAYS
    if days is None:
        return Periods()
    # What one has to wait for; what somebody has time to do stays as it is, or everything would be overdue at once.
    return Periods(comment=days, comment_light=days, comment_behavioural=days, extension=days)


def set_aside() -> Periods | None:
    """The policy's own periods where others are in force, so that the review can be played through."""
    return None if settings.REVIEW_PERIOD_DAYS is None else Periods()


def comment_days(kind: str, weight: str) -> float:
    """How long everybody may comment. `weight` is the class of the difference: editorial, addition, deprecation or
    behavioural.
    """
    policy = periods()
    if kind == CHANGE_SIGNALS or weight == "editorial":
        return policy.comment_light
    if kind == DEPRECATE_CODE or weight in ("behavioural", "deprecation"):
        return policy.comment_behavioural
    return policy.comment


def on_submission(proposal: Proposal, at: datetime) -> None:
    """Sets the clocks of a proposal that has just been submitted."""
    policy = periods()
    proposal.triage_by = at + timedelta(days=policy.triage)
    proposal.first_answer_by = at + timedelta(days=policy.first_answer)
    proposal.comment_until = proposal.decide_by = proposal.escalate_at = proposal.paused_at = None
    proposal.extensions, proposal.escalated = 0, False


def on_review(proposal: Proposal, at: datetime, days: float) -> None:
    """Sets the clocks of a review that begins at `at`, with `days` for comments."""
    proposal.triage_by = None
    _set_end_of_comments(proposal, at + timedelta(days=days))


def extend(proposal: Proposal, at: datetime) -> None:
    """Lengthens the comment period by one extension, from now on where it is over."""
    assert proposal.comment_until is not None  # noqa: S101 -- in_review, and `on_review` leads there
    _set_end_of_comments(proposal, max(proposal.comment_until, at) + timedelta(days=periods().extension))


def comments_last(proposal: Proposal, at: datetime, days: float) -> None:
    """Lets a comment period last `days` from now on, where it would be over before."""
    end = at + timedelta(days=days)
    if proposal.comment_until is not None and end > proposal.comment_until:
        _set_end_of_comments(proposal, end)


def pause(proposal: Proposal, at: datetime) -> None:
    proposal.paused_at = at


def resume(proposal: Proposal, at: datetime) -> None:
    """Moves every clock by as long as it stood still."""
    stood = at - proposal.paused_at if proposal.paused_at else timedelta()
    for name in ("triage_by", "first_answer_by", "comment_until", "decide_by", "escalate_at"):
        due = getattr(proposal, name)
        setattr(proposal, name, due + stood if due else None)
    proposal.paused_at = None


def stop(proposal: Proposal) -> None:
    """Nothing is waited for any more."""
    proposal.triage_by = proposal.first_answer_by = proposal.decide_by = proposal.escalate_at = None
    proposal.escalated = False


def expires(proposal: Proposal) -> datetime | None:
    """When a question that nobody answers ends the proposal."""
    return proposal.paused_at + timedelta(days=periods().expiry) if proposal.paused_at else None


def reopens_until(proposal: Proposal) -> datetime:
    """Until when a proposal that was withdrawn or has expired can be taken up again."""
    return proposal.changed + timedelta(days=periods().reopening)


def reopens(proposal: Proposal, at: datetime) -> bool:
    """Whether it can be taken up again at the moment `at`."""
    ended = proposal.state in (State.WITHDRAWN, State.EXPIRED) and proposal.revision > 0
    return ended and at < reopens_until(proposal)


def running(proposal: Proposal) -> tuple[Clock, ...]:
    """The clocks of `proposal`, the next first."""
    paused = proposal.paused_at is not None
    found = [
        Clock(name, due, paused)
        for name, due in (
            ("triage", proposal.triage_by),
            ("first_answer", proposal.first_answer_by),
            ("comment", proposal.comment_until if proposal.state in (State.IN_REVIEW, State.NEEDS_INFO) else None),
            ("decision", proposal.decide_by),
            ("escalation", proposal.escalate_at),
        )
        if due
    ]
    if end := expires(proposal):
        found.append(Clock("expiry", end))
    return tuple(sorted(found, key=lambda clock: (clock.paused, clock.due)))


def next_due(proposal: Proposal) -> Clock | None:
    """The clock that somebody has to act on next; the end of the comment period asks nothing of anybody."""
    return next((clock for clock in running(proposal) if clock.name not in ("comment", "escalation")), None)


def comments_over(proposal: Proposal, at: datetime) -> bool:
    return proposal.comment_until is not None and at >= proposal.comment_until


def words(clock: Clock, at: datetime) -> str:
    """How long is left, for people: `5 days left`, `overdue by 2 days`, `paused …`; a comment period is over then."""
    if clock.paused:
        return "paused while an answer is awaited"
    left = clock.due - at
    amount = _amount(abs(left))
    if left > timedelta():
        return f"{amount} left"
    return "over" if clock.name == "comment" else f"overdue by {amount}"


def _amount(span: timedelta) -> str:
    for seconds, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if span.total_seconds() >= seconds:
            number = int(span.total_seconds() // seconds)
            return f"{number} {unit}{'' if number == 1 else 's'}"
    return "less than a minute"


def _set_end_of_comments(proposal: Proposal, end: datetime) -> None:
    policy = periods()
    proposal.escalated = False  # the experts have time anew
    proposal.comment_until = end
    proposal.decide_by = end + timedelta(days=policy.decision)
    proposal.escalate_at = proposal.decide_by + timedelta(days=policy.escalation)
