"""What every move has in common: lock, look the move up, ask who it is, and afterwards state, event and notice."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from codes.accounts.models import Account
from codes.accounts.roles import roles_of
from codes.harness_errors import canonical
from codes.registry.document import time_text
from codes.review import checks, permissions, records
from codes.review.kinds import texts
from codes.review.models import Event, Proposal
from codes.review.models.taking_part import TEXT_MAX
from codes.review.states import BACK, MOVES, Move, State, Who, allowed

from .refusals import Guarded, Incomplete, NotPermitted, NotThere, Stale, WrongState
from .right_time import require_right_time


@dataclass
class Act:
    """A move under way: `proposal` is locked, whoever makes it is allowed to, and the state is right."""

    move: Move
    proposal: Proposal
    by: Account | None
    role: Who
    at: datetime
    before: str

    def require(self, holds: object, code: str, detail: str) -> None:
        """Raises Guarded with the moves that are open instead where `holds` does not."""
        if not holds:
            raise Guarded(code, detail, self.proposal, open_moves(self.by, self.proposal))

    def clocks(self) -> dict[str, str | None]:
        """The clocks as they stand after the move, for the record."""
        names = ("comment_until", "decide_by", "escalate_at", "paused_at")
        return {name: time_text(due) if (due := getattr(self.proposal, name)) else None for name in names}

    def done(self, *, tell: bool = True, **content: Any) -> Event:
        """Writes the state and the event. `content` is what the record says of it beside states and digests."""
        proposal, was = self.proposal, self.proposal.state
        target = self.move.target
        if target == BACK:
            proposal.state, proposal.returns_to = proposal.returns_to, ""
        elif target is not None:
            proposal.state = target
        if proposal.state != was:
            proposal.changed = self.at
        proposal.save()
        return records.add(
            at=self.at,
            actor=self.by.public_id if self.by else "",
            role=self.role,
            move=self.move.name,
            subject=f"proposal:{proposal.number}",
            content={
                "from": was,
                "to": proposal.state,
                "revision": proposal.revision,
                "before": self.before,
                "after": digest(proposal),
                **content,
            },
            tell=tell,
        )

    def done_taking_target(self, **content: Any) -> Event:
        """Like `done`, for a move that takes the target. Raises Incomplete where another took it at the same moment."""
        proposal, target = self.proposal, self.proposal.target
        try:
            with transaction.atomic():
                return self.done(**content)
        except IntegrityError:
            proposal.refresh_from_db()
            found = checks.taken(target, proposal.number)
            raise Incomplete(found, proposal, open_moves(self.by, proposal)) from None

    def require_complete(self, content: Mapping[str, Any] | None = None) -> None:
        """Raises Incomplete where `content`, or what the proposal says, lacks something as things stand now."""
        stated = self.proposal.content if content is None else dict(content)
        if found := checks.faults(self.proposal.kind, stated, own=self.proposal.number):
            raise Incomplete(found, self.proposal)

    def said(self, text: str, label: str) -> str:
        """`text` without what stands around it. Raises Guarded where it says nothing or shows other than it says."""
        text = text.strip()
        self.require(text, "no_text", f"{label} is missing.")
        for fault in texts.text_faults("", label, text, 1, TEXT_MAX, lines=True):
            self.require(False, fault.code, fault.detail)
        return text


def begin(name: str, number: int, by: Account | None, at: datetime, tag: str | None = None) -> Act:
    """Locks proposal `number` for the move `name`. `tag` is what the request was made against, if it says so.

    Raises NotThere, NotPermitted, Stale, WrongState, in this order, and Guarded where the clock is ahead.
    """
    proposal = Proposal.objects.select_for_update(no_key=True).filter(pk=number).first()
    if proposal is None or not visible(by, proposal):
        raise NotThere("not_there", f"There is no proposal {number}.")
    move = MOVES[name]
    who = permissions.standing(by, proposal)
    role = permissions.capacity(who, move.who)
    if role is None:
        raise NotPermitted("not_permitted", _may_not(move, by, proposal), proposal, open_moves(by, proposal))
    if tag is not None and tag != proposal.tag:
        detail = f"The proposal has changed since: it is {proposal.tag} now, not {tag}."
        raise Stale("stale", detail, proposal, open_moves(by, proposal))
    if name not in allowed(proposal.state, proposal.kind, who):
        detail = f"A proposal that is {spoken(proposal.state)} cannot take the move {name}."
        raise WrongState("wrong_state", detail, proposal, open_moves(by, proposal))
    require_right_time()
    return Act(move, proposal, by, role, at, digest(proposal))


def visible(by: Account | None, proposal: Proposal) -> bool:
    """Drafts are their submitter's alone, and so is a draft that was withdrawn. What was taken out of public sight is
    its submitter's and the officers'. The clock sees everything.
    """
    if by is None or by.pk == proposal.submitter_id:
        return True
    return proposal.revision > 0 and (not proposal.hidden or bool(roles_of(by)))


def open_moves(by: Account | None, proposal: Proposal) -> tuple[str, ...]:
    """The moves that the table opens to `by` now; guards may still refuse one."""
    return allowed(proposal.state, proposal.kind, permissions.standing(by, proposal))


def digest(proposal: Proposal) -> str:
    """Of what a move may change about the proposal itself."""
    revision = proposal.revisions.filter(number=proposal.revision).first()
    return canonical.sha256(
        canonical.dumps(
            {
                "number": proposal.number,
                "state": proposal.state,
                "revision": proposal.revision,
                "content": revision.sha256 if revision else "",
                "target": proposal.target,
                "hidden": proposal.hidden,
            }
        )
    )


def spoken(state: str) -> str:
    return State(state).value.replace("_", " ")


def _may_not(move: Move, by: Account | None, proposal: Proposal) -> str:
    reason = permissions.conflict(by, proposal) if by else ""
    officers = {Who.EXPERT, Who.ASSIGNED, Who.LEAD, Who.ADMINISTRATOR}
    if reason and move.who & officers:
        return f"You are the {reason} of this proposal, so you decide nothing about it."
    if by and move.who & officers and permissions.stepped_back(by, proposal):
        return "You have stepped back from this proposal, so you act on it neither as an expert nor as a lead."
    return f"To {move.meaning} takes the role of {' or '.join(sorted(move.who))}."
