"""One reference after the other: what is there, and what became of what is not."""

import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urldefrag, urljoin

from .asking import BYTES, SECONDS, HTTPException, Limits, Network, TooMuch, ask, numbers
from .vetting import Address, Unsafe, address, public

REDIRECTS = (301, 302, 303, 307, 308)
MOST_REDIRECTS = 3
# Seconds between two questions to one host.
PAUSE = 1.0
# What says nothing about whether it is there: the host wants somebody else, or another time.
_UNCLEAR = (401, 402, 403, 407, 408, 425, 429, 503)
# Some answer these to HEAD alone.
_ASK_WITH_GET = (400, 403, 404, 405, 501)

OK, MOVED, ELSEWHERE, UNCLEAR, BROKEN, UNSAFE = "ok", "moved", "elsewhere", "unclear", "broken", "unsafe"
BAD = (BROKEN, UNSAFE)


@dataclass(frozen=True, slots=True)
class Found:
    """`outcome` is one of the words above; `detail` says it to people, and quotes a stranger in a vetted host alone."""

    url: str
    outcome: str
    detail: str


def check_all(
    urls: Iterable[str], agent: str, network: Network, pause: Callable[[float], None] = time.sleep
) -> Iterator[Found]:
    """Each of `urls`, one at a time, without hurry where several are on one host."""
    last: dict[str, float] = {}
    for url in urls:
        try:
            host = address(url).host
        except Unsafe:
            host = ""
        wait = last.get(host, 0.0) + PAUSE - time.monotonic()
        if host and host in last and wait > 0:
            pause(wait)
        yield check(url, agent, network)
        last[host] = time.monotonic()


def check(url: str, agent: str, network: Network, seconds: float = SECONDS) -> Found:
    """What `url` answers. Never raises for what a stranger does."""
    limits = Limits(seconds)
    try:
        outcome, detail = _walk(address(urldefrag(url)[0]), agent, network, limits)
    except Unsafe as reason:
        outcome, detail = UNSAFE, str(reason)
    except TooMuch:
        outcome, detail = BROKEN, f"The answer does not end within {BYTES // 1024} kB."
    except TimeoutError:
        outcome, detail = BROKEN, f"There is no answer within {seconds:g} seconds."
    except ssl.SSLCertVerificationError:
        outcome, detail = BROKEN, "The certificate is not one for this host."
    except (OSError, UnicodeError):
        outcome, detail = BROKEN, "The host cannot be reached."
    except HTTPException:
        outcome, detail = BROKEN, "What answers is no web server."
    return Found(url, outcome, detail)


def _walk(first: Address, agent: str, network: Network, limits: Limits) -> tuple[str, str]:
    """Outcome and detail, after the redirects that stay on the host, all at the numbers it had in the beginning."""
    at = public(numbers(network, first.host, limits))
    here, permanent = first, False
    for _ in range(MOST_REDIRECTS + 1):
        status, location = _status(here, at, agent, network, limits)
        if status not in REDIRECTS or not location:
            return _verdict(status, moved=permanent)
        there = _next(here, location)
        if there.host != first.host:
            return ELSEWHERE, f"It leads on to {there.host}, which was not asked."
        permanent = permanent or status in (301, 308)
        here = there
    return BROKEN, f"It leads on more than {MOST_REDIRECTS} times."


def _status(here: Address, at: Iterable[str], agent: str, network: Network, limits: Limits) -> tuple[int, str]:
    status, location = ask(network, "HEAD", here, list(at), limits, agent)
    if status in _ASK_WITH_GET:
        return ask(network, "GET", here, list(at), limits, agent)
    return status, location


def _next(here: Address, location: str) -> Address:
    """Where `location` leads. Raises Unsafe, also for what `urljoin` would only repair."""
    try:
        if not location.isascii() or not location.isprintable() or " " in location:
            raise Unsafe("It is no address in plain characters.")
        return address(urldefrag(urljoin(str(here), location))[0])
    except (Unsafe, ValueError) as reason:
        raise Unsafe(f"It leads on to an address that is not asked. {reason}") from None


def _verdict(status: int, *, moved: bool) -> tuple[str, str]:
    if 200 <= status < 300:
        return (MOVED, "It is there, at another address of the host.") if moved else (OK, "It is there.")
    name = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "no known status"
    return (UNCLEAR if status in _UNCLEAR else BROKEN), f"It answers {status}, {name}."
