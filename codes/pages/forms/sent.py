"""A form that is sent twice is one act: the second gets the answer of the first, even one that is still being made."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import blake2b

from django.db import transaction
from django.http import HttpRequest

from codes.review.models import SentForm
from codes.web.personal import reader

# After this a page that has stood open is no double click any more.
REMEMBERED = timedelta(days=2)


def answered_once(request: HttpRequest, *, key: str, at: datetime, act: Callable[[], str]) -> str:
    """The address to go on to, which `act` returns. `key` is the `once` of the form; without one every sending is new.

    With another address or other inputs it is another sending, whatever its key: a browser's way back to a form that
    was sent shows the same key. The row is written before the act, so that the second waits for the first to end. What
    `act` raises undoes both.
    """
    if not key:
        return act()
    by = reader(request)
    with transaction.atomic():
        row, fresh = SentForm.objects.get_or_create(account=by, key=_what(request, key), defaults={"sent": at})
        if not fresh:
            return row.location
        SentForm.objects.filter(account=by, sent__lt=at - REMEMBERED).delete()
        row.location = act()
        row.save()
        return row.location


def _what(request: HttpRequest, key: str) -> str:
    """A digest of the key with all that was sent, but for the token against forgery, which signing in changes."""
    inputs = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return blake2b(json.dumps([key, request.path, inputs]).encode(), digest_size=20).hexdigest()
