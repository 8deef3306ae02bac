"""Who may see what of the proposals, as pages and API both answer it. Moves ask again, by `review.actions.act`."""

from django.db.models import QuerySet

from codes.accounts.models import Account
from codes.accounts.second_factor import missing_second_factor
from codes.review import permissions
from codes.review.actions.act import visible
from codes.review.models import Proposal
from codes.review.states import OFFICERS


def everybodys() -> QuerySet[Proposal]:
    """What the public may read about: neither drafts nor what is out of sight."""
    return Proposal.objects.filter(revision__gt=0, hidden=False)


def is_everybodys(proposal: Proposal) -> bool:
    """The same of one proposal."""
    return proposal.revision > 0 and not proposal.hidden


def may_know_of(proposal: Proposal, by: Account) -> bool:
    """Whether `by` may: beside everybody's there are their own, and for officers what is out of sight, which takes the
    second factor where the site asks for one.
    """
    if is_everybodys(proposal) or proposal.submitter_id == by.pk:
        return True
    return visible(by, proposal) and not missing_second_factor(by)


def as_officer(proposal: Proposal, by: Account) -> bool:
    """Whether `by` reads private notes, and votes before the decision: with a conflict of interest nobody does."""
    return not permissions.standing(by, proposal).isdisjoint(OFFICERS)
