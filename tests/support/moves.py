"""Every move with arguments that nothing is wrong with, to be tried by anybody in any state."""

from codes.review import actions
from codes.review.models import Concern
from tests.support.people import account
from tests.support.proposals import APPROVE, new_code

TEXT = "Something to say about it."


def _expert(by):
    """Whom `by` would assign: themself, if that can be, else somebody new."""
    return by if by.roles.filter(role__in=("expert", "lead"), dismissed_at=None).exists() else account("eve", "expert")


def _concern(number):
    found = Concern.objects.filter(proposal=number, lifted=None).first()
    return found.pk if found else 0


CALLS = {
    "save": lambda n, by, at: actions.save(proposal=n, content=new_code(title="Another Title"), by=by, at=at),
    "submit": lambda n, by, at: actions.submit(proposal=n, by=by, at=at),
    "assign": lambda n, by, at: actions.assign(proposal=n, expert=_expert(by), by=by, at=at),
    "start_review": lambda n, by, at: actions.start_review(proposal=n, by=by, at=at),
    "ask": lambda n, by, at: actions.ask(proposal=n, text=TEXT, by=by, at=at),
    "answer": lambda n, by, at: actions.answer(
        proposal=n, content=new_code(title="More Said"), text=TEXT, by=by, at=at
    ),
    "revise": lambda n, by, at: actions.revise(proposal=n, content=new_code(title="Another Title"), by=by, at=at),
    "comment": lambda n, by, at: actions.comment(proposal=n, text=TEXT, by=by, at=at),
    "note": lambda n, by, at: actions.comment(proposal=n, text=TEXT, private=True, by=by, at=at),
    "vote": lambda n, by, at: actions.vote(proposal=n, verdicts=APPROVE, no_conflict=True, by=by, at=at),
    "concern": lambda n, by, at: actions.concern(proposal=n, text=TEXT, by=by, at=at),
    "resolve": lambda n, by, at: actions.resolve(proposal=n, concern=_concern(n), text=TEXT, by=by, at=at),
    "recuse": lambda n, by, at: actions.recuse(proposal=n, reason=TEXT, by=by, at=at),
    "extend": lambda n, by, at: actions.extend(proposal=n, reason=TEXT, by=by, at=at),
    "approve": lambda n, by, at: actions.decide(proposal=n, expected="approve", by=by, at=at),
    "reject": lambda n, by, at: actions.decide(proposal=n, expected="reject", by=by, at=at),
    "record_approval": lambda n, by, at: actions.record_ruling(
        proposal=n, approve=True, reference="minutes", reason=TEXT, by=by, at=at
    ),
    "record_rejection": lambda n, by, at: actions.record_ruling(
        proposal=n,
        approve=False,
        reference="minutes",
        reason=TEXT,
        reason_code="out_of_scope",
        would_succeed=TEXT,
        by=by,
        at=at,
    ),
    "record_standards_action": lambda n, by, at: actions.record_standards_action(proposal=n, rfc=9999, by=by, at=at),
    "send_back": lambda n, by, at: actions.send_back(proposal=n, reason=TEXT, by=by, at=at),
    "publish": lambda n, by, at: actions.publish(proposals=[n], by=by, at=at),
    "withdraw": lambda n, by, at: actions.withdraw(proposal=n, by=by, at=at),
    "reopen": lambda n, by, at: actions.reopen(proposal=n, by=by, at=at),
    "uphold_appeal": lambda n, by, at: actions.uphold_appeal(
        proposal=n, reference="minutes", reason=TEXT, by=by, at=at
    ),
    "hide": lambda n, by, at: actions.hide(proposal=n, reason=TEXT, by=by, at=at),
    "unhide": lambda n, by, at: actions.unhide(proposal=n, by=by, at=at),
}
