"""A document and a difference -> the later document."""

import copy
from typing import Any

from codes.harness_errors import codec
from codes.harness_errors.document import Registry

from .changes import Change, Difference
from .pointers import put


def apply(difference: Difference, before: Registry) -> Registry:
    """`before` with the changes made: `apply(diff(a, b), a).to_bytes() == b.to_bytes()`.

    The crosswalk is a document of its own and its rows are passed over. Raises KeyError for an entry that is not there.
    """
    data = codec.encode(before)
    lists = {"code": data["codes"], "category": data["categories"]}
    entries = {kind: {entry[kind]: entry for entry in found} for kind, found in lists.items()}
    for change in difference.changes:
        if change.kind == "registry":
            put(data, change.pointer, copy.deepcopy(change.after))
        elif change.kind in lists:
            _change(change, entries[change.kind], lists[change.kind])
    for kind, found in lists.items():
        found.sort(key=lambda entry, kind=kind: entry[kind])
    registry: Registry = codec.decode(Registry, data)
    return registry


def _change(change: Change, entries: dict[str, Any], found: list[Any]) -> None:
    if change.change == "added":
        found.append(copy.deepcopy(change.after))
    elif change.change == "changed":
        put(entries[change.subject], change.pointer, copy.deepcopy(change.after))
    else:
        entries[change.subject]["administrative"] |= copy.deepcopy(change.after)
