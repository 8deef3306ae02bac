"""The release that this process answers from.

Public reads cost at most one small query, for the pointer, and none while the pointer is fresh. A process that has once
read a release goes on answering from it while the database is away, or while what it would read is damaged.
"""

import logging
import re
import threading
import time

from django.db import Error as DatabaseError

from codes.harness_errors.document import DocumentError

from .models import ReleaseHead
from .read import Current, Version, read

__all__ = ["FRESH_SECONDS", "Current", "NothingPublished", "Version", "age", "current", "forget", "held"]

logger = logging.getLogger(__name__)

# How long a process may go on with the pointer it read, in seconds.
FRESH_SECONDS = 1.0
# The same for whoever names a later release than this process knows. Anybody may make one up, so not at every request.
AGAIN_SECONDS = 0.05
# How long they wait for the look of another thread, in seconds.
PATIENCE = 0.25


class NothingPublished(Exception):
    """There is no release to answer from, or none that could be read so far."""


class _Memory:
    """What this process holds, and when it last looked at the pointer (monotonic seconds)."""

    held: Current | None = None
    checked = float("-inf")
    failing = False
    lock = threading.Lock()


def current(*named: str) -> Current:
    """The latest release. Raises NothingPublished.

    Whoever names a version after what is held may have been told of it by another process, which has looked since: the
    manifest and the file that it names have to fit together, whichever of the two answers.
    """
    held = _Memory.held
    again = held is not None and not _Memory.failing and any(_is_after(each, held) for each in named)
    fresh = AGAIN_SECONDS if again else FRESH_SECONDS
    if held is not None and age() < fresh:
        return held
    # While one thread looks, the others go on with what is held; without anything held they wait for it.
    if held is None:
        _Memory.lock.acquire()
    elif not _Memory.lock.acquire(timeout=PATIENCE if again else 0):
        return held
    try:
        # Who has waited need not look again, least of all at a database that has just kept another waiting.
        if age() >= fresh:
            _Memory.held = _refreshed(_Memory.held)
            _Memory.checked = time.monotonic()
        held = _Memory.held
    finally:
        _Memory.lock.release()
    if held is None:
        raise NothingPublished
    return held


def held() -> Current | None:
    """What this process holds, without looking whether it is still the latest."""
    return _Memory.held


def age() -> float:
    """Seconds since this process last looked at the pointer."""
    return time.monotonic() - _Memory.checked


def forget() -> None:
    """Drops what is held: for tests, and for whoever has just published in this process."""
    _Memory.held, _Memory.checked, _Memory.failing = None, float("-inf"), False


def _is_after(version: str, held: Current) -> bool:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}){2}", version):
        return False
    later, latest = (tuple(map(int, each.split("."))) for each in (version, held.latest.version))
    return later > latest


def _refreshed(held: Current | None) -> Current | None:
    """What there is to answer from now: `held` where nothing newer can be read."""
    try:
        found = _latest(held)
    except (DatabaseError, DocumentError, LookupError):
        # Said once, and not with each look, which comes every second.
        if not _Memory.failing:
            answering = f"release {held.release.version}" if held else "nothing"
            logger.exception("The latest release cannot be read. This process goes on with %s.", answering)
        _Memory.failing = True
        return held
    _Memory.failing = False
    return found


def _latest(held: Current | None) -> Current | None:
    pointer = ReleaseHead.objects.values_list("serial", "latest__sha256").first()
    if held is not None and pointer == (held.serial, held.release.sha256):
        return held
    return read(held) if pointer and pointer[1] else None
