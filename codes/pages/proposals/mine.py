"""What somebody has asked for, and what they have been told of: for their account's page."""

from dataclasses import dataclass
from datetime import datetime

from codes.accounts.models import Account
from codes.review import clocks, words
from codes.review.models import Delivery, Proposal
from codes.review.states import FINAL, State

# The newest that the account's page shows.
MOST_NOTICES = 20


@dataclass(frozen=True, slots=True)
class Mine:
    """One of the reader's proposals.

    `address` is where it goes on, `onward` how in a word or two; `asked` whether it waits for them.
    """

    proposal: Proposal
    name: str
    state: str
    clock: str
    address: str
    onward: str
    asked: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A notice that was or will be mailed to the reader; `sent` is None while it waits."""

    headline: str
    number: int | None
    at: datetime
    sent: datetime | None


def proposals(account: Account, at: datetime) -> list[Mine]:
    """What waits for the reader first, then the newest. Drafts that were thrown away are left out."""
    rows = Proposal.objects.filter(submitter=account).exclude(revision=0, state=State.WITHDRAWN).order_by("-number")
    return sorted((_mine(row, at) for row in rows), key=lambda each: (not each.asked, each.proposal.state in FINAL))


def notices(account: Account) -> list[Told]:
    rows = Delivery.objects.filter(account=account).select_related("notice__event").order_by("-notice__event__number")
    events = [(row, row.notice.event) for row in rows[:MOST_NOTICES]]
    numbers = {row.pk: _number(event.subject) for row, event in events}
    found = Proposal.objects.in_bulk([number for number in numbers.values() if number])
    return [
        Told(words.headline(event, found.get(numbers[row.pk] or 0)), numbers[row.pk], event.at, row.sent)
        for row, event in events
    ]


def _mine(row: Proposal, at: datetime) -> Mine:
    due = clocks.next_due(row)
    draft = row.state == State.DRAFT
    place, onward = "act", "Take part"
    if draft:
        place, onward = "check", "Go on writing"
    elif row.state in FINAL:
        place, onward = ("act", "Reopen") if clocks.reopens(row, at) else ("act" if row.hidden else "", "Read")
    return Mine(
        row,
        words.name(row),
        words.STATES[row.state],
        f"{words.CLOCKS[due.name]}: {clocks.words(due, at)}" if due else "",
        f"/proposals/{row.number}/{place}".rstrip("/"),
        onward,
        draft or row.state == State.NEEDS_INFO,
    )


def _number(subject: str) -> int | None:
    kind, _, name = subject.partition(":")
    return int(name) if kind == "proposal" else None
