"""The two documents of a release, each against its own rules and against the other."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import data
from .data import DIGEST, TIME, VERSION

REGISTRY, SIGNALS = "registry.json", "signals.json"
REGISTRY_KIND, SIGNALS_KIND = "agent-harness-error-registry", "agent-harness-error-signals"

CODE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
STAMP = {"date": str, "version": VERSION}
ENTRY = {
    "code": CODE,
    "category": str,
    "name": str,
    "default_retryable": bool,
    "default_model_recoverable": bool,
    "administrative": {
        "status": re.compile("active|deprecated"),
        "superseded_by": [str],
        "deprecation": ({"version": VERSION},),
        "registered": STAMP,
        "updated": STAMP,
    },
    "informative": {},
}
REGISTRY_SHAPE = {
    "kind": str,
    "format_version": str,
    "version": VERSION,
    "published": TIME,
    "previous": ({"version": VERSION, "sha256": DIGEST},),
    "categories": [{"category": str}],
    "codes": [ENTRY],
    "signals": {"file": str, "sha256": DIGEST, "count": int},
}
SIGNALS_SHAPE = {
    "kind": str,
    "format_version": str,
    "version": VERSION,
    "signals": [{"id": str, "codes": [str]}],
    "non_errors": [{"source": str, "signal": str}],
}


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of one release, whose bytes are those that were published. `content` is registry.json."""

    version: str
    sha256: str
    content: bytes
    registry: dict[str, Any]
    signals: dict[str, Any]


def registry(version: str, content: bytes) -> dict[str, Any]:
    """Raises Fault."""
    return dict(data.read(content, f"{version}: {REGISTRY}", REGISTRY_KIND, REGISTRY_SHAPE))


def signals(version: str, content: bytes) -> dict[str, Any]:
    """Raises Fault."""
    return dict(data.read(content, f"{version}: {SIGNALS}", SIGNALS_KIND, SIGNALS_SHAPE))


def faults(found: Documents, listed: dict[str, Any], crosswalk: bytes) -> Iterator[str]:
    """Against what the manifest lists and against each other. `crosswalk` is signals.json."""
    version, stated = found.version, found.registry["signals"]
    said = (found.registry["version"], found.registry["published"])
    if said != (version, listed["published"]):
        yield f"{version}: {REGISTRY} says version {said[0]}, published {said[1]}"
    fact = (SIGNALS, data.sha256(crosswalk), len(found.signals["signals"]), found.signals["version"])
    if fact != (stated["file"], stated["sha256"], stated["count"], version):
        yield f"{version}: {SIGNALS} is not the crosswalk that {REGISTRY} names (file, sha256, count, version)"
    yield from (f"{version}: {each}" for each in _order(found))
    yield from (f"{version}: {each}" for each in _entries(found))


def _order(found: Documents) -> Iterator[str]:
    lists = {
        "categories": [each["category"] for each in found.registry["categories"]],
        "codes": [each["code"] for each in found.registry["codes"]],
        "signals": [each["id"] for each in found.signals["signals"]],
    }
    for what, names in lists.items():
        if names != sorted(set(names)):
            yield f"the {what} are not sorted, or not unique"


def _entries(found: Documents) -> Iterator[str]:
    categories = {each["category"] for each in found.registry["categories"]}
    codes = {each["code"] for each in found.registry["codes"]}
    for entry in found.registry["codes"]:
        code, standing = entry["code"], entry["administrative"]
        if code != f"{entry['category']}.{entry['name']}" or entry["category"] not in categories:
            yield f"{code}: its category is {data.brief(entry['category'])}, its name {data.brief(entry['name'])}"
        if (standing["status"] == "deprecated") != (standing["deprecation"] is not None):
            yield f"{code}: {standing['status']}, which its deprecation contradicts"
        if unknown := set(standing["superseded_by"]) - codes:
            yield f"{code}: superseded by {', '.join(sorted(unknown))}, which is not registered"
    if unknown := {code for row in found.signals["signals"] for code in row["codes"]} - codes:
        yield f"{SIGNALS} names {', '.join(sorted(unknown))}, which is not registered"
