"""The whole workflow as one table: which move leads from which state to which, and who may make it.

`/policy` and `docs/workflow.md` are drawn from it, `actions` looks every move up in it.
"""

from dataclasses import dataclass
from enum import StrEnum

from .kinds.names import NEW_CATEGORY


class State(StrEnum):
    DRAFT = "draft"
    SUBMITTED = "submitted"
    NEEDS_INFO = "needs_info"
    IN_REVIEW = "in_review"
    APPROVED = "approved"
    PUBLISHED = "published"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


# A target is taken by a proposal in one of these.
OPEN = (State.SUBMITTED, State.NEEDS_INFO, State.IN_REVIEW, State.APPROVED)
FINAL = (State.PUBLISHED, State.REJECTED, State.WITHDRAWN, State.EXPIRED)


class Who(StrEnum):
    """In what capacity somebody stands to a proposal. An officer of the registry who has a conflict of interest is
    none for that proposal; a lead is an expert as well, and neither of the two who has stepped back.
    """

    ACCOUNT = "account"
    SUBMITTER = "submitter"
    EXPERT = "expert"
    ASSIGNED = "assigned"
    LEAD = "lead"
    ADMINISTRATOR = "administrator"
    CLOCK = "clock"


OFFICERS = (Who.EXPERT, Who.LEAD, Who.ADMINISTRATOR)


@dataclass(frozen=True, slots=True)
class Move:
    """`target` is the state afterwards: None where it stays, `BACK` where it was before the question.

    `guards` says in words what else must hold; `only` limits the move to one kind of proposal.
    """

    name: str
    sources: tuple[State, ...]
    target: State | str | None
    who: frozenset[Who]
    meaning: str
    guards: str = ""
    only: str = ""


BACK = "back"
_D, _S, _N, _R, _A = State.DRAFT, State.SUBMITTED, State.NEEDS_INFO, State.IN_REVIEW, State.APPROVED
_AFTER_SUBMISSION = (_S, _N, _R, _A, *FINAL)


def _move(
    name: str,
    sources: tuple[State, ...],
    target: State | str | None,
    who: tuple[Who, ...],
    meaning: str,
    guards: str = "",
    only: str = "",
) -> Move:
    return Move(name, sources, target, frozenset(who), meaning, guards, only)


