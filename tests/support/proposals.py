"""Proposals in every state, reached by the actions alone."""

from dataclasses import replace

from codes.registry.models import Code, Signal
from codes.review import actions
from codes.review.kinds import change_signals as signals
from codes.review.kinds.names import (
    CHANGE_CODE,
    CHANGE_SIGNALS,
    DEPRECATE_CODE,
    NEW_CATEGORY,
    NEW_CODE,
    REINSTATE_CODE,
)
from tests.support.people import DAY, START, account, board

REFERENCE = {"title": "Agent Quota Errors", "url": "https://example.org/specs/agent-quota-errors-01", "section": "2"}
WHY = "Six independent client libraries tell it apart, and repeating the request cannot help."


def new_code(code="upstream.quota_exhausted", **changes):
    return {
        "code": code,
        "title": "Upstream Quota Exhausted",
        "description": "The account used for the upstream service has no credit or quota left.",
        "default_retryable": False,
        "retryable_justification": WHY,
        "default_model_recoverable": False,
        "model_recoverable_justification": "The model has no way to pay a bill or to raise a quota.",
        "reference": REFERENCE,
        "publisher": "Example Consortium",
        "one_person_can_remove": False,
        "change_controller": "Example Consortium",
        "relation": "none",
        "origin": "upstream",
        "why_not_nearest": "A rate limit passes with waiting; an empty account does not, so a retry only costs.",
        **changes,
    }


def base(code):
    return Code.objects.get(pk=code).updated_version


def change_code(code="tool.timeout", **changes):
    return {
        "code": code,
        "base": base(code),
        "title": "Tool Timed Out",
        "description": Code.objects.get(pk=code).description,
        "default_retryable": True,
        "default_model_recoverable": True,
        "reference": REFERENCE,
        "change_controller": "IETF",
        "relation": "none",
        "origin": "tool",
        "reason": "The title should say what happened.",
        **changes,
    }


def deprecate_code(code="tool.timeout", **changes):
    return {
        "code": code,
        "base": base(code),
        "successor": "loop.timeout",
        "reason": "Nobody could tell the two apart in practice.",
        **changes,
    }


def reinstate_code(code="tool.timeout", **changes):
    return {"code": code, "base": base(code), "reason": "It turned out to be needed after all.", **changes}


def new_category(category="memory", **changes):
    return {
        "category": category,
        "description": "Failures of what an agent remembers.",
        "recommended_status": 500,
        "reference": REFERENCE,
        "reason": "No registered category is about memory.",
        **changes,
    }


def change_signals(identifier="xw-001", **changes):
    row = Signal.objects.get(pk=identifier)
    present = signals.present({"identifier": identifier})
    now = {name: value for name, value in present.items() if value not in ("", {})}
    return {
        **now,
        "identifier": identifier,
        "base": signals.digest(row),
        "note": "Said in other words.",
        "reason": "The note was hard to read.",
        **changes,
    }


CONTENT = {
    NEW_CODE: new_code,
    CHANGE_CODE: change_code,
    DEPRECATE_CODE: deprecate_code,
    REINSTATE_CODE: reinstate_code,
    NEW_CATEGORY: new_category,
    CHANGE_SIGNALS: change_signals,
}

TEXT = "I looked at it, and this is what I found."
APPROVE = actions.Verdicts(
    verdict="approve",
    not_covered=True,
    not_covered_text=TEXT,
    category_fits=True,
    category_fits_text=TEXT,
    defaults_justified=True,
    defaults_justified_text=TEXT,
    specification_stable=True,
    specification_stable_text=TEXT,
    nearest=("upstream.rate_limited",),
)
REJECT = replace(
    APPROVE,
    verdict="reject",
    not_covered=False,
    reason_code="already_covered",
    would_succeed="Say what a consumer does differently.",
)


def draft(kind=NEW_CODE, by=None, at=START, **changes):
    by = by or account("sam")
    return actions.create(kind=kind, content=CONTENT[kind](**changes), by=by, at=at)


def submitted(kind=NEW_CODE, by=None, at=START, **changes):
    made = draft(kind, by, at, **changes)
    return actions.submit(proposal=made.number, by=made.submitter, at=at)


def in_review(kind=NEW_CODE, by=None, at=START, **changes):
    """Assigned to two experts and the lead of the board."""
    ada, ben, lea, _ = board()
    made = submitted(kind, by, at, **changes)
    for expert in (ada, ben, lea):
        actions.assign(proposal=made.number, expert=expert, by=expert, at=at)
    return actions.start_review(proposal=made.number, by=lea, at=at)


def needs_info(kind=NEW_CODE, by=None, at=START, **changes):
    made = in_review(kind, by, at, **changes)
    return actions.ask(proposal=made.number, text="Who sends it today?", by=account("ada"), at=at)


def voted(kind=NEW_CODE, by=None, at=START, verdicts=APPROVE, **changes):
    """Both experts have voted, and the comment period is still running."""
    made = in_review(kind, by, at, **changes)
    for name in ("ada", "ben"):
        actions.vote(proposal=made.number, verdicts=verdicts, no_conflict=True, by=account(name), at=at)
    made.refresh_from_db()
    return made


def approved(kind=NEW_CODE, by=None, at=START, **changes):
    if kind == NEW_CATEGORY:
        made = in_review(kind, by, at, **changes)
        return actions.record_standards_action(proposal=made.number, rfc=9999, by=account("max"), at=at)
    made = voted(kind, by, at, **changes)
    return actions.decide(proposal=made.number, by=None, at=made.comment_until)


def rejected(kind=NEW_CODE, by=None, at=START, **changes):
    made = voted(kind, by, at, REJECT, **changes)
    return actions.decide(proposal=made.number, by=None, at=made.comment_until)


def published(kind=NEW_CODE, by=None, at=START, **changes):
    made = approved(kind, by, at, **changes)
    actions.publish(proposals=[made.number], by=account("max"), at=made.decided + DAY)
    made.refresh_from_db()
    return made


def withdrawn(kind=NEW_CODE, by=None, at=START, **changes):
    made = in_review(kind, by, at, **changes)
    return actions.withdraw(proposal=made.number, by=made.submitter, at=at)


def expired(kind=NEW_CODE, by=None, at=START, **changes):
    made = needs_info(kind, by, at, **changes)
    actions.tick(at + 60 * DAY)
    made.refresh_from_db()
    return made


IN_STATE = {
    "draft": draft,
    "submitted": submitted,
    "needs_info": needs_info,
    "in_review": in_review,
    "approved": approved,
    "published": published,
    "rejected": rejected,
    "withdrawn": withdrawn,
    "expired": expired,
}
