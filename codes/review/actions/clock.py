"""What happens because time has passed. Safe to run twice, and on two hosts at once."""

import logging
from datetime import datetime, timedelta

from django.db import OperationalError, transaction

from codes.review import clocks, quorum, records
from codes.review.models import Proposal, Reminder
from codes.review.states import OPEN, State

from .act import begin
from .deciding import decide
from .publishing import nobody_publishes
from .refusals import Incomplete, Refused
from .right_time import require_right_time

logger = logging.getLogger(__name__)

# How long before the decision is due the experts are told of it, in days; and how often after it.
BEFORE_DECISION = 2
OVERDUE_EVERY = 7


def tick(at: datetime) -> list[str]:
    """Expires, decides, escalates and reminds. Says what it did, one line each.

    Raises Guarded where the clock of this process is ahead: then nothing is known to be due.
    """
    require_right_time()
    done: list[str] = []
    for number in Proposal.objects.filter(state__in=OPEN).order_by("number").values_list("number", flat=True):
        for step in (_expire, _decide, _escalate, _remind):
            try:
                done += step(number, at)
            except Refused:
                continue  # somebody was quicker, or it is not due after all
            except OperationalError:
                logger.exception("#%s is left to the next tick", number)
    return done


@transaction.atomic
def _expire(number: int, at: datetime) -> list[str]:
    row = _locked(number)
    end = clocks.expires(row)
    if end is None or at < end:
        return []
    act = begin("expire", number, None, at)
    act.proposal.returns_to, act.proposal.paused_at = "", None
    clocks.stop(act.proposal)
    act.done()
    return [f"#{number} expired"]


def _decide(number: int, at: datetime) -> list[str]:
    row = Proposal.objects.get(pk=number)
    if row.state != State.IN_REVIEW or not quorum.tally(row, at).move:
        return []
    try:
        made = decide(proposal=number, by=None, at=at)
    except Incomplete:
        # Something changed under it: the lead has to look, and the escalation clock goes on.
        return []
    return [f"#{number} {made.state}"]


@transaction.atomic
def _escalate(number: int, at: datetime) -> list[str]:
    row = _locked(number)
    if row.state == State.NEEDS_INFO:
        return []
    why = nobody_publishes(row) if row.state == State.APPROVED else quorum.escalation(row, at)
    if row.escalated == bool(why):
        return []
    row.escalated = bool(why)
    row.save()
    if not why:
        return [f"#{number} escalated no more"]  # somebody was appointed who can decide, or publish
    _record(row, at, "escalate", {"reason": why})
    return [f"#{number} escalated: {why}"]


def _remind(number: int, at: datetime) -> list[str]:
    """One reminder for each clock and ordinal: before a decision is due, and each week that anything is overdue."""
    row = Proposal.objects.get(pk=number)
    done = []
    for clock in clocks.running(row):
        due = _warnings(clock.due, at) if clock.name == "expiry" else _dates(clock, at)
        done += [f"#{number} reminded: {clock.name}" for ordinal in due if _once(row, clock, ordinal, at)]
    return done


def _dates(clock: clocks.Clock, at: datetime) -> list[int]:
    """The ordinals that are due: 0 before a decision, then one for each week overdue. The latest alone is sent."""
    if clock.paused or clock.name in ("comment", "escalation"):
        return []
    if at >= clock.due:
        return [1 + (at - clock.due) // timedelta(days=OVERDUE_EVERY)]
    if clock.name == "decision" and at >= clock.due - timedelta(days=BEFORE_DECISION):
        return [0]
    return []


def _warnings(due: datetime, at: datetime) -> list[int]:
    asked = due - timedelta(days=clocks.periods().expiry)
    passed = [
        ordinal for ordinal, days in enumerate(clocks.periods().expiry_warnings) if at >= asked + timedelta(days=days)
    ]
    return passed[-1:]


@transaction.atomic
def _once(row: Proposal, clock: clocks.Clock, ordinal: int, at: datetime) -> bool:
    _locked(row.number)
    # Nor an earlier one, where a clock was set back since.
    if Reminder.objects.filter(proposal=row, clock=clock.name, due=clock.due, ordinal__gte=ordinal).exists():
        return False
    Reminder.objects.create(proposal=row, clock=clock.name, due=clock.due, ordinal=ordinal, given=at)
    _record(row, at, "remind", {"clock": clock.name, "ordinal": ordinal})
    return True


def _locked(number: int) -> Proposal:
    found: Proposal = Proposal.objects.select_for_update(no_key=True).get(pk=number)
    return found


def _record(row: Proposal, at: datetime, move: str, content: dict[str, object]) -> None:
    subject = f"proposal:{row.number}"
    records.add(at=at, actor="", role="clock", move=move, subject=subject, content=content)
