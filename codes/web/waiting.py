"""How long until a limit of ACCOUNT_RATE_LIMITS has room again, for what was just refused."""

import math
import time

from allauth.core.internal.ratelimit import get_cache_key, get_rates
from django.core.cache import cache
from django.http import HttpRequest

_APP = "allauth.account"


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
