"""Whose proposal it is, for the pages that only its submitter sees."""

from collections.abc import Sequence

from django.http import HttpRequest

from codes.review.actions.act import open_moves
from codes.review.kinds.names import NEW_CATEGORY, NEW_CODE
from codes.review.models import Proposal
from codes.review.states import State
from codes.web import sight
from codes.web.personal import reader
from codes.web.problems import Refusal


def own(request: HttpRequest, number: int) -> Proposal:
    """The reader's own proposal, in whatever state. To anybody else it is as if it were not there. Raises Refusal."""
    row = Proposal.objects.filter(pk=number, submitter=reader(request)).first()
    if row is None:
        raise Refusal("not-found", f"You have no proposal {number}.")
    return row


def readable(request: HttpRequest, number: int) -> Proposal:
    """A proposal that the reader may know of. Raises Refusal."""
    row = Proposal.objects.select_related("submitter", "release").filter(pk=number).first()
    if row is None or not sight.may_know_of(row, reader(request)):
        raise Refusal("not-found", f"There is no proposal {number}.")
    return row


def earlier(proposal: Proposal) -> Proposal | None:
    """The latest request for the same new name that was rejected, if everybody may read about it."""
    if proposal.kind not in (NEW_CODE, NEW_CATEGORY):
        return None
    same = sight.everybodys().filter(kind=proposal.kind, target=proposal.target, state=State.REJECTED)
    return same.exclude(pk=proposal.pk).order_by("-number").first()


def moves(request: HttpRequest, proposal: Proposal) -> Sequence[str]:
    """The moves that the table opens to the reader now, but for one that its guard always refuses: a draft that was
    thrown away does not come back.
    """
    found = open_moves(reader(request), proposal)
    return [name for name in found if name != "reopen" or proposal.revision]
