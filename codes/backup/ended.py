"""How a backup that is told to end does so: with everything tidied up."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def tidily() -> Iterator[None]:
    """Within the block, SIGTERM (systemd's, after its time or at a shutdown) raises SystemExit, so that what is
    unfinished is removed and `pg_dump` ended; Python by itself would be gone at once. In the main thread alone.
    """
    before = signal.signal(signal.SIGTERM, _exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _exit(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
