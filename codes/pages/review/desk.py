"""One proposal as it lies before one officer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from codes.accounts.models import Account
from codes.review import checks, permissions, quorum, similar
from codes.review.actions.act import open_moves
from codes.review.kinds.fields import Fault
from codes.review.kinds.names import NEW_CODE
from codes.review.models import Proposal, Vote
from codes.review.states import Who
from codes.web import sight


@dataclass
class Desk:
    """Everything is as of `at`, and worked out when it is first asked for."""

    proposal: Proposal
    by: Account
    at: datetime

    @cached_property
    def standing(self) -> frozenset[Who]:
        return permissions.standing(self.by, self.proposal)

    @cached_property
    def inside(self) -> bool:
        """Whether the reader sees what is for the officers of this proposal alone."""
        return sight.as_officer(self.proposal, self.by)

    @cached_property
    def conflict(self) -> str:
        return permissions.conflict(self.by, self.proposal)

    @cached_property
    def stepped_back(self) -> bool:
        return permissions.stepped_back(self.by, self.proposal)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        return open_moves(self.by, self.proposal)

    @cached_property
    def tally(self) -> quorum.Tally:
        return quorum.tally(self.proposal, self.at)

    @cached_property
    def escalated(self) -> str:
        """Why the appointing body has to rule; empty where the experts still can."""
        return quorum.escalation(self.proposal, self.at)

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """What the automatic checks find now."""
        return checks.faults(self.proposal.kind, self.proposal.content, own=self.proposal.number)

    @cached_property
    def near(self) -> Sequence[similar.Near]:
        """The nearest entries, for a new code alone: whatever else is asked for is about an entry."""
        if self.proposal.kind != NEW_CODE:
            return ()
        return similar.near(self.proposal.content, but=self.proposal.number)

    @cached_property
    def own_vote(self) -> Vote | None:
        """The vote that the reader cast last, whether it counts or is void."""
        return self.proposal.votes.filter(account=self.by).order_by("-cast", "-pk").first()
