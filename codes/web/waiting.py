"""Counting by ACCOUNT_RATE_LIMITS, and how long until a limit has room again for what was refused."""

import math
import time

from allauth.core import ratelimit
from allauth.core.internal.ratelimit import get_cache_key, get_rates
from django.core.cache import cache
from django.http import HttpRequest

from .problems import Refusal

_APP = "allauth.account"


def count(request: HttpRequest, action: str) -> None:
    """Raises Refusal where the limits of `action` (ACCOUNT_RATE_LIMITS) are used up."""
    if not ratelimit.consume(request, action=action):
        raise too_often(seconds(request, action))


def too_often(wait: int) -> Refusal:
    """What there is to say for `wait` seconds."""
    detail = f"That was too often. Wait {in_words(wait)}, then try again."
    return Refusal("too-many-requests", detail, headers={"Retry-After": str(wait)})


def seconds(request: HttpRequest, *actions: str, otherwise: int = 1) -> int:
    """Of those limits of `actions` by client or person that are used up, the longest wait; `otherwise` without one."""
    waits: list[float] = []
    for action in actions:
        for rate in get_rates(app=_APP, action=action):
            if rate.per == "key" or (rate.per == "user" and not request.user.is_authenticated):
                continue
            # The newest first.
            history = cache.get(get_cache_key(request, app=_APP, action=action, rate=rate), [])
            if len(history) >= rate.amount:
                waits.append(history[rate.amount - 1] + rate.duration - time.time())
    return max(1, math.ceil(max(waits, default=otherwise)))


def in_words(wait: int) -> str:
    """`wait` seconds in minutes, where it is more than one."""
    minutes = math.ceil(wait / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"
