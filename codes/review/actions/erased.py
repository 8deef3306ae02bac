"""What is kept here of somebody whose account is erased: nothing that the public has not seen."""

from typing import Any

from django.dispatch import receiver

from codes.accounts.erase import erasing
from codes.accounts.models import Account
from codes.review.models import Proposal
from codes.review.states import State


@receiver(erasing)
def _empty_drafts(account: Account, **more: Any) -> None:
    """Their drafts, also those thrown away before, hold nothing any more; a proposal that was submitted goes on."""
    drafts = Proposal.objects.filter(submitter=account, revision=0)
    drafts.update(state=State.WITHDRAWN, draft="{}", target="", changed=account.erased_at)
