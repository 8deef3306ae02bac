"""What counts in the end, each value with where it comes from."""

from dataclasses import dataclass
from typing import Any

from .subject import Subject

SOURCES = ("object", "registry", "fallback")


@dataclass(frozen=True, slots=True)
class Effective:
    """`source` is `object`, `registry` (the default of the code or category) or `fallback` where neither says."""

    value: Any
    source: str


def effective(subject: Subject) -> dict[str, Effective]:
    """By member. A fallback is the safe reading: no retry, no repair, null for what nobody knows."""
    own, known, entry = subject.read, subject.resolution, subject.entry
    defaults: dict[str, tuple[Any, bool]] = {
        "title": (entry.title if entry else None, entry is not None),
        "origin": (entry.informative.origin if entry else None, entry is not None),
        "retryable": (bool(known and known.retryable.value), entry is not None),
        "model_recoverable": (bool(known and known.model_recoverable.value), entry is not None),
        "http_status": (known.http_status if known else None, bool(known and known.http_status)),
        "retry_after": (None, False),
    }
    values = {**own, "http_status": own.get("status")}
    if own.get("origin") not in subject.registry.origins:
        values.pop("origin", None)
    return {
        name: Effective(values[name], "object")
        if values.get(name) is not None
        else Effective(default, "registry" if registered else "fallback")
        for name, (default, registered) in defaults.items()
    }
