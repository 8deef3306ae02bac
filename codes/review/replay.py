"""Whether every recorded decision follows from what was recorded before it.

Reads the events alone, without the tables that the site works with, and knows the workflow from `states` and the rules
below. `manage.py verify_registry` runs it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from codes.accounts.models import Account
from codes.releases.models import ReleaseHead

from . import records
from .models import Event, Proposal
from .states import BACK, MOVES, Who

# What each capacity rests on; a submitter and any account need no role.
_ROLES = {
    Who.EXPERT: {"expert", "lead"},
    Who.ASSIGNED: {"expert", "lead"},
    Who.LEAD: {"lead"},
    Who.ADMINISTRATOR: {"administrator"},
}
_EXPERTS = (Who.EXPERT, Who.ASSIGNED, Who.LEAD)
# What `tick` writes beside moves.
_REMARKS = ("escalate", "remind")


@dataclass
class _Known:
    """A proposal as the events so far tell it. `votes` are those that count, by actor: (verdict, revision);
    `concerns` are those that are open, with who raised each.
    """

    state: str = "draft"
    returns_to: str = ""
    submitter: str = ""
    assigned: set[str] = field(default_factory=set)
    recused: set[str] = field(default_factory=set)
    votes: dict[str, tuple[str, int]] = field(default_factory=dict)
    concerns: dict[int, str] = field(default_factory=dict)
    comment_until: str = ""
    digest: str = ""

    def leave(self, actor: str) -> None:
        """An expert who steps back or is dismissed takes vote and concerns along."""
        self.assigned.discard(actor)
        self.votes.pop(actor, None)
        self.concerns = {concern: by for concern, by in self.concerns.items() if by != actor}


def faults() -> Iterator[str]:
    """One sentence for each record that is not as it must be; none when all decisions hold."""
    yield from records.faults()
    roles: dict[str, set[str]] = {}
    known: dict[str, _Known] = {}
    for event in Event.objects.order_by("number").iterator():
        try:
            if event.subject.startswith("account:"):
                yield from _role(event, roles, known)
            elif event.move not in _REMARKS:
                yield from _move(event, roles, known.setdefault(event.subject, _Known()))
        except (KeyError, TypeError, ValueError):
            yield f"event {event.number}: does not say what such a record says"
    yield from _tables(known)
    yield from _anchored()


def _role(event: Event, roles: dict[str, set[str]], known: dict[str, _Known]) -> Iterator[str]:
    account, role = event.subject.partition(":")[2], event.data["role"]
    if event.actor and "administrator" not in roles.get(event.actor, set()):
        yield f"event {event.number}: a {event.move} by somebody who was no administrator"
    held = roles.setdefault(account, set())
    if event.move == "appoint":
        held.add(role)
        return
    if role not in held:
        yield f"event {event.number}: dismissed from a role that was not held"
    held.discard(role)
    if not held & {"expert", "lead"}:
        for proposal in known.values():
            if proposal.state in ("submitted", "needs_info", "in_review"):
                proposal.leave(account)


def _move(event: Event, roles: dict[str, set[str]], proposal: _Known) -> Iterator[str]:
    at, data, move = f"event {event.number} ({event.subject} {event.move})", event.data, MOVES[event.move]
    if event.move == "submit":
        proposal.submitter = event.actor
    if data["from"] != proposal.state or proposal.state not in move.sources:
        yield f"{at}: does not lead from {proposal.state}"
    target = proposal.returns_to if move.target == BACK else move.target or proposal.state
    if data["to"] != target:
        yield f"{at}: leads to {target}, not to {data['to']}"
    if proposal.digest and data["before"] != proposal.digest:
        yield f"{at}: the proposal was changed without a record before it"
    yield from _actor(at, event, roles, proposal)
    yield from _decision(at, event, roles, proposal)
    _after(event, data, proposal)


def _actor(at: str, event: Event, roles: dict[str, set[str]], proposal: _Known) -> Iterator[str]:
    role = Who(event.role)
    if role not in MOVES[event.move].who:
        yield f"{at}: not a move of the {role}"
    if role in _ROLES and not roles.get(event.actor, set()) & _ROLES[role]:
        yield f"{at}: by somebody who did not hold the role {role}"
    if role in _ROLES and event.actor == proposal.submitter:
        yield f"{at}: by the submitter, who decides nothing about it"
    if role in _EXPERTS and event.actor in proposal.recused:
        yield f"{at}: by an expert who had stepped back"
    if role == Who.ASSIGNED and event.actor not in proposal.assigned:
        yield f"{at}: by an expert to whom it was not assigned"
    if role == Who.SUBMITTER and event.actor != proposal.submitter:
        yield f"{at}: by somebody other than the submitter"


def _decision(at: str, event: Event, roles: dict[str, set[str]], proposal: _Known) -> Iterator[str]:
    """Quorum, opposing votes, concerns and the comment period of an approval or rejection by vote."""
    if event.move not in ("approve", "reject"):
        return
    data = event.data
    experts = {account for account, held in roles.items() if held & {"expert", "lead"}}
    eligible = set(data["eligible"])
    if not eligible or not eligible <= experts - {proposal.submitter} - proposal.recused:
        yield f"{at}: somebody is counted as eligible who was not"
    if data["needed"] != max(1, min(2, len(eligible))):
        yield f"{at}: the quorum of {len(eligible)} eligible experts is not {data['needed']}"
    counted = {actor: (verdict, revision) for actor, verdict, revision in data["votes"]}
    if counted != {actor: vote for actor, vote in proposal.votes.items() if actor in eligible}:
        yield f"{at}: the counted votes are not those that were cast"
    if {verdict for verdict, _ in counted.values()} != {event.move} or len(counted) < data["needed"]:
        yield f"{at}: the votes do not come to it"
    if event.move == "approve" and proposal.concerns:
        yield f"{at}: a concern was open"
    if not proposal.comment_until or event.at.strftime("%Y-%m-%dT%H:%M:%SZ") < proposal.comment_until:
        yield f"{at}: decided before the comment period was over"


def _after(event: Event, data: dict[str, Any], proposal: _Known) -> None:
    """What the move makes of the proposal."""
    if event.move == "ask":
        proposal.returns_to = proposal.state
    proposal.state, proposal.digest = data["to"], data["after"]
    if data.get("clocks"):
        proposal.comment_until = data["clocks"]["comment_until"] or proposal.comment_until
    if data.get("voided") or event.move in ("reopen", "send_back", "uphold_appeal"):
        proposal.votes.clear()
    match event.move:
        case "assign":
            proposal.assigned.add(data["expert"])
        case "recuse":
            proposal.leave(event.actor)
            proposal.recused.add(event.actor)
        case "vote":
            proposal.votes[event.actor] = (data["verdict"], data["revision"])
        case "concern":
            proposal.concerns[data["concern"]] = event.actor
        case "resolve" if data["lifted"]:
            proposal.concerns.pop(data["concern"], None)


def _tables(known: dict[str, _Known]) -> Iterator[str]:
    """The proposals as the site has them, against the records."""
    submitters = dict(Account.objects.values_list("pk", "public_id"))
    for proposal in Proposal.objects.filter(revision__gte=1).order_by("number"):
        told = known.get(f"proposal:{proposal.number}", _Known())
        if (proposal.state, submitters[proposal.submitter_id]) != (told.state, told.submitter):
            yield f"proposal {proposal.number}: is {proposal.state}, and the records say {told.state}"


def _anchored() -> Iterator[str]:
    """The event that the latest manifest names must still be there."""
    head = ReleaseHead.objects.first()
    if head and head.events:
        event = Event.objects.filter(number=head.events).first()
        if event is None or event.sha256 != head.events_sha256:
            yield "the latest manifest names an event that is not in the chain"
