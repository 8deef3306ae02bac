"""Which requests may be answered from memory at all. Everything else is Django's, which then decides as it always does.

Each question that Django asks of a request is asked of Django here too, or left to it.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

# Who sends one of these gets an answer of their own, or a part, or a refusal.
_FOR_DJANGO = (
    "HTTP_COOKIE",
    "HTTP_AUTHORIZATION",
    "HTTP_RANGE",
    "HTTP_IF_MATCH",
    "HTTP_IF_UNMODIFIED_SINCE",
    "HTTP_TRANSFER_ENCODING",
)


def admitted(environ: dict[str, Any]) -> bool:
    """A plain read, with nothing of the reader in it, sent to a host name of ours."""
    return (
        environ["REQUEST_METHOD"] in ("GET", "HEAD")
        and environ.keys().isdisjoint(_FOR_DJANGO)
        and environ.get("CONTENT_LENGTH") in (None, "", "0")
        and not environ.get("SCRIPT_NAME")
        and not environ["PATH_INFO"].startswith(settings.STATIC_URL)  # WhiteNoise has those in memory itself
        and not settings.USE_X_FORWARDED_HOST
        and _known(environ.get("HTTP_HOST", ""))
    )


def secure(environ: dict[str, Any]) -> bool:
    """Whether the request came over https, as `HttpRequest.scheme` has it."""
    trusted = settings.SECURE_PROXY_SSL_HEADER
    if trusted and trusted[0] in environ:
        return bool(environ[trusted[0]].split(",", 1)[0].strip() == trusted[1])
    return bool(environ["wsgi.url_scheme"] == "https")


@lru_cache(maxsize=64)
def _known(host: str) -> bool:
    """Whether Django takes this Host header. A bounded memory: where any subdomain is ours, names have no end."""
    request = HttpRequest()
    request.META = {"HTTP_HOST": host}
    try:
        return bool(host) and bool(request.get_host())
    except DisallowedHost:
        return False
