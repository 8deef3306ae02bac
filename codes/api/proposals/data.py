"""A proposal as JSON: what the public may know, and more for whoever may know more."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from codes.accounts.models import Account
from codes.registry.document import time_text
from codes.review import clocks, quorum, words
from codes.review.actions.act import open_moves
from codes.review.models import Event, Proposal
from codes.review.states import State
from codes.review.verdicts import CHECKS
from codes.web import sight
from codes.web.answer import absolute

_SPOKEN = ("comment", "question", "answer")
_DECISIONS = ("approve", "reject", "record_approval", "record_rejection", "record_standards_action")


def summary(proposal: Proposal, at: datetime) -> dict[str, Any]:
    """One row of a list. Costs no query where submitter and release came with the row."""
    due = clocks.next_due(proposal)
    return {
        "number": proposal.number,
        "kind": proposal.kind,
        "name": words.name(proposal),
        "target": proposal.target or None,
        "state": proposal.state,
        "revision": proposal.revision,
        "tag": proposal.tag,
        "submitter": person(proposal.submitter),
        "created": time_text(proposal.created),
        "submitted": _time(proposal.submitted),
        "changed": time_text(proposal.changed),
        "decided": _time(proposal.decided),
        "published_in": proposal.release.version if proposal.release else None,
        "escalated": proposal.escalated,
        "appealed": proposal.appealed,
        "hidden": proposal.hidden,
        "next": words.acts_next(proposal),
        "due": _clock(due, at) if due else None,
        "href": absolute(f"/api/v1/proposals/{proposal.number}"),
        "permalink": absolute(f"/proposals/{proposal.number}"),
    }


def detail(proposal: Proposal, at: datetime, by: Account | None, *, officer: bool = False) -> dict[str, Any]:
    """All of it. `moves` are those that the table opens to `by`; `officer`: `by` asks as an officer of the registry,
    which opens private notes and votes before the decision to those without a conflict of interest.
    """
    inside = by is not None and officer and sight.as_officer(proposal, by)
    kinds = (*_SPOKEN, "note") if inside else _SPOKEN
    assigned = proposal.assignments.filter(ended=None).select_related("account")
    spoken = proposal.comments.filter(kind__in=kinds).select_related("account")
    concerns = proposal.concerns.select_related("account")
    return {
        **summary(proposal, at),
        "content": proposal.content,
        "revisions": [
            {"number": row.number, "created": time_text(row.created), "sha256": row.sha256, "content": row.data}
            for row in proposal.revisions.all()
        ],
        "clocks": [_clock(each, at) for each in clocks.running(proposal)],
        "assigned": [person(each.account) for each in assigned],
        "comments": [
            {
                "kind": each.kind,
                "author": person(each.account),
                "written": time_text(each.written),
                "text": each.text,
            }
            for each in spoken
        ],
        "concerns": [
            {
                "id": each.pk,
                "expert": person(each.account),
                "raised": time_text(each.raised),
                "text": each.text,
                "lifted": _time(each.lifted),
            }
            for each in concerns
        ],
        "votes": _votes(proposal) if inside or proposal.decided else [],
        "waits_for": quorum.tally(proposal, at).waits_for or None if proposal.state == State.IN_REVIEW else None,
        "decision": _decision(proposal),
        "moves": list(open_moves(by, proposal)) if by else [],
    }


def person(account: Account) -> dict[str, str]:
    """The opaque id and the name for the public; never an address."""
    return {"id": account.public_id, "name": account.shown_name}


def _votes(proposal: Proposal) -> list[dict[str, Any]]:
    """The votes that count."""
    return [
        {
            "expert": person(vote.account),
            "revision": vote.revision,
            "cast": time_text(vote.cast),
            "verdict": vote.verdict,
            "checks": {name: {"holds": getattr(vote, name), "why": getattr(vote, f"{name}_text")} for name in CHECKS},
            "nearest": vote.nearest,
            "reason_code": vote.reason_code or None,
            "would_succeed": vote.would_succeed or None,
        }
        for vote in proposal.votes.filter(void="").select_related("account")
    ]


def _decision(proposal: Proposal) -> dict[str, Any] | None:
    """What was decided and on what it rests, as recorded."""
    if proposal.decided is None:
        return None
    event = Event.objects.filter(subject=f"proposal:{proposal.number}", move__in=_DECISIONS).order_by("-number").first()
    if event is None:
        return None
    said: Mapping[str, Any] = event.data
    return {
        "move": event.move,
        "at": time_text(event.at),
        "reference": said.get("reference"),
        "reason": said.get("reason"),
        "reason_code": said.get("reason_code") or None,
        "would_succeed": said.get("would_succeed") or None,
    }


def _clock(clock: clocks.Clock, at: datetime) -> dict[str, Any]:
    return {
        "name": clock.name,
        "due": time_text(clock.due),
        "paused": clock.paused,
        "words": clocks.words(clock, at),
    }


def _time(at: datetime | None) -> str | None:
    return time_text(at) if at else None
