"""What waits for somebody, by when it is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from codes.accounts.models import Account

from . import clocks
from .models import Assignment, Proposal
from .states import OPEN, State


@dataclass(frozen=True, slots=True)
class Counts:
    """How many proposals are in each open state, and how many of all are overdue."""

    submitted: int
    needs_info: int
    in_review: int
    approved: int
    overdue: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal in the queue. `clock` is what somebody has to act on next; None once it is approved.

    `experts` has it assigned now; `mine` says whether whoever asked is among them.
    """

    proposal: Proposal
    clock: clocks.Clock | None
    experts: tuple[Account, ...]
    mine: bool

    def overdue(self, at: datetime) -> bool:
        return self.clock is not None and not self.clock.paused and at >= self.clock.due


def waiting(account: Account | None = None) -> list[Waiting]:
    """Every open proposal, what is due first at the top. `mine` are those assigned to `account`."""
    held = Prefetch("assignments", Assignment.objects.filter(ended=None).select_related("account"))
    open_ones = Proposal.objects.filter(state__in=OPEN).select_related("submitter").prefetch_related(held)
    found = []
    for each in open_ones:
        experts = tuple(assignment.account for assignment in each.assignments.all())
        found.append(Waiting(each, clocks.next_due(each), experts, account in experts))
    return sorted(found, key=_urgency)


def after(number: int, queue: Sequence[Waiting]) -> Waiting | None:
    """The one to take up when `number` is done: the next in the queue, from its top again after the last."""
    places = [each.proposal.number for each in queue]
    start = places.index(number) + 1 if number in places else 0
    return next((each for each in (*queue[start:], *queue[:start]) if each.proposal.number != number), None)


def counts(at: datetime) -> Counts:
    """Of the whole queue."""
    everything = waiting()
    number = {state: sum(each.proposal.state == state for each in everything) for state in OPEN}
    return Counts(
        submitted=number[State.SUBMITTED],
        needs_info=number[State.NEEDS_INFO],
        in_review=number[State.IN_REVIEW],
        approved=number[State.APPROVED],
        overdue=sum(each.overdue(at) for each in everything),
    )


def _urgency(each: Waiting) -> tuple[bool, bool, float, int]:
    """What is paused waits for the submitter, what is approved for an administrator, and both come after the rest."""
    due = each.clock.due.timestamp() if each.clock else 0.0
    return (each.clock is None, each.proposal.paused_at is not None, due, each.proposal.number)
