"""What no schema can say of the two documents: that names lead somewhere, and that every text can be put into XML."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from codes.harness_errors import codec
from codes.harness_errors.document import Registry, Signals
from codes.harness_errors.entries import CodeEntry
from codes.registry.models.rules import TEXT

_TEXT = re.compile(TEXT)


def faults(registry: Registry, signals: Signals) -> Iterator[str]:
    """One sentence for each fault, with the entry it is in; none when the documents hold together."""
    yield from _order("category", [entry.category for entry in registry.categories])
    yield from _order("code", [entry.code for entry in registry.codes])
    yield from _order("signal", [row.id for row in signals.signals])
    for entry in registry.codes:
        yield from _code(entry, registry)
    for row in signals.signals:
        for code in row.codes:
            if registry.code(code) is None:
                yield f"{row.id}: maps to {code}, which is not registered"
    for document in (registry, signals):
        yield from _texts(codec.encode(document), "")


def _order(kind: str, names: list[str]) -> Iterator[str]:
    """Readers find an entry by its name, so there is one of each; bytes are canonical, so there is one order."""
    for before, after in pairwise(names):
        if before >= after:
            yield f"{kind} {after}: stands after {before}"


def _code(entry: CodeEntry, registry: Registry) -> Iterator[str]:
    if registry.category(entry.category) is None:
        yield f"{entry.code}: {entry.category} is no category"
    if entry.code != f"{entry.category}.{entry.name}":
        yield f"{entry.code}: is not its category and its name"
    # Successors are active and an active code has none (the schema's part), so no chain of them can be a circle.
    for successor in entry.administrative.superseded_by:
        found = registry.code(successor)
        if found is None or found.administrative.status != "active":
            yield f"{entry.code}: its successor {successor} is not an active code"
    advice = entry.informative
    for other in (*(each.code for each in advice.confusable_with), *filter(None, [advice.generalizes_to])):
        if registry.code(other) is None:
            yield f"{entry.code}: names {other}, which is not registered"
        if other == entry.code:
            yield f"{entry.code}: names itself"


def _texts(data: Any, pointer: str) -> Iterator[str]:
    """Control characters in one text would break every feed and XML file that shows it, for as long as they show it."""
    if isinstance(data, str):
        if not _TEXT.match(data):
            yield f"{pointer}: has a character that no text may hold"
    elif isinstance(data, dict | list):
        for name, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _texts(value, f"{pointer}/{name}")
