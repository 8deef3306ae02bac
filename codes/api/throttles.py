"""How often one client may call what costs something. Public reads are never counted.

A window slides over the last minute; counters are where all processes see them, and one call at a time is counted for
each: calls that come at once would all find the count as it was before any of them.
"""

import math
from typing import Any

from allauth.core.internal.ratelimit import cache_lock, get_ip
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from codes.web.door import is_outage

from .auth import caller

WINDOW = 60  # seconds
_EXPOSED = "RateLimit, RateLimit-Policy, Retry-After"


class _PerMinute(SimpleRateThrottle):
    """Calls of one account, or of one network address where there is no token."""

    scope: str
    num_requests: int

    def get_rate(self) -> str | None:
        """None, which counts nothing, where the setting is 0."""
        most: int = settings.API_CALLS_PER_MINUTE[self.scope]
        return f"{most}/min" if most else None

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Raises Refusal for a token that does not count."""
        found = caller(request)
        who = f"account {found.account.pk}" if found else f"from {get_ip(request._request)}"
        return f"calls {self.scope} {who}".replace(" ", ":")

    def allow_request(self, request: Request, view: APIView) -> bool:
        if self.rate is None:
            return True
        key = self.get_cache_key(request, view)
        try:
            with cache_lock(key) as alone:
                return self._allowed(request, view) if alone else self._crowded()
        except Exception as failure:
            if is_outage(failure):
                # What needs no database goes on without being counted.
                return True
            raise

    def _allowed(self, request: Request, view: APIView) -> bool:
        found: bool = super().allow_request(request, view)
        return found

    def _crowded(self) -> bool:
        """More at once than could be counted within a second."""
        self.history, self.now = [], self.timer()
        return False

    def wait(self) -> float | None:
        """Seconds until there is room again."""
        return super().wait() if self.history else 1

    def fields(self) -> dict[str, str]:
        """RateLimit header fields (draft-ietf-httpapi-ratelimit-headers); none where nothing was counted."""
        most, history = getattr(self, "num_requests", 0), getattr(self, "history", [])
        if not history:
            return {}
        reset = math.ceil(WINDOW - (self.now - history[-1]))
        return {
            "RateLimit-Policy": f'"{self.scope}";q={most};w={WINDOW}',
            "RateLimit": f'"{self.scope}";r={max(0, most - len(history))};t={reset}',
        }


class Tools(_PerMinute):
    """What only computes: inspect, translate, routing/check."""

    scope = "tools"


class Writes(_PerMinute):
    """What changes something."""

    scope = "writes"


class Counted(APIView):
    """A view whose calls are counted by its `throttle_classes`: says in each answer how much is left.

    Reads never are, and neither is OPTIONS: a browser that is refused before it calls tells its page nothing of why.
    """

    def get_throttles(self) -> list[Any]:
        counted = self.request.method in ("POST", "PATCH")
        self._throttles: list[Any] = list(super().get_throttles()) if counted else []
        return self._throttles

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "_throttles", ()):
            for name, value in throttle.fields().items():
                answer.headers[name] = value
        if "RateLimit" in answer.headers and "Access-Control-Expose-Headers" in answer.headers:
            answer.headers["Access-Control-Expose-Headers"] += f", {_EXPOSED}"
        return answer
