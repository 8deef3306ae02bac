"""The folder that backups stand in: each is there as a whole or not at all, and what is not ours is left alone."""

import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import statement

# The time, to the second, so that names sort by it.
NAME = "registry-%Y%m%dT%H%M%SZ"
_STATEMENT = re.compile(r"registry-[0-9]{8}T[0-9]{6}Z\.json")
_UNFINISHED = ".registry-"
# Seconds after which nobody is at work on an unfinished file any more.
_ABANDONED = 24 * 60 * 60


class AlreadyThere(Exception):
    """There is a file of that name."""


@contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """A file in `folder` that nobody else can read (mode 0600) and that is gone after the block."""
    handle, name = tempfile.mkstemp(dir=folder, prefix=_UNFINISHED)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def remove_abandoned(folder: Path) -> None:
    """Removes what runs left that had no time to tidy up: unfinished files that nobody has written to for a day."""
    for path in folder.glob(f"{_UNFINISHED}*"):
        if path.lstat().st_mtime < time.time() - _ABANDONED:
            path.unlink(missing_ok=True)


@contextmanager
def only_with(beside: Path) -> Iterator[None]:
    """Removes the placed file `beside` again where the block, which places what belongs to it, comes to no good end."""
    try:
        yield
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def place(path: Path, name: str) -> Path:
    """Gives the finished file at `path` its `name` in the same folder, once its bytes are on the disk.

    Raises AlreadyThere: unlike a renaming, a link does not replace what is there.
    """
    _sync(path)
    there = path.with_name(name)
    try:
        there.hardlink_to(path)
    except FileExistsError:
        raise AlreadyThere(f"{there} exists already, and stays as it is.") from None
    path.unlink()
    _sync(path.parent)
    return there


def remove_oldest(folder: Path, keep: int) -> list[Path]:
    """Removes all backups but the latest `keep`: those that a statement of ours stands beside. Says which."""
    removed = []
    ours = sorted(path for path in folder.glob("registry-*.json") if _is_statement(path))
    for path in ours[: max(0, len(ours) - keep)]:
        copy = folder / Path(statement.read(path).file).name
        if copy.stem == path.stem:
            copy.unlink(missing_ok=True)
            removed.append(copy)
        path.unlink()  # last, so that one who is interrupted is continued by the next
    return removed


def _is_statement(path: Path) -> bool:
    if not _STATEMENT.fullmatch(path.name):
        return False
    try:
        statement.read(path)
    except (statement.UnusableStatement, OSError):
        return False
    return True


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
