"""What the public may know of a proposal: everything but drafts and the notes of officers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from codes.accounts.models import Account
from codes.review import clocks, differences, quorum, words
from codes.review.kinds import KINDS
from codes.review.kinds.fields import blank
from codes.review.kinds.names import NEW_CODE
from codes.review.models import Comment, Concern, Event, Proposal, Revision, Vote
from codes.review.states import OPEN, State
from codes.review.verdicts import CHECKS, REASONS

from .stages import Stage, stages

# Who moved what is public, but for what only officers see, and for what takes a proposal out of sight.
NOT_TOLD = ("note", "hide", "unhide")
# Events whose reason is for everybody; why an expert stepped back is not.
REASONED = ("extend", "send_back", "record_approval", "record_rejection", "uphold_appeal", "escalate")
_DECISIONS = ("approve", "reject", "record_approval", "record_rejection", "record_standards_action")
# What says which entry is meant, and in which state it was: it has nothing to be compared with.
_NAMING = ("code", "identifier", "base")
_SPOKEN = ("comment", "question", "answer")


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of the record. `actor` is a name, empty for the clock."""

    at: datetime
    words: str
    actor: str
    role: str
    reason: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One check of a vote: its question, whether it is met, and why."""

    question: str
    met: bool
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A counted vote, in words."""

    vote: Vote
    checks: tuple[Answered, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """`approved`, when, and on what it rests: the verdicts, or a ruling with its reference."""

    approved: bool
    at: datetime
    verdicts: tuple[Verdict, ...]
    reference: str
    reason: str
    would_succeed: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A revision and the members in which it differs from the one before it."""

    revision: Revision
    rows: tuple[differences.Row, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A proposal as its page tells it. `rows` are what it asks for, beside what the registry says while it is open.

    `stated` are the members that the registry has; `code` is the registered code that it is about, if there is one.
    """

    proposal: Proposal
    name: str
    code: str
    state: str
    open: bool
    reopens: bool
    next: str
    clock: str
    due: clocks.Clock | None
    stages: list[Stage]
    rows: list[differences.Row]
    beside: bool
    stated: frozenset[str]
    revisions: tuple[Changed, ...]
    talk: Sequence[Comment]
    concerns: Sequence[Concern]
    votes: str
    decision: Decision | None
    history: tuple[Happened, ...]
    modified: datetime


def tell(proposal: Proposal, at: datetime) -> Story:
    """The story of a proposal that the public may read about (`entry.found`), at the moment `at`."""
    events = list(Event.objects.filter(subject=f"proposal:{proposal.number}").order_by("number"))
    told = [each for each in events if each.move not in NOT_TOLD]
    due = clocks.next_due(proposal)
    content = proposal.content
    rows = differences.to_entry(proposal.kind, content)
    beside = proposal.state != State.PUBLISHED and any(not blank(row.before) for row in rows)
    return Story(
        proposal=proposal,
        name=words.name(proposal),
        code=_code(proposal),
        state=words.STATES[proposal.state],
        open=proposal.state in OPEN,
        reopens=clocks.reopens(proposal, at),
        next=words.acts_next(proposal),
        clock=f"{words.CLOCKS[due.name]}: {clocks.words(due, at)}" if due else "",
        due=due,
        stages=stages(proposal, told, at),
        rows=[row for row in rows if not (beside and row.field.name in _NAMING)],
        beside=beside,
        stated=frozenset(KINDS[proposal.kind].present(content)),
        revisions=_revisions(proposal),
        talk=list(
            proposal.comments.filter(kind__in=_SPOKEN).select_related("account").prefetch_related("account__roles")
        ),
        concerns=list(proposal.concerns.select_related("account").prefetch_related("lifts__account")),
        votes=_votes(proposal, at),
        decision=_decision(proposal, told),
        history=_history(told),
        modified=told[-1].at,
    )


def _code(proposal: Proposal) -> str:
    kind, _, name = proposal.target.partition(":")
    registered = proposal.kind != NEW_CODE or proposal.state == State.PUBLISHED
    return name if kind == "code" and registered else ""


def _votes(proposal: Proposal, at: datetime) -> str:
    """How many have voted; what they said is published with the decision."""
    if proposal.state != State.IN_REVIEW:
        return ""
    found = quorum.tally(proposal, at)
    said = f"{len(found.votes)} of {found.needed} votes cast"
    return f"{said}; {found.waits_for}" if found.waits_for else said


def _decision(proposal: Proposal, events: Sequence[Event]) -> Decision | None:
    if proposal.state not in (State.APPROVED, State.PUBLISHED, State.REJECTED):
        return None
    event = next(each for each in reversed(events) if each.move in _DECISIONS)
    data = event.data
    counted = proposal.votes.filter(void="").select_related("account") if event.move in ("approve", "reject") else ()
    return Decision(
        approved=proposal.state != State.REJECTED,
        at=event.at,
        verdicts=tuple(_verdict(vote) for vote in counted),
        reference=data.get("reference", ""),
        reason=" ".join(filter(None, (REASONS.get(data.get("reason_code", ""), ""), data.get("reason", "")))),
        would_succeed=data.get("would_succeed", ""),
    )


def _verdict(vote: Vote) -> Verdict:
    checks = tuple(
        Answered(question, getattr(vote, name), getattr(vote, f"{name}_text")) for name, question in CHECKS.items()
    )
    return Verdict(vote, checks, REASONS.get(vote.reason_code, ""))


def _revisions(proposal: Proposal) -> tuple[Changed, ...]:
    """The newest first."""
    every = list(proposal.revisions.order_by("number"))
    first = Changed(every[0], ())
    later = [
        Changed(each, tuple(differences.between(proposal.kind, before.data, each.data)))
        for before, each in pairwise(every)
    ]
    return tuple(reversed([first, *later]))


def _history(events: Sequence[Event]) -> tuple[Happened, ...]:
    actors = {each.actor for each in events}
    names = {each.public_id: each.shown_name for each in Account.objects.filter(public_id__in=actors)}
    return tuple(
        Happened(
            each.at,
            _happened(each),
            names.get(each.actor, ""),
            words.role(each),
            each.data.get("reason", "") if each.move in REASONED else "",
        )
        for each in events
    )


def _happened(event: Event) -> str:
    if event.move == "remind":
        return f"reminder: {words.CLOCKS[event.data['clock']]}"
    return words.PAST[event.move]
