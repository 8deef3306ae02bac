"""In what capacity somebody stands to a proposal. Asked at the time of every act, never remembered."""

import re
import unicodedata
from typing import Any

from codes.accounts.addresses import confirmed
from codes.accounts.models import Account
from codes.accounts.roles import roles_of
from codes.registry.models import Code

from .models import Proposal
from .states import Who

# Of several capacities, an event names the first that allows the move.
_ORDER = (Who.SUBMITTER, Who.ASSIGNED, Who.LEAD, Who.ADMINISTRATOR, Who.EXPERT, Who.ACCOUNT, Who.CLOCK)


_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+[^\s<>()\[\],;:\".]")


def standing(account: Account | None, proposal: Proposal) -> frozenset[Who]:
    """What `account` is to `proposal`; None is the clock. With a conflict of interest nobody is an officer, and neither
    expert nor lead is who has stepped back.
    """
    if account is None:
        return frozenset({Who.CLOCK})
    if not account.is_active:
        return frozenset()
    found = {Who.ACCOUNT}
    if account.pk == proposal.submitter_id:
        found.add(Who.SUBMITTER)
    roles = roles_of(account)
    if not roles or conflict(account, proposal):
        return frozenset(found)
    if "administrator" in roles:
        found.add(Who.ADMINISTRATOR)
    if roles.isdisjoint({"lead", "expert"}) or stepped_back(account, proposal):
        return frozenset(found)
    found |= {Who.LEAD, Who.EXPERT} if "lead" in roles else {Who.EXPERT}
    if proposal.assignments.filter(account=account, ended=None).exists():
        found.add(Who.ASSIGNED)
    return frozenset(found)


def stepped_back(account: Account, proposal: Proposal) -> bool:
    """For good, since it may have been for a conflict of interest."""
    return bool(proposal.assignments.filter(account=account, why="recused").exists())


def capacity(who: frozenset[Who], allowed: frozenset[Who]) -> Who | None:
    """The capacity in which the move is made, None where it is not allowed."""
    return next((each for each in _ORDER if each in who and each in allowed), None)


def conflict(account: Account, proposal: Proposal, controllers: frozenset[str] | None = None) -> str:
    """Why `account` may decide nothing about `proposal`, as far as a program can know; empty where it may.

    `controllers` are the addresses of its change controllers, where the caller asks about several accounts. What a
    program cannot know (author of the specification, same employer) an expert declares with each vote.
    """
    if account.pk == proposal.submitter_id:
        return "submitter"
    if controllers is None:
        controllers = controller_addresses(proposal)
    if controllers and controllers & {_folded(each) for each in confirmed(account)}:
        return "change controller"
    return ""


def controller_addresses(proposal: Proposal) -> frozenset[str]:
    """The addresses that stand in what is said of the change controller."""
    return frozenset(each for said in _controllers(proposal) for each in _ADDRESS.findall(_folded(said)))


def _controllers(proposal: Proposal) -> list[str]:
    """Who asks for changes of the entry later: as proposed, and as registered."""
    content: dict[str, Any] = proposal.content
    found = [content.get("change_controller", "")]
    if proposal.target.startswith("code:"):
        row = Code.objects.filter(pk=proposal.target.removeprefix("code:")).first()
        found.append(row.change_controller if row else "")
    return [each for each in found if isinstance(each, str) and each]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()
