"""When the code and templates of this process last changed: what a page looks like depends on them too."""

from datetime import UTC, datetime

from django.conf import settings

_SUFFIXES = {".py", ".html", ".md", ".css", ".js", ".json", ".txt", ".xml"}


def _newest() -> datetime:
    paths = (path for folder in settings.PAGE_SOURCES for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    return datetime.fromtimestamp(int(max(path.stat().st_mtime for path in paths)), UTC)


BUILT = _newest()
