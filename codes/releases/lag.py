"""How far the release that this process answers from is behind the newest one in the database."""

from dataclasses import dataclass
from datetime import datetime

from django.db import Error as DatabaseError

from .models import Manifest, Release
from .read import Current


@dataclass(frozen=True, slots=True)
class Behind:
    """`latest` is the newest version there is; `seconds` since something newer than what is held was issued, 0 if none.

    Usually below `current.FRESH_SECONDS`. More means that this process cannot read what was published.
    """

    latest: str
    seconds: float


def behind(held: Current, at: datetime) -> Behind | None:
    """How things stand at the time `at`. None while the database is away: then nobody can tell."""
    try:
        issued = Manifest.objects.filter(serial__gt=held.serial).order_by("serial").values_list("issued", flat=True)
        first = issued.first()
        latest = Release.objects.order_by("-number").values_list("version", flat=True).first()
    except DatabaseError:
        return None
    late = max(0.0, (at - first).total_seconds()) if first else 0.0
    return Behind(latest or held.release.version, round(late, 3))
