"""What the page of a review shows of a proposal."""

from typing import Any

from codes.accounts.models import Account
from codes.pages.proposals.story import REASONED
from codes.review import clocks, differences, queue, words
from codes.review.kinds import KINDS
from codes.review.kinds.names import CHANGE_CODE, DEPRECATE_CODE, REINSTATE_CODE
from codes.review.models import Comment, Concern, Event, Revision, Vote
from codes.review.states import State
from codes.review.verdicts import CHECKS, REASONS

from .desk import Desk


def of(desk: Desk) -> dict[str, Any]:
    """The context of the template."""
    proposal = desk.proposal
    rows = differences.to_entry(proposal.kind, proposal.content)
    next_one = queue.after(proposal.number, queue.waiting(desk.by))
    return {
        "desk": desk,
        "proposal": proposal,
        "state": words.STATES[proposal.state],
        "acts_next": words.acts_next(proposal),
        "clocks": [
            (words.CLOCKS[clock.name], clock, clocks.words(clock, desk.at)) for clock in clocks.running(proposal)
        ],
        "rows": rows,
        "about": proposal.target.removeprefix("code:") if proposal.kind in _ABOUT_A_CODE else "",
        "stated": KINDS[proposal.kind].present(proposal.content),
        "registered": any(row.before is not None for row in rows),
        "revisions": [(each, differences.of_revision(proposal, each.number)) for each in _later(desk)],
        "assigned": proposal.assignments.select_related("account"),
        "concerns": _concerns(desk),
        "votes": [(vote, _void(desk, vote), _answers(vote)) for vote in _votes(desk)],
        "votes_shown": desk.inside or proposal.decided,
        "comments": _comments(desk),
        "events": _events(desk),
        "reasons": REASONS,
        "own_moves": [name for name in desk.moves if name in _OF_SUBMITTER],
        "publishes": "publish" in desk.moves,
        "next": next_one,
    }


_ABOUT_A_CODE = (CHANGE_CODE, DEPRECATE_CODE, REINSTATE_CODE)
# Why a vote does not count any more.
_VOID = {
    "replaced": "replaced by a later one",
    "revised": "the proposal was revised",
    "recused": "the expert stepped back",
    "dismissed": "the expert was dismissed",
    "sent_back": "the review began anew",
    "appealed": "an appeal succeeded",
}
_OF_SUBMITTER = ("answer", "revise", "withdraw", "reopen")


def _later(desk: Desk) -> list[Revision]:
    return list(desk.proposal.revisions.filter(number__gt=1).order_by("-number"))


def _concerns(desk: Desk) -> list[Concern]:
    return list(desk.proposal.concerns.select_related("account").prefetch_related("lifts__account"))


def _votes(desk: Desk) -> list[Vote]:
    """Until the decision for officers alone: what somebody voted is no news for whoever asks for the change."""
    if not desk.inside and not desk.proposal.decided:
        return []
    return list(desk.proposal.votes.select_related("account"))


def _void(desk: Desk, vote: Vote) -> str:
    """Why `vote` does not count; empty where it does."""
    if not vote.void and desk.proposal.state == State.IN_REVIEW and vote.account not in desk.tally.eligible:
        return "may not decide any more"
    return _VOID.get(vote.void, "")


def _answers(vote: Vote) -> list[tuple[str, bool, str]]:
    """Question, answer, reasoning."""
    return [(question, getattr(vote, name), getattr(vote, f"{name}_text")) for name, question in CHECKS.items()]


def _comments(desk: Desk) -> list[Comment]:
    """Notes among them only for its officers."""
    found = desk.proposal.comments.select_related("account").prefetch_related("account__roles")
    if not desk.inside:
        found = found.exclude(kind="note")
    return list(found)


def _events(desk: Desk) -> list[tuple[Event, str, str, str]]:
    """What was recorded, the newest first: the event, who and in which role, what happened, and the reason if told.

    Whoever is no officer for this proposal is told the reasons that everybody is told.
    """
    found = list(Event.objects.filter(subject=f"proposal:{desk.proposal.number}").order_by("-number"))
    if not desk.inside:
        found = [each for each in found if each.move != "note"]
    known = {
        each.public_id: each.shown_name
        for each in Account.objects.filter(public_id__in={event.actor for event in found if event.actor})
    }
    return [
        (
            event,
            ", ".join(filter(None, (known.get(event.actor, ""), words.role(event)))) if event.actor else "the clock",
            _happened(event),
            event.data.get("reason", "") if desk.inside or event.move in REASONED else "",
        )
        for event in found
    ]


def _happened(event: Event) -> str:
    """In words, without the name of the proposal: the page is about it."""
    clock = f": {words.CLOCKS[event.data['clock']]}" if event.move == "remind" else ""
    return f"{words.PAST[event.move]}{clock}"
