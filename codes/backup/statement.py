"""What is said beside a copy: when it was made, by which version of the software, and what is in it."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from codes.harness_errors import canonical
from codes.registry.document import time_text
from codes.releases.models import ReleaseHead
from codes.review import records

KIND = "agent-harness-error-backup"


class UnusableStatement(ValueError):
    """The file is no statement about a backup."""


@dataclass(frozen=True, slots=True)
class Statement:
    """`file` is the name of the copy, beside the statement. `release` is empty before the first publication."""

    made: str
    software: str
    database: str
    file: str
    size: int
    sha256: str
    release: str
    release_sha256: str
    serial: int
    events: int
    events_sha256: str

    def to_bytes(self) -> bytes:
        return canonical.dumps({"kind": KIND, **asdict(self)})


def describe(made: datetime) -> dict[str, Any]:
    """What a statement says of the database, within `frozen`."""
    head = ReleaseHead.objects.select_related("latest").first()
    latest = head.latest if head else None
    count, digest = records.end()
    return {
        "made": time_text(made),
        "software": settings.VERSION,
        "database": connection.vendor,
        "release": latest.version if latest else "",
        "release_sha256": latest.sha256 if latest else "",
        "serial": head.serial if head else 0,
        "events": count,
        "events_sha256": digest,
    }


def of_file(path: Path) -> dict[str, Any]:
    """Size and digest of the copy."""
    with path.open("rb") as file:
        return {"size": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def read(path: Path) -> Statement:
    """Raises UnusableStatement, OSError."""
    try:
        data = json.loads(path.read_bytes())
        if data.pop("kind") != KIND:
            raise UnusableStatement(f"{path} is no statement about a backup.")
        return Statement(**data)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnusableStatement(f"{path} is no statement about a backup.") from None
