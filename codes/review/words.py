"""Moves and states in words, for pages, mails and feeds."""

from .kinds import KINDS
from .kinds.names import NEW_CATEGORY
from .models import Event, Proposal
from .states import State

STATES = {
    "draft": "draft",
    "submitted": "submitted, waiting for triage",
    "needs_info": "waiting for an answer of the submitter",
    "in_review": "in review",
    "approved": "approved, waiting for publication",
    "published": "published",
    "rejected": "rejected",
    "withdrawn": "withdrawn",
    "expired": "expired",
}

PAST = {
    "submit": "was submitted",
    "assign": "was given to a designated expert",
    "start_review": "is in review",
    "ask": "waits for an answer",
    "answer": "was answered",
    "revise": "was revised",
    "comment": "has a comment",
    "note": "has a private note",
    "vote": "has a vote",
    "concern": "has a concern that blocks approval",
    "resolve": "has an answer to a concern",
    "recuse": "lost an expert, who stepped back",
    "extend": "has a longer comment period",
    "approve": "was approved",
    "reject": "was rejected",
    "record_approval": "was approved by ruling",
    "record_rejection": "was rejected by ruling",
    "record_standards_action": "was approved by Standards Action",
    "send_back": "went back to review",
    "publish": "is published",
    "withdraw": "was withdrawn",
    "expire": "has expired",
    "reopen": "was reopened",
    "uphold_appeal": "is in review again after an appeal",
    "hide": "was taken out of sight",
    "unhide": "is in sight again",
    "escalate": "is escalated to the appointing body",
    "remind": "waits",
}

CLOCKS = {
    "triage": "triage",
    "first_answer": "first answer",
    "comment": "comment period",
    "decision": "decision",
    "escalation": "escalation",
    "expiry": "answer of the submitter",
}

_NEXT = {
    "draft": "the submitter",
    "submitted": "a designated expert, who takes it and begins the review",
    "needs_info": "the submitter, who answers",
    "in_review": "the designated experts, who vote",
    "approved": "an administrator, who publishes it",
    "published": "nobody",
    "rejected": "nobody, unless an appeal is upheld",
    "withdrawn": "nobody, unless the submitter reopens it",
    "expired": "nobody, unless the submitter reopens it",
}

# Capacities that people would say otherwise; whoever only has an account is there by name.
_ROLES = {"account": "", "assigned": "expert", "clock": ""}


def acts_next(proposal: Proposal) -> str:
    """Who has to do something now, and what."""
    if proposal.escalated and proposal.state != State.NEEDS_INFO:
        return "the appointing body, to which it is escalated"
    if proposal.kind == NEW_CATEGORY and proposal.state == State.IN_REVIEW:
        return "an administrator, who records the Standards-Track RFC; votes are advice"
    return _NEXT[proposal.state]


def role(event: Event) -> str:
    """In what capacity somebody made a move; empty where that says nothing."""
    return _ROLES.get(event.role, event.role)


def name(proposal: Proposal) -> str:
    """What it asks for, in a few words: `New code tool.rusty`."""
    label: str = KINDS[proposal.kind].LABEL
    return f"{label} {proposal.target.partition(':')[2]}".strip()


def headline(event: Event, proposal: Proposal | None) -> str:
    """What happened, in one line."""
    if proposal is None:
        verb = "appointed" if event.move == "appoint" else "dismissed"
        return f"You were {verb} as {event.data['role']}"
    if event.move == "remind":
        return f"{name(proposal)} waits: {CLOCKS[event.data['clock']]}"
    return f"{name(proposal)} {PAST[event.move]}"
