"""From one release to the next: the chain, what lasts, and whether difference and number say what has changed."""

import copy
from collections.abc import Iterator
from typing import Any

from . import classes, data
from .data import DIGEST, VERSION, Fault, brief
from .documents import REGISTRY, SIGNALS, Documents
from .site import Site

KIND = "agent-harness-error-difference"
SIDE = {"version": VERSION, "sha256": DIGEST}
CHANGE = {"change": str, "kind": str, "subject": str, "pointer": str, "from": object, "to": object, "class": str}
SHAPE = {"kind": str, "from": SIDE, "to": SIDE, "part": (str,), "changes": [CHANGE]}

LISTS = {"category": "categories", "code": "codes"}
ROWS = ("signal", "non_error")
STANDING = ("status", "superseded_by", "deprecation")


def first_faults(first: Documents) -> Iterator[str]:
    if first.registry["previous"] is not None:
        yield f"{first.version}: the chain is broken: the first release names one before it"


def faults(site: Site, before: Documents, after: Documents) -> Iterator[str]:
    """What is wrong with `after` as the release that follows `before`. Raises Unreachable."""
    named = after.registry["previous"]
    if named != {"version": before.version, "sha256": before.sha256}:
        yield f"{after.version}: the chain is broken: previous is {brief(named)}, not {before.version} {before.sha256}"
    for check in (_removed, _used_again, _stamps):
        yield from (f"{after.version}: {each}" for each in check(before.registry, after.registry))
    try:
        yield from _difference(site, before, after)
    except Fault as fault:
        yield str(fault)


def _removed(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    for kind in LISTS:
        for removed in sorted(_by(kind, before).keys() - _by(kind, after).keys()):
            yield f"{kind} {removed} was removed, and nothing is ever removed"


def _used_again(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """A code keeps its category, its name and the day it was registered."""
    new = _by("code", after)
    for code, old in _by("code", before).items():
        if code not in new:
            continue
        for name in ("category", "name"):
            if old[name] != new[code][name]:
                yield f"code {code} is used again: its {name} was {brief(old[name])} and is {brief(new[code][name])}"
        if old["administrative"]["registered"] != new[code]["administrative"]["registered"]:
            yield f"code {code} is used again: it was registered before and says it is new"


def _stamps(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """An entry that changed says so, and no other does."""
    old, version = _by("code", before), after["version"]
    for code, entry in _by("code", after).items():
        stamps = entry["administrative"]
        updated = stamps["updated"]["version"]
        if code not in old:
            if (stamps["registered"]["version"], updated) != (version, version):
                yield f"code {code} is new and does not say so"
        elif (entry != old[code]) != (updated == version):
            yield f"code {code} {'has changed' if entry != old[code] else 'is the same'}, but says updated {updated}"


def _difference(site: Site, before: Documents, after: Documents) -> Iterator[str]:
    """Raises Fault where the published difference does not lead from one release to the other."""
    path = f"/releases/{before.version}...{after.version}.json"
    stated = data.read(site.read(path, "application/json").body, path, KIND, SHAPE)
    for name, side in (("from", before), ("to", after)):
        if stated[name] != {"version": side.version, "sha256": side.sha256}:
            raise Fault(f"{path}: {name} is {brief(stated[name])}, not {side.version} with its sha256")
    found = [_class(path, change) for change in stated["changes"]]
    if _applied(path, stated["changes"], before.registry) != after.content:
        raise Fault(f"{path}: applied to {REGISTRY} of {before.version} it does not give that of {after.version}")
    if _rows_of(stated["changes"]) != _rows_between(before.signals, after.signals):
        raise Fault(f"{path}: does not say what has changed in {SIGNALS}")
    for change, is_ in zip(stated["changes"], found, strict=True):
        if change["class"] != is_:
            yield f"{path}: {change['subject']} {change['pointer']} is {is_}, not {brief(change['class'])}"
    part = max((classes.PARTS[each] for each in found), default=0)
    if stated["part"] != classes.PART_NAMES[part]:
        yield f"{path}: says {stated['part']}, its changes say {classes.PART_NAMES[part]}"
    expected = classes.next_version(before.version, part)
    if after.version != expected:
        yield f"{after.version}: its changes since {before.version} ask for {expected}"


def _class(path: str, change: dict[str, Any]) -> str:
    try:
        return classes.class_of(change)
    except (Fault, KeyError, TypeError) as error:
        raise Fault(f"{path}: {_named(change)}: {error}") from None


def _applied(path: str, changes: list[dict[str, Any]], before: dict[str, Any]) -> bytes:
    """registry.json that the changes make of `before`."""
    result = copy.deepcopy(before)
    for change in changes:
        try:
            _apply(change, result)
        except (Fault, KeyError, TypeError) as error:
            raise Fault(f"{path}: {_named(change)}: {error}") from None
    for kind, member in LISTS.items():
        result[member].sort(key=lambda entry, kind=kind: entry[kind])
    return data.canonical(result)


def _named(change: dict[str, Any]) -> str:
    return f"{brief(change['change'])} {brief(change['subject'])} {brief(change['pointer'])}"


def _apply(change: dict[str, Any], result: dict[str, Any]) -> None:
    """Makes one change. Raises Fault, KeyError or TypeError where what it names is not there or not as it says."""
    if change["kind"] in ROWS:
        return
    to = copy.deepcopy(change["to"])
    if change["change"] == "added":
        if change["subject"] in _by(change["kind"], result) or to[change["kind"]] != change["subject"]:
            raise Fault("it is there already, or is another entry")
        result[LISTS[change["kind"]]].append(to)
        return
    target = result if change["kind"] == "registry" else _by(change["kind"], result)[change["subject"]]
    *parents, last = change["pointer"].split("/")[1:]
    for step in parents:
        target = target[step]
    if change["change"] == "changed":
        was, target[last] = target[last], to
    else:
        was = {name: target[last][name] for name in STANDING}
        target[last] |= {name: to[name] for name in STANDING}
    if was != change["from"] or was == change["to"]:
        raise Fault("it did not have that value before, or keeps it")


def _rows_of(changes: list[dict[str, Any]]) -> dict[tuple[str, str], tuple[str, Any, Any]]:
    found = [change for change in changes if change["kind"] in ROWS]
    return {(each["kind"], each["subject"]): (each["change"], each["from"], each["to"]) for each in found}


def _rows_between(before: dict[str, Any], after: dict[str, Any]) -> dict[tuple[str, str], tuple[str, Any, Any]]:
    """The rows of the crosswalk that differ, as the difference must say it."""
    old, new = _rows(before), _rows(after)
    found = {}
    for key in old.keys() | new.keys():
        was, becomes = old.get(key), new.get(key)
        if was != becomes:
            found[key] = ("added" if was is None else "removed" if becomes is None else "changed", was, becomes)
    return found


def _rows(signals: dict[str, Any]) -> dict[tuple[str, str], Any]:
    rows = {("signal", each["id"]): each for each in signals["signals"]}
    return rows | {("non_error", f"{each['source']}: {each['signal']}"): each for each in signals["non_errors"]}


def _by(kind: str, registry: dict[str, Any]) -> dict[str, Any]:
    return {entry[kind]: entry for entry in registry[LISTS[kind]]}
