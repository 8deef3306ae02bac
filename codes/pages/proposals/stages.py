"""How far a proposal has come: its stages with their dates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from codes.review import clocks
from codes.review.models import Event, Proposal
from codes.review.states import State

_BEGIN = ("start_review", "send_back", "uphold_appeal")
_ENDED = {State.WITHDRAWN: "Withdrawn", State.EXPIRED: "Expired"}


@dataclass(frozen=True, slots=True)
class Stage:
    """`how` is done, now, or ahead. `at` is when it was reached; `due` by when it will be, where that is known."""

    name: str
    how: str
    at: datetime | None = None
    due: datetime | None = None
    words: str = ""


def stages(proposal: Proposal, events: Sequence[Event], now: datetime) -> list[Stage]:
    """Submission, review, decision and publication; where it ended otherwise, that in their place. As of `now`."""
    begun = _begun(events)
    found = [Stage("Submitted", "done", proposal.submitted)]
    if proposal.state in _ENDED:
        reviewed = [Stage("Review", "done", begun)] if begun else []
        return [*found, *reviewed, Stage(_ENDED[State(proposal.state)], "done", proposal.changed)]
    if begun is None:
        words = "waits for an answer of the submitter" if proposal.paused_at else ""
        return [
            *found,
            Stage("Review", "now", due=proposal.triage_by, words=words or "waits for triage"),
            Stage("Decision", "ahead"),
            Stage("Publication", "ahead"),
        ]
    if proposal.decided is None:
        return [
            *found,
            _reviewed(proposal, begun, now),
            Stage("Decision", "ahead", due=proposal.decide_by),
            Stage("Publication", "ahead"),
        ]
    found += [Stage("Review", "done", begun), Stage("Decision", "done", proposal.decided, words=_decision(proposal))]
    if proposal.state == State.APPROVED:
        found.append(Stage("Publication", "now", words="waits for an administrator"))
    if proposal.release:
        found.append(Stage("Publication", "done", proposal.changed, words=f"release {proposal.release.version}"))
    return found


def _reviewed(proposal: Proposal, begun: datetime, now: datetime) -> Stage:
    """The review while it is under way. Until when one may comment is not known while the clocks stand still."""
    if proposal.paused_at:
        return Stage("Review", "now", begun, words="waits for an answer of the submitter")
    if clocks.comments_over(proposal, now):
        return Stage("Review", "now", begun, words="the comment period is over")
    return Stage("Review", "now", begun, proposal.comment_until, "everybody may comment")


def _begun(events: Sequence[Event]) -> datetime | None:
    """When the review that counts began."""
    begun = None
    for event in events:
        if event.move == "reopen":
            begun = None
        elif event.move in _BEGIN:
            begun = event.at
    return begun


def _decision(proposal: Proposal) -> str:
    return "rejected" if proposal.state == State.REJECTED else "approved"
