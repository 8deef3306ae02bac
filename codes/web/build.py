"""When the code and templates of this process last changed: what a page looks like depends on them too."""

from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

_SUFFIXES = {".py", ".html", ".md", ".css", ".js", ".json", ".txt", ".xml"}


def _newest() -> datetime:
    roots = [Path(__file__).parent.parent, *map(Path, settings.TEMPLATES[0]["DIRS"]), *map(Path, settings.STATICFILES_DIRS)]
    times = (path.stat().st_mtime for root in roots for path in root.rglob("*") if path.suffix in _SUFFIXES)
    return datetime.fromtimestamp(int(max(times)), UTC)


BUILT = _newest()
