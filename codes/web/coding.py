"""Content codings (RFC 9110 section 8.4): which one a request takes, and bodies compressed once."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

import brotli

from .memory import Memory

# In the order of our preference where the client has none.
CODINGS = ("br", "gzip", "identity")

# A shorter body fits into one or two packets anyway.
_SMALLEST = 1024
_COMPRESSIBLE = re.compile(
    r"text/|application/([\w.-]+\+)?(json|xml)\b|application/(javascript|typescript)\b|image/svg"
)
_LONGEST = 128
# Near the best that is still fast: the highest quality saves another tenth and takes forty times as long.
_QUALITY = 6


@dataclass(frozen=True, slots=True)
class Coded:
    """A body in one coding; `digest` is its SHA-256."""

    body: bytes
    digest: bytes


_compressed: Memory[Coded] = Memory(16 * 2**20)


def compressible(media_type: str, size: int) -> bool:
    """Whether a body of `size` bytes is offered compressed. Decided without trying, so that it costs nothing."""
    return size >= _SMALLEST and _COMPRESSIBLE.match(media_type) is not None


def choose(accept_encoding: str | None, offered: tuple[str, ...] = CODINGS) -> str | None:
    """The coding in `offered` that the header prefers, or None when it rules all of them out.

    Without the header: as it is. q-values first, then the order of `offered`. What is not named has the quality of `*`;
    `identity` may be sent where nothing rules it out (section 12.5.3), but only for want of anything better.
    """
    if accept_encoding is None:
        return "identity"
    # A longer header is read each time, so that what is remembered of headers stays small.
    return (_choose if len(accept_encoding) <= _LONGEST else _choose.__wrapped__)(accept_encoding, offered)


@lru_cache(maxsize=256)
def _choose(accept_encoding: str, offered: tuple[str, ...]) -> str | None:
    named = _parse(accept_encoding)
    other = named.get("*", 0.0)
    best, chosen = 0.0, None
    for coding in offered:
        quality = named.get(coding, other)
        if coding == "identity" and coding not in named and "*" not in named:
            quality = 1e-9
        if quality > best:
            best, chosen = quality, coding
    return chosen


def coded(body: bytes, coding: str) -> Coded:
    """`body` in `coding`. The same body is compressed once, as long as there is room to remember it."""
    digest = hashlib.sha256(body).digest()
    if coding == "identity":
        return Coded(body, digest)
    found = _compressed.get((digest, coding))
    if found is None:
        smaller = brotli.compress(body, quality=_QUALITY) if coding == "br" else gzip.compress(body, _QUALITY, mtime=0)
        found = Coded(smaller, hashlib.sha256(smaller).digest())
        _compressed.put((digest, coding), found, len(smaller))
    return found


def _parse(header: str) -> dict[str, float]:
    """Each coding with its quality; what is out of grammar is passed over."""
    named = {}
    for part in header.lower().split(","):
        match = re.fullmatch(
            r"\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", part, re.ASCII
        )
        if match:
            named[{"x-gzip": "gzip"}.get(match[1], match[1])] = float(match[2] or 1)
    return named
