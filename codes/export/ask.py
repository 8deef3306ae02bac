"""Django, asked in this process: what comes back is what a server would send."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Answer:
    """Header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(application: WSGIApplication, address: str, coding: str = "identity") -> Answer:
    """GET `address`, a path, over https; in `coding` where that is offered."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        started.append((status, headers))

    parts: Iterable[bytes] = application(_environ(address, coding), start)
    try:
        body = b"".join(parts)
    finally:
        close = getattr(parts, "close", None)
        if close:
            close()
    status, headers = started[-1]
    return Answer(int(status.split()[0]), {name.lower(): value for name, value in headers}, body)


def _environ(address: str, coding: str) -> WSGIEnvironment:
    return {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(address).decode("latin-1"),
        "QUERY_STRING": "",
        "HTTP_HOST": _host(),
        "HTTP_ACCEPT_ENCODING": coding,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "443",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": True,
    }


def _host() -> str:
    """Any name that Django takes; no answer depends on it."""
    name = settings.ALLOWED_HOSTS[0]
    return "localhost" if name == "*" else name.removeprefix(".")
