"""An answer of Django's, ready to be given again."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

from django.http import HttpRequest
from django.utils.cache import get_conditional_response
from django.utils.http import parse_http_date_safe

from codes.web.answer import LEFT_OUT_OF_304

Headers = list[tuple[str, str]]

# What an answer may depend on, as the key knows it.
_KNOWN_VARY = {"", "accept", "accept-encoding"}


class Prepared:
    """A 200 with its headers as Django sent them, and the headers of the 304 that belongs to it."""

    __slots__ = ("_body", "_headers", "_modified", "_tag", "_unchanged", "size")

    def __init__(self, headers: Headers, body: bytes):
        named = {name.lower(): value for name, value in headers}
        self._headers, self._body = headers, body
        self._unchanged = [each for each in headers if each[0].lower() not in LEFT_OUT_OF_304]
        self._tag = named.get("etag", "")
        self._modified = parse_http_date_safe(named["last-modified"]) if "last-modified" in named else None
        self.size = len(body) + 2048  # the headers twice, and the key

    def send(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answers a GET or HEAD. Servers may add to the list of headers, so each answer has its own."""
        if ("HTTP_IF_NONE_MATCH" in environ or "HTTP_IF_MODIFIED_SINCE" in environ) and self._is_known_to(environ):
            start_response("304 Not Modified", self._unchanged[:])
            return []
        start_response("200 OK", self._headers[:])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [self._body]

    def _is_known_to(self, environ: dict[str, Any]) -> bool:
        if environ.get("HTTP_IF_NONE_MATCH") == self._tag:
            return True
        request = cast(HttpRequest, SimpleNamespace(META=environ, method="GET"))
        return get_conditional_response(request, etag=self._tag, last_modified=self._modified) is not None


def may_be_kept(status: str, headers: Headers) -> bool:
    """A second look at what the view has called keepable, for what middleware may have added since."""
    named = {name.lower(): value.lower() for name, value in headers}
    return (
        status.startswith("200 ")
        and "public" in named.get("cache-control", "")
        and "etag" in named
        and "set-cookie" not in named
        and {each.strip() for each in named.get("vary", "").split(",")} <= _KNOWN_VARY
    )
