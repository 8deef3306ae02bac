"""Who may decide, how many it takes, and what the votes come to."""

from dataclasses import dataclass
from datetime import datetime

from codes.accounts.models import Account
from codes.accounts.roles import holders

from . import clocks
from .kinds.names import NEW_CATEGORY
from .models import Proposal, Vote
from .permissions import conflict, controller_addresses

MOST_NEEDED = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """`move` is approve or reject where a decision is due, else empty, and `waits_for` says for what.

    `eligible` are the experts who may vote, `needed` how many must agree; `votes` are those that count.
    """

    move: str
    waits_for: str
    eligible: tuple[Account, ...]
    needed: int
    votes: tuple[Vote, ...]

    @property
    def split(self) -> bool:
        return len({vote.verdict for vote in self.votes}) > 1


def experts() -> tuple[Account, ...]:
    """The designated experts, leads among them, each once, in the order of their appointment."""
    return tuple(dict.fromkeys((*holders("lead"), *holders("expert"))))


def eligible(proposal: Proposal) -> tuple[Account, ...]:
    """The designated experts without a conflict who have not stepped back; after an appeal, others than those who
    decided before, where there are any.
    """
    recused = set(proposal.assignments.filter(why="recused").values_list("account_id", flat=True))
    controllers = controller_addresses(proposal)
    found = [each for each in experts() if each.pk not in recused and not conflict(each, proposal, controllers)]
    if proposal.appealed:
        before = set(proposal.votes.filter(void="appealed").values_list("account_id", flat=True))
        found = [each for each in found if each.pk not in before] or found
    return tuple(found)


def tally(proposal: Proposal, at: datetime) -> Tally:
    """Where the decision stands."""
    may = eligible(proposal)
    needed = max(1, min(MOST_NEEDED, len(may)))
    votes = tuple(proposal.votes.filter(void="", account__in=may).order_by("cast", "pk"))
    move, waits_for = _decision(proposal, at, needed, votes, bool(may))
    return Tally(move, waits_for, may, needed, votes)


def _decision(proposal: Proposal, at: datetime, needed: int, votes: tuple[Vote, ...], anybody: bool) -> tuple[str, str]:
    if proposal.kind == NEW_CATEGORY:
        return "", "it takes Standards Action, and votes are advice"
    if not anybody:
        return "", "no designated expert is eligible, so the appointing body decides"
    if not clocks.comments_over(proposal, at):
        return "", "the comment period is not over"
    verdicts = [vote.verdict for vote in votes]
    if len(set(verdicts)) > 1:
        return "", "the experts disagree"
    if len(verdicts) < needed:
        more = needed - len(verdicts)
        return "", f"{more} more vote is needed" if more == 1 else f"{more} more votes are needed"
    if verdicts[0] == "approve" and proposal.concerns.filter(lifted=None).exists():
        return "", "a concern is open"
    return verdicts[0], ""


def escalation(proposal: Proposal, at: datetime) -> str:
    """Why the appointing body has to rule; empty where the experts still can."""
    if not eligible(proposal):
        return "no designated expert is eligible"
    if proposal.escalate_at and at >= proposal.escalate_at and not tally(proposal, at).move:
        return "the experts have not come to a decision in time"
    return ""
