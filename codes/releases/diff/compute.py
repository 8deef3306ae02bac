"""Two documents -> the difference."""

from collections.abc import Iterator
from typing import Any

from codes.harness_errors import codec
from codes.harness_errors.document import Registry, Signals

from . import classes
from .changes import Change, Difference
from .pointers import get

# What a deprecation or a reinstatement changes at once.
STANDING = ("status", "superseded_by", "deprecation")


class ImpossibleDifference(ValueError):
    """The second document is no successor of the first: something was removed, or what never changes did."""


def diff(before: Registry, after: Registry, signals: tuple[Signals, Signals] | None = None) -> Difference:
    """What changed from `before` to `after`, and in the crosswalk where both of its documents are given.

    Raises ImpossibleDifference.
    """
    old, new = codec.encode(before), codec.encode(after)
    found = [
        *_fields("registry", "registry", old, new, classes.HEADER),
        *_entries("category", old["categories"], new["categories"], classes.CATEGORY),
        *_entries("code", old["codes"], new["codes"], classes.CODE),
    ]
    if signals:
        first, second = (codec.encode(each) for each in signals)
        found += _rows("signal", _by(first["signals"], "id"), _by(second["signals"], "id"))
        found += _rows("non_error", _by_signal(first["non_errors"]), _by_signal(second["non_errors"]))
    return Difference(tuple(found))


def _entries(kind: str, old: list[Any], new: list[Any], table: dict[str, str]) -> Iterator[Change]:
    before, after = _by(old, kind), _by(new, kind)
    if removed := before.keys() - after.keys():
        raise ImpossibleDifference(f"{', '.join(sorted(removed))}: nothing is ever removed")
    for subject, entry in after.items():
        if subject not in before:
            yield Change("added", kind, subject, "", None, entry, "addition")
            continue
        was = before[subject]
        if kind == "code" and was["administrative"]["status"] != entry["administrative"]["status"]:
            yield _standing(subject, was, entry)
            was = {**was, "administrative": {**was["administrative"], **_of_standing(entry)}}
        yield from _fields(kind, subject, was, entry, table)


def _standing(subject: str, was: dict[str, Any], entry: dict[str, Any]) -> Change:
    deprecated = entry["administrative"]["status"] == "deprecated"
    change, change_class = ("deprecated", "deprecation") if deprecated else ("reinstated", "behavioural")
    return Change(change, "code", subject, "/administrative", _of_standing(was), _of_standing(entry), change_class)


def _of_standing(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: entry["administrative"][name] for name in STANDING}


def _fields(kind: str, subject: str, old: Any, new: Any, table: dict[str, str]) -> Iterator[Change]:
    fixed = [pointer for pointer in classes.FIXED[kind] if get(old, pointer) != get(new, pointer)]
    if fixed:
        raise ImpossibleDifference(f"{subject}: {', '.join(fixed)} never changes")
    for pointer, change_class in table.items():
        before, after = get(old, pointer), get(new, pointer)
        if before != after:
            yield Change("changed", kind, subject, pointer, before, after, change_class)


def _rows(kind: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    for subject in sorted(old.keys() | new.keys()):
        before, after = old.get(subject), new.get(subject)
        if before != after:
            change = "added" if before is None else "removed" if after is None else "changed"
            yield Change(change, kind, subject, "", before, after, classes.SIGNAL)


def _by(entries: list[Any], member: str) -> dict[str, Any]:
    return {entry[member]: entry for entry in entries}


def _by_signal(entries: list[Any]) -> dict[str, Any]:
    return {f"{entry['source']}: {entry['signal']}": entry for entry in entries}
