"""Sees to it that the pointer to the latest release is looked at once a second, and that nobody waits for it."""

import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait

from django.db import close_old_connections

from . import current

logger = logging.getLogger(__name__)

# Seconds that a request waits for a look after a time without requests, when what is held may be long out of date.
PATIENCE = 0.25


class Watch:
    """A thread of its own looks, so that a database that hangs takes no thread away from those who read."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="release-pointer")
        self._lock = threading.Lock()
        self._looking: Future[None] | None = None
        self._since = 0.0

    def generation(self) -> tuple[int, str] | None:
        """What pages depend on besides the code: manifest and release. None while there is nothing to answer from."""
        age = current.age()
        if age >= current.FRESH_SECONDS:
            self._look(age)
        held = current.held()
        return (held.serial, held.release.sha256) if held else None

    def _look(self, age: float) -> None:
        with self._lock:
            if self._looking is None or self._looking.done():
                self._since = time.monotonic()
                self._looking = self._pool.submit(look)
        if age >= 1.5 * current.FRESH_SECONDS:
            wait([self._looking], timeout=max(0.0, self._since + PATIENCE - time.monotonic()))


def look() -> None:
    """One look at the pointer, on a database connection that is renewed as those of requests are."""
    try:
        close_old_connections()
        current.current()
    except current.NothingPublished:
        pass
    except Exception:
        logger.exception("The look at the latest release failed.")
    finally:
        close_old_connections()
