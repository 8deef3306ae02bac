"""The release that this process answers from.

Public reads cost at most one small query, for the pointer, and none while the pointer is fresh. A process that has once
read a release goes on answering from it while the database is away.
"""

import threading
import time
from dataclasses import dataclass
from datetime import datetime

from django.db import Error as DatabaseError

from codes.harness_errors.document import Registry, Signals

from .models import Release, ReleaseFile, ReleaseHead

# How long a process may go on with the pointer it read, in seconds.
FRESH_SECONDS = 1.0


class NothingPublished(Exception):
    """There is no release to answer from, or none that could be read so far."""


@dataclass(frozen=True, slots=True)
class File:
    """One stored file of a release; `size` is in bytes, `sha256` hexadecimal."""

    name: str
    media_type: str
    size: int
    sha256: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Version:
    """One release in the list of all, oldest first."""

    number: int
    version: str
    published: datetime
    sha256: str


@dataclass(frozen=True, slots=True)
class Current:
    """The latest release with its documents and files, and the list of all releases up to it."""

    release: Version
    registry: Registry
    signals: Signals
    files: dict[str, File]
    history: tuple[Version, ...]


class _Memory:
    """What this process holds, and when it last looked at the pointer (monotonic seconds)."""

    held: Current | None = None
    checked = float("-inf")
    lock = threading.Lock()


def current() -> Current:
    """The latest release. Raises NothingPublished."""
    held = _Memory.held
    if held is not None and time.monotonic() - _Memory.checked < FRESH_SECONDS:
        return held
    # While one thread looks, the others go on with what is held; without anything held they wait for it.
    if held is None:
        _Memory.lock.acquire()
    elif not _Memory.lock.acquire(blocking=False):
        return held
    try:
        _Memory.held = held = _refreshed(_Memory.held)
        _Memory.checked = time.monotonic()
    finally:
        _Memory.lock.release()
    if held is None:
        raise NothingPublished
    return held


def forget() -> None:
    """Drops what is held: for tests, and for whoever has just published in this process."""
    _Memory.held, _Memory.checked = None, float("-inf")


def _refreshed(held: Current | None) -> Current | None:
    try:
        latest = ReleaseHead.objects.values_list("latest__sha256", flat=True).first()
        if held is not None and latest == held.release.sha256:
            return held
        return _read() if latest else None
    except DatabaseError:
        return held


def _read() -> Current:
    history = tuple(
        Version(**row) for row in Release.objects.order_by("number").values("number", "version", "published", "sha256")
    )
    files = files_of(history[-1].version)
    return Current(
        release=history[-1],
        registry=Registry.from_bytes(files["registry.json"].content),
        signals=Signals.from_bytes(files["signals.json"].content),
        files=files,
        history=history,
    )


def files_of(version: str) -> dict[str, File]:
    """The stored files of release `version` by name; none when there is no such release."""
    rows = ReleaseFile.objects.filter(release__version=version)
    return {row.name: File(row.name, row.media_type, row.size, row.sha256, bytes(row.content)) for row in rows}
