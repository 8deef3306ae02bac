"""What is noted beside the registry, in `fixtures/notes`: it is in no release, and nothing of it is decided."""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Finding:
    """A row of the draft's tables held against the protocols of today. `status` is one word; see `STATUSES`."""

    where: str
    row: str
    status: str
    finding: str
    citation: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that no registered code covers. `nearest` is the code to use until one does."""

    name: str
    title: str
    nearest: str
    description: str
    why: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unmapped:
    source: str
    signal: str
    why: str


# How a row of the draft stands today, worst first.
STATUSES = {
    "wrong": "leads to a wrong code today",
    "conflict": "contradicts another rule",
    "outdated": "was true for an older version",
    "missing": "has no row",
    "incomplete": "is true, but not in all cases",
    "ambiguous": "has more than one meaning",
    "ok": "holds",
}


@cache
def findings() -> tuple[Finding, ...]:
    """The worst first; among equals in the order of the draft."""
    found = (Finding(**row) for row in _read("draft_tables", "finding"))
    return tuple(sorted(found, key=lambda finding: list(STATUSES).index(finding.status)))


@cache
def gaps() -> tuple[Gap, ...]:
    return tuple(Gap(**{**row, "evidence": tuple(row["evidence"])}) for row in _read("gaps", "gap"))


@cache
def unmapped() -> tuple[Unmapped, ...]:
    return tuple(Unmapped(**row) for row in _read("unmapped", "unmapped"))


def _read(name: str, key: str) -> list[dict[str, Any]]:
    path = settings.FIXTURES / "notes" / f"{name}.toml"
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))[key]
    return rows
