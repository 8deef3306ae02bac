"""A folder of files with one list of their headers, complete or not there at all."""

import ctypes
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from codes.harness_errors import canonical

from .ask import Answer

LIST = "export.json"
KIND = "agent-harness-error-site-export"
_ENDINGS = {"gzip": ".gz", "br": ".br"}
# linux/fs.h: two names change places in one step.
_RENAME_EXCHANGE = 2
_AT_FDCWD = -100


class NotAnExport(Exception):
    """The folder holds something else, which would be lost."""


def write(folder: Path, answers: Iterable[tuple[str, Answer]], **about: str) -> int:
    """Writes `answers` and their list to `folder`, in the place of an earlier export. Returns the number of files.

    Everything is written beside it first, so that whoever reads `folder` meanwhile sees the one or the other, whole.
    Raises NotAnExport.
    """
    folder = folder.absolute()
    if folder.exists() and not (folder / LIST).is_file() and any(folder.iterdir()):
        raise NotAnExport(f"{folder} is neither empty nor an earlier export.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        fresh.chmod(0o755)
        files, redirects = {}, {}
        for address, answer in answers:
            entry: dict[str, Any] = {"address": address, "status": answer.status, "headers": answer.headers}
            if answer.status != 200:
                redirects[address] = entry
                continue
            name = file_name(address) + _ENDINGS.get(answer.headers.get("content-encoding", ""), "")
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(answer.body)
            files[name] = entry
        (fresh / LIST).write_bytes(canonical.dumps({"kind": KIND, **about, "files": files, "redirects": redirects}))
        _put_in_place(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return len(files)


def file_name(address: str) -> str:
    """The file for a path: `/codes/` is `codes/index.html`, what has no final slash is called what it is called."""
    name = unquote(address).removeprefix("/")
    if not name or name.endswith("/"):
        name += "index.html"
    if any(part in ("", ".", "..") for part in name.split("/")) or PurePosixPath(name).is_absolute() or "\0" in name:
        raise ValueError(f"{address} cannot be the name of a file.")
    return name


def _put_in_place(fresh: Path, folder: Path) -> None:
    """`fresh` gets the name of `folder`, and an old one the name of `fresh`."""
    if not folder.exists():
        fresh.rename(folder)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    names = (_AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(folder))
    if hasattr(libc, "renameat2") and libc.renameat2(*names, _RENAME_EXCHANGE) == 0:
        return
    # Where the system cannot exchange, the name is free for a moment.
    aside = fresh.with_name(f"{fresh.name}.old")
    folder.rename(aside)
    fresh.rename(folder)
    aside.rename(fresh)
