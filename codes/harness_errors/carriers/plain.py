"""The object itself; and objects where no binding puts them, so that somebody is told."""

from collections.abc import Iterator
from typing import Any

from ..members import MEMBERS
from .found import Found, Head, at, is_harness_error

# Where an object does not say our type, one of the other members of the draft shows what was meant.
_TELLING = frozenset(each.name for each in MEMBERS) - {"type", "title", "status", "detail", "instance"}
_RECORD = frozenset({"level", "severity", "levelname", "time", "timestamp", "ts", "msg", "message", "logger"})
# Values that are looked at before the search is given up, and how deep.
_MOST, _DEEPEST = 10_000, 64


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """`data` where it is a harness error object or meant to be one, else the first one inside it."""
    if is_harness_error(data):
        return Found("object", data)
    inside = _inside(data)
    first = next(inside, None)
    if first is None:
        return Found("object", data) if _is_meant(data) else None
    others = tuple(pointer for _, pointer in inside)
    return Found("log_line" if is_record(data) else "elsewhere", *first, others=others)


def _is_meant(data: dict[str, Any]) -> bool:
    """Whether `data` may be meant as an error object. Model APIs have a `type` that is a plain word, and no URI."""
    kind = data.get("type", "")
    return not _TELLING.isdisjoint(data) or not isinstance(kind, str) or any(mark in kind for mark in ":/#")


def is_record(data: Any) -> bool:
    """Whether `data` has the names that loggers write."""
    return isinstance(data, dict) and not _RECORD.isdisjoint(data)


def search(data: Any) -> Found | None:
    """The first harness error object in any JSON value."""
    inside = _inside(data)
    first = next(inside, None)
    return Found("elsewhere", *first, others=tuple(pointer for _, pointer in inside)) if first else None


def _inside(data: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Harness error objects below `data`, the outer ones only: what is in `causes` belongs to its object."""
    left = _MOST
    waiting = [(data, "", 0)]
    while waiting and left:
        left -= 1
        value, pointer, depth = waiting.pop()
        if is_harness_error(value):
            yield value, pointer
        elif depth < _DEEPEST:
            inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            below = [(each, at(pointer, name), depth + 1) for name, each in inner if isinstance(each, dict | list)]
            waiting += reversed(below)
