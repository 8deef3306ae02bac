"""What the next release would be: the rows against the latest release. Reads rows, writes nothing."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings

from codes.harness_errors import canonical
from codes.harness_errors.document import Previous, Registry, Signals
from codes.harness_errors.entries import CodeEntry, Stamp
from codes.registry import document

from .diff import Change, Difference, Weight, diff, next_version

FIRST_VERSION = "1.0.0"


class NothingChanged(Exception):
    """The rows say what the latest release says, so there is nothing to publish."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The documents of a release that does not exist yet, and what changes with it since the one before."""

    registry: Registry
    signals: Signals
    difference: Difference


def first(*, published: datetime) -> Candidate:
    """The rows as release 1.0.0."""
    stamp = Stamp(date=published.date().isoformat(), version=FIRST_VERSION)
    registry, signals = _build(FIRST_VERSION, published, None, stamp)
    added = [Change("added", "category", each.category, "", None, None, "addition") for each in registry.categories]
    added += [Change("added", "code", each.code, "", None, None, "addition") for each in registry.codes]
    return Candidate(registry, signals, Difference(tuple(added)))


def following(before: Registry, crosswalk: Signals, sha256: str, *, published: datetime) -> Candidate:
    """The rows as the release after `before`, whose crosswalk is `crosswalk` and whose digest is `sha256`.

    Raises NothingChanged, ImpossibleDifference.
    """
    # The rows under the header of the release before, so that only what experts changed is different.
    stamp = Stamp(date=published.date().isoformat(), version=before.version)
    registry, signals = _build(before.version, published, before.previous, stamp)
    found = diff(before, registry, (crosswalk, signals))
    if found.weight is Weight.NONE:
        raise NothingChanged(f"Nothing has changed since {before.version}.")
    changes: dict[str, set[str]] = {}
    for change in found.telling:
        if change.kind == "code":
            changes.setdefault(change.subject, set()).add(change.change)
    version = next_version(before.version, found.weight)
    stamp = replace(stamp, version=version)
    signals = replace(signals, version=version)
    registry = replace(
        registry,
        version=version,
        previous=Previous(version=before.version, sha256=sha256),
        codes=tuple(_stamped(entry, changes.get(entry.code), stamp) for entry in registry.codes),
        signals=replace(registry.signals, sha256=canonical.sha256(signals.to_bytes())),
    )
    return Candidate(registry, signals, diff(before, registry, (crosswalk, signals)))


def _build(version: str, published: datetime, previous: Previous | None, stamp: Stamp) -> tuple[Registry, Signals]:
    return document.build(
        version=version, published=published, previous=previous, base=settings.PUBLIC_BASE_URL, unstamped=stamp
    )


def _stamped(entry: CodeEntry, changes: set[str] | None, stamp: Stamp) -> CodeEntry:
    """`entry` with the stamps of the release that carries its changes."""
    if not changes:
        return entry
    kept = replace(entry.administrative, updated=stamp)
    if "added" in changes:
        kept = replace(kept, registered=stamp)
    if kept.deprecation and changes & {"added", "deprecated"}:
        kept = replace(kept, deprecation=replace(kept.deprecation, version=stamp.version))
    return replace(entry, administrative=kept)
