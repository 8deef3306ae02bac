"""A form that is sent twice is one act: the second gets the answer of the first, even one that is still being made."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from codes.accounts.models import Account
from codes.review.models import SentForm

# After this a page that has stood open is no double click any more.
REMEMBERED = timedelta(days=2)


def answered_once(*, key: str, by: Account, at: datetime, act: Callable[[], str]) -> str:
    """The address to go on to, which `act` returns. `key` is the `once` of the form; without one every sending is new.

    The row is written before the act, so that the second waits for the first to end. What `act` raises undoes both.
    """
    if not key:
        return act()
    with transaction.atomic():
        row, fresh = SentForm.objects.get_or_create(account=by, key=key, defaults={"sent": at})
        if not fresh:
            return row.location
        SentForm.objects.filter(account=by, sent__lt=at - REMEMBERED).delete()
        row.location = act()
        row.save()
        return row.location
