"""Bounded reads from one site over HTTP. Redirects are answers, not followed."""

import base64
import re
import signal
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .data import Fault, brief, sha256

# Answers that say "not now" rather than anything about what is published.
NOT_NOW = frozenset({429, 502, 503, 504})
STRONG = re.compile(r'"[\x21\x23-\x7e]+"')
DIGEST = re.compile(r"(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):")


class BadAddress(ValueError):
    """What the person typed is no address of a site."""


class Unreachable(Exception):
    """No answer, so nothing can be said about what is published."""


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Answer:
    """`headers` by lower-case name."""

    status: int
    headers: dict[str, str]
    body: bytes


class Site:
    """`base` is the origin; a request takes at most `seconds` in all, an answer has at most `room` bytes."""

    def __init__(self, base: str, *, seconds: float, room: int):
        self.base = _origin(base)
        self._seconds, self._room = seconds, room
        self._opener = build_opener(_Stay)

    def get(self, path: str, headers: dict[str, str] | None = None, *, room: int | None = None) -> Answer:
        """Raises Unreachable, and Fault for an answer that is cut off or too long."""
        room = self._room if room is None else min(room, self._room)
        asked = {"User-Agent": "agent-harness-error-monitor/1", "Accept-Encoding": "identity", **(headers or {})}
        request = Request(f"{self.base}{path}", headers=asked)  # noqa: S310  the scheme has been looked at
        try:
            with _within(self._seconds), self._open(request) as found:
                answer = Answer(found.status, {k.lower(): v for k, v in found.headers.items()}, found.read(room + 1))
        except (OSError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise Unreachable(f"{self.base}{path}: {reason or type(error).__name__}") from None
        if answer.status in NOT_NOW:
            raise Unreachable(f"{self.base}{path}: answers {answer.status}")
        if len(answer.body) > room:
            raise Fault(f"{path}: the answer is longer than {room} bytes")
        stated = answer.headers.get("content-length", "")
        if answer.status == 200 and stated.isdecimal() and int(stated) != len(answer.body):
            raise Fault(f"{path}: the answer breaks off after {len(answer.body)} of {stated} bytes")
        return answer

    def read(self, path: str, media_type: str | None, *, room: int | None = None, digest: bool = False) -> Answer:
        """A 200 with a strong ETag, of `media_type` unless that is None; `digest`: and with Repr-Digest.

        Raises Fault, Unreachable.
        """
        answer = self.get(path, room=room)
        require(path, answer, media_type, digest=digest)
        return answer

    def same_when_compressed(self, path: str, content: bytes, *, digest: bool = False) -> None:
        """What most clients get: the same in gzip, where the site has that. Raises Fault."""
        answer = self.get(path, {"Accept-Encoding": "gzip"})
        if answer.headers.get("content-encoding") != "gzip":
            return
        _validators(path, answer, digest)
        try:
            unpacked = zlib.decompressobj(wbits=31).decompress(answer.body, len(content) + 1)
        except zlib.error:
            unpacked = b""
        if unpacked != content:
            raise Fault(f"{path}: compressed with gzip it is something else")

    def _open(self, request: Request) -> Any:
        try:
            return self._opener.open(request, timeout=self._seconds)
        except HTTPError as answer:
            return answer


def _origin(base: str) -> str:
    try:
        parts = urlsplit(base)
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port)
    except ValueError:
        whole = False
    if not whole or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadAddress(f"{base} is not the address of a site, such as https://registry.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def require(path: str, answer: Answer, media_type: str | None, *, digest: bool = False) -> None:
    """Raises Fault for an answer that is not the file at `path`, as it is, with what caches and clients need."""
    if answer.status != 200:
        raise Fault(f"{path}: answers {answer.status}")
    sent = answer.headers.get("content-type", "").split(";")[0].strip().lower()
    if media_type is not None and sent != media_type:
        raise Fault(f"{path}: sent as {brief(sent)}, not as {media_type}")
    if answer.headers.get("content-encoding", "identity") != "identity":
        raise Fault(f"{path}: sent in a coding that nobody asked for")
    _validators(path, answer, digest)


def _validators(path: str, answer: Answer, digest: bool) -> None:
    tag = answer.headers.get("etag", "")
    if not STRONG.fullmatch(tag):
        raise Fault(f"{path}: no strong ETag but {brief(tag)}")
    if digest:
        stated = DIGEST.search(answer.headers.get("repr-digest", ""))
        if stated is None:
            raise Fault(f"{path}: no Repr-Digest with sha-256")
        if stated[1] != base64.b64encode(bytes.fromhex(sha256(answer.body))).decode():
            raise Fault(f"{path}: the Repr-Digest is not that of the bytes that came")


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError after `seconds`, also where the other side sends a byte now and then to keep us waiting.

    Only where the system has timers and in the main thread; elsewhere the time-out of each single read must do.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*args: object) -> None:
        raise TimeoutError(f"no whole answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