_SUBMITTER = (Who.SUBMITTER,)
_TABLE = (
    _move("save", (_D,), None, _SUBMITTER, "keep the draft", "members of the kind, each of its type"),
    _move("submit", (_D,), _S, _SUBMITTER, "ask for review", "complete; the target is free"),
    _move(
        "assign",
        (_S, _R),
        None,
        (Who.EXPERT, Who.LEAD, Who.ADMINISTRATOR),
        "give the proposal to an expert",
        "the expert is eligible; an expert assigns nobody but themself",
    ),
    _move(
        "start_review",
        (_S,),
        _R,
        (Who.ASSIGNED, Who.LEAD, Who.ADMINISTRATOR),
        "begin the comment period",
        "at least one expert is eligible",
    ),
    _move("ask", (_S, _R), _N, (Who.ASSIGNED, Who.LEAD, Who.ADMINISTRATOR), "ask the submitter", "a question"),
    _move("answer", (_N,), BACK, _SUBMITTER, "answer, with a new revision", "complete; the target is still free"),
    _move(
        "revise",
        (_S, _R),
        None,
        _SUBMITTER,
        "replace the proposal by a new revision",
        "complete; a change to what would be registered, its reference or a justification voids the votes",
    ),
    _move("comment", (_S, _N, _R, _A), None, (Who.ACCOUNT,), "say something in public", "a text"),
    _move("note", (_S, _N, _R, _A), None, OFFICERS, "leave a note that only officers of the registry see", "a text"),
    _move(
        "vote",
        (_R,),
        None,
        (Who.ASSIGNED,),
        "vote, with a verdict on each check",
        "no conflict of interest declared; the latest vote counts until the decision",
    ),
    _move("concern", (_R,), None, (Who.ASSIGNED,), "raise a concern that blocks approval", "a reason"),
    _move(
        "resolve",
        (_R,),
        None,
        (Who.ASSIGNED, Who.LEAD),
        "lift a concern",
        "whoever raised it; otherwise a lead and another expert together",
    ),
    _move("recuse", (_S, _R), None, (Who.ASSIGNED,), "step back from this proposal", "a reason; it is for good"),
    _move("extend", (_R,), None, (Who.LEAD,), "lengthen the comment period", "a reason; twice at most"),
    _move(
        "approve",
        (_R,),
        _A,
        (Who.ASSIGNED, Who.LEAD, Who.CLOCK),
        "decide for it",
        "comment period over, quorum for it, no vote against it, no open concern, complete as things stand now",
    ),
    _move(
        "reject",
        (_R,),
        State.REJECTED,
        (Who.ASSIGNED, Who.LEAD, Who.CLOCK),
        "decide against it",
        "comment period over, quorum against it, no vote for it",
    ),
    _move(
        "record_approval",
        (_R,),
        _A,
        (Who.ADMINISTRATOR,),
        "record the ruling of the appointing body for it",
        "escalated; a reference; complete as things stand now",
    ),
    _move(
        "record_rejection",
        (_R,),
        State.REJECTED,
        (Who.ADMINISTRATOR,),
        "record the ruling of the appointing body against it",
        "escalated; a reference, a reason and what would succeed",
    ),
    _move(
        "record_standards_action",
        (_R,),
        _A,
        (Who.ADMINISTRATOR,),
        "record Standards Action",
        "the number of the Standards-Track RFC; complete as things stand now",
        NEW_CATEGORY,
    ),
    _move("send_back", (_A,), _R, (Who.LEAD, Who.ADMINISTRATOR), "reopen the review", "a reason; votes are void"),
    _move(
        "publish",
        (_A,),
        State.PUBLISHED,
        (Who.ADMINISTRATOR,),
        "make a release with it",
        "complete as things stand now; in sight; who alone decided it does not publish it",
    ),
    _move("withdraw", (_D, _S, _N, _R, _A), State.WITHDRAWN, _SUBMITTER, "take it back"),
    _move("expire", (_N,), State.EXPIRED, (Who.CLOCK,), "end it without an answer", "60 days without an answer"),
    _move(
        "reopen",
        (State.WITHDRAWN, State.EXPIRED),
        _S,
        _SUBMITTER,
        "ask for review again",
        "it had been submitted; within 180 days; complete; the target is free",
    ),
    _move(
        "uphold_appeal",
        (State.REJECTED,),
        _R,
        (Who.ADMINISTRATOR,),
        "record that an appeal succeeded",
        "a reference to the outcome; complete; the target is free; other deciders where there are any",
    ),
    _move(
        "hide",
        _AFTER_SUBMISSION,
        None,
        (Who.LEAD, Who.ADMINISTRATOR),
        "take it out of public sight",
        "a reason; it is in sight",
    ),
    _move(
        "unhide",
        _AFTER_SUBMISSION,
        None,
        (Who.LEAD, Who.ADMINISTRATOR),
        "bring it back into sight",
        "it is out of sight",
    ),
)

MOVES = {each.name: each for each in _TABLE}


def allowed(state: str, kind: str, who: frozenset[Who]) -> tuple[str, ...]:
    """The moves that the table allows, in its order. Guards may still refuse one."""
    return tuple(
        each.name
        for each in _TABLE
        if state in each.sources and who & each.who and each.only in ("", kind) and not _decided_elsewhere(each, kind)
    )


def _decided_elsewhere(move: Move, kind: str) -> bool:
    """A new category takes Standards Action: no vote grants one or turns one down."""
    return kind == NEW_CATEGORY and move.name in ("approve", "reject", "record_approval")
