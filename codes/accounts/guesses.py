"""Tries at a second factor, counted so that no success takes back those that failed.

django-allauth clears what it has counted at each success, also for the network that it came from: whoever signs in
every day would give everybody the guesses of that day anew.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.internal import ratelimit

from .models import Account


@contextmanager
def counted(account: Account) -> Iterator[None]:
    """Around one try by `account`; one that raises stays counted. Raises ValidationError where there were too many."""
    request = context.request
    used = ratelimit.consume(request, app="allauth.account", action="second_factor", key=f"account {account.pk}")
    if not used:
        raise get_adapter().validation_error("too_many_login_attempts")
    yield
    used.rollback()
