"""The layer itself: a WSGI application around Django's."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from codes.releases.watch import Watch
from codes.web import coding, counted
from codes.web.keeping import Negotiated, kept
from codes.web.memory import Memory

from .admit import admitted, secure
from .prepared import Headers, Prepared, may_be_kept

_CONDITIONS = {"HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"}
# What an address alone takes, beside its answers.
_SIZE_OF_PAGE = 512
# Under which key and in which coding an answer may be kept that memory does not have yet.
_SOUGHT = "codes.fast.sought"


class FastPath:
    """Answers from memory what Django has answered before, and hands on everything else.

    `room` is in bytes. An answer is found by release, address and query, then by the form that the Accept header leads
    to and the coding that Accept-Encoding does, never by those headers themselves. `around` goes around all that memory
    does not answer, as one application: what it does costs the others nothing.
    """

    def __init__(
        self,
        application: WSGIApplication,
        room: int,
        watch: Watch | None = None,
        around: Callable[[WSGIApplication], WSGIApplication] | None = None,
    ):
        self._application = application
        self._ask: WSGIApplication = around(self._asked) if around else self._asked
        self._watch = watch or Watch()
        self._pages: Memory[Negotiated] = Memory(room // 16)
        self._answers: Memory[Prepared] = Memory(room - room // 16)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not admitted(environ):
            return self._ask(environ, start_response)
        generation = self._watch.generation()
        asked_coding = environ.get("HTTP_ACCEPT_ENCODING")
        coded = coding.choose(asked_coding)
        # Who rules out the plain body gets a refusal where there is no other: only Django knows where.
        if generation is None or coded is None or coding.choose(asked_coding, ("identity",)) is None:
            return self._ask(environ, start_response)
        page = (generation, secure(environ), environ["PATH_INFO"], environ.get("QUERY_STRING", ""))
        negotiated = self._pages.get(page)
        if negotiated is not None:
            answer = self._answers.get((page, negotiated.variant(environ.get("HTTP_ACCEPT")), coded))
            if answer is not None:
                counted.from_memory()
                return answer.send(environ, start_response)
        environ[_SOUGHT] = (page, coded)
        return self._ask(environ, start_response)

    def _asked(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """What memory does not answer."""
        sought = environ.pop(_SOUGHT, None)
        if sought is None:
            return self._application(environ, start_response)
        page, coded = sought
        return self._fetched(page, coded, environ, start_response)

    def _fetched(
        self, page: tuple[Any, ...], coded: str, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Has Django answer, in full, and keeps that where it may be kept. No lock is held meanwhile."""
        asked = {name: value for name, value in environ.items() if name not in _CONDITIONS}
        asked["REQUEST_METHOD"] = "GET"
        started: list[tuple[str, Headers]] = []

        def start(status: str, headers: Headers, *_: Any) -> Any:
            started.append((status, headers))

        parts = self._application(asked, start)
        status, headers = started[-1]
        negotiated = kept(asked)
        if negotiated is None or not may_be_kept(status, headers):
            if environ["REQUEST_METHOD"] == "GET" and not environ.keys() & _CONDITIONS:
                start_response(status, headers)
                return parts
            _close(parts)
            return self._application(environ, start_response)
        try:
            answer = Prepared(headers, b"".join(parts))
        finally:
            _close(parts)
        # Not where a release came in between: nobody knows which of the two this page is of.
        if self._watch.generation() == page[0]:
            self._pages.put(page, negotiated, _SIZE_OF_PAGE)
            self._answers.put((page, negotiated.variant(environ.get("HTTP_ACCEPT")), coded), answer, answer.size)
        return answer.send(environ, start_response)


def _close(parts: Iterable[bytes]) -> None:
    close = getattr(parts, "close", None)
    if close:
        close()
