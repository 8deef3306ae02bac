"""When the code and templates of this build last changed: what a page looks like depends on them too.

Hosts that run the same build have to agree, or a client that is answered by one and then by another is told of changes
where there are none. In a clone the files are as old as the clone, so the commit says it there; an archive of a commit
and an image carry the times of their files along.
"""

import subprocess
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

_SUFFIXES = {".py", ".html", ".md", ".css", ".js", ".json", ".txt", ".xml"}
# Seconds. Git answers within hundredths.
_PATIENCE = 5


def built(sources: list[Path]) -> datetime:
    """The time of the commit that all of `sources` are checked out at, else that of the file changed last."""
    return datetime.fromtimestamp(_committed(sources) or _newest(sources), UTC)


def _committed(sources: list[Path]) -> int | None:
    """None without a clone, without git, and where something has been changed since."""
    try:
        changed = _git(sources, "status", "--porcelain", "--", *map(str, sources))
        return None if changed else int(_git(sources, "log", "-1", "--format=%ct"))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _git(sources: list[Path], *words: str) -> str:
    command = ["git", "-C", str(sources[0].parent), "--no-optional-locks", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=_PATIENCE).stdout


def _newest(sources: list[Path]) -> int:
    paths = (path for folder in sources for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    return int(max(path.stat().st_mtime for path in paths))


BUILT = built(settings.PAGE_SOURCES)
