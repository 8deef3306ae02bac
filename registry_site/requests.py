"""An id and a line in the log for each request that Django answers.

What is answered from memory has no line, and no header that differs from one reader to the next.
"""

import logging
import re
import time
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any
from uuid import uuid4
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from codes.web import counted

logger = logging.getLogger(__name__)

# What a proxy may call a request. Anything else could be made to look like a line of ours.
_SAFE_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_READS = ("GET", "HEAD", "OPTIONS")


class Request:
    """A request while it is answered. Id and path are made when asked for."""

    __slots__ = ("_environ", "_id", "_trusted", "method", "status")

    def __init__(self, environ: WSGIEnvironment, trusted: bool):
        self._environ, self._trusted, self._id = environ, trusted, ""
        self.method: str = environ["REQUEST_METHOD"]
        self.status = ""

    @property
    def path(self) -> str:
        """Without the query, which may hold what somebody looked up."""
        found: str = self._environ["PATH_INFO"]  # the bytes of the address as latin-1, as WSGI has them
        return found.encode("latin-1", "replace").decode("utf-8", "replace")

    @property
    def id(self) -> str:
        """Of our own making, or the proxy's."""
        if not self._id:
            given = self._environ.get("HTTP_X_REQUEST_ID", "") if self._trusted else ""
            self._id = given if _SAFE_ID.fullmatch(given) else uuid4().hex
        return self._id


now_answered: ContextVar[Request | None] = ContextVar("now_answered", default=None)


class Requests:
    """Around what asks Django. `trusted`: only a proxy of ours can reach the site, so its ids may be taken over."""

    def __init__(self, application: WSGIApplication, *, trusted: bool):
        self._application, self._trusted = application, trusted

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        request = Request(environ, self._trusted)
        started = time.perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            request.status = status[:3]
            if _of_this_request(request, headers):
                headers = [*headers, ("X-Request-Id", request.id)]
            return start_response(status, headers, *rest)

        token = now_answered.set(request)
        try:
            parts = self._application(environ, start)
            seconds = time.perf_counter() - started
            logger.info("answered", extra={"status": int(request.status), "seconds": round(seconds, 4)})
        finally:
            now_answered.reset(token)
        counted.by_django(request.status, seconds)
        return parts


def _of_this_request(request: Request, headers: list[tuple[str, str]]) -> bool:
    """Whether nobody else gets these headers: a change, a page of one reader, a failure. Those alone name the id."""
    if request.method not in _READS or request.status.startswith("5"):
        return True
    return any(name.lower() == "cache-control" and value.startswith("private") for name, value in headers)
