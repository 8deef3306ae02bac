"""A difference as data."""

from dataclasses import dataclass
from typing import Any

from .classes import WEIGHTS, Weight


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    `change` is added, changed, deprecated or reinstated, and for rows of the crosswalk removed too. `kind` is code,
    category, signal, non_error or registry (the header); `subject` names the entry. `pointer` is the JSON Pointer of
    the field inside the entry, "" for the whole entry; `before` and `after` are JSON values, null for nothing.
    """

    change: str
    kind: str
    subject: str
    pointer: str
    before: Any
    after: Any
    change_class: str

    @property
    def weight(self) -> Weight:
        return WEIGHTS[self.change_class]

    def data(self) -> dict[str, Any]:
        """The change as the JSON of a difference says it."""
        return {
            "change": self.change,
            "kind": self.kind,
            "subject": self.subject,
            "pointer": self.pointer,
            "from": self.before,
            "to": self.after,
            "class": self.change_class,
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """All changes from one release to a later one: header, categories, codes, crosswalk, in the document's order."""

    changes: tuple[Change, ...]

    @property
    def weight(self) -> Weight:
        return max((change.weight for change in self.changes), default=Weight.NONE)

    @property
    def telling(self) -> tuple[Change, ...]:
        """The changes that somebody may have to act on: all but the records that every release makes."""
        return tuple(change for change in self.changes if change.weight is not Weight.NONE)

    def subjects(self, kind: str) -> frozenset[str]:
        """The entries of `kind` that changed."""
        return frozenset(change.subject for change in self.telling if change.kind == kind)


def next_version(version: str, weight: Weight) -> str:
    """The version after `version` for changes of `weight` (SemVer). Raises ValueError when nothing changed."""
    major, minor, patch = (int(part) for part in version.split("."))
    match weight:
        case Weight.MAJOR:
            return f"{major + 1}.0.0"
        case Weight.MINOR:
            return f"{major}.{minor + 1}.0"
        case Weight.PATCH:
            return f"{major}.{minor}.{patch + 1}"
    raise ValueError("nothing changed, so there is no next version")
