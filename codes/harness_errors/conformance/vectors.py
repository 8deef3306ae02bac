"""Conformance vectors: what goes into each function of the toolkit, and what a client in any language must get out.

Inputs are cases of ours; what is expected is worked out for the release at hand, whose defaults, codes and rows it
depends on. The tests of this project hold a release to expectations that were written by hand.
"""

import re
from collections.abc import Iterator
from typing import Any

from ..document import Registry, Signals
from ..entries import CodeEntry, SignalEntry
from ..example import example
from ..render import CARRIERS
from .cases import CASES, identity
from .functions import FUNCTIONS
from .samples import RECEIVED, REDACTED, WRAPPED

# A run of one character as long as this is written as the character and a number.
_RUN = re.compile(r"(.)\1{99,}", re.DOTALL)


def vectors(registry: Registry, signals: Signals) -> Iterator[dict[str, Any]]:
    """Each as `{id, function, input, expected}`. `id` stays the same from release to release."""
    for name, function, given in _inputs(registry, signals):
        yield {
            "id": name,
            "function": function,
            "input": given,
            "expected": FUNCTIONS[function](given, registry, signals),
        }


def _inputs(registry: Registry, signals: Signals) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield from _inspected(registry)
    for code in (*(entry.code for entry in registry.codes), "tool.exploded", "x-acme.seat_limit", "nonsense"):
        yield f"resolve/{code}", "resolve", {"code": code}
    for name, error in REDACTED.items():
        yield f"redact/{name}/trusted", "redact", {"object": error, "for": "trusted"}
        yield f"redact/{name}/untrusted", "redact", {"object": error, "for": "untrusted"}
    for name, given in WRAPPED.items():
        yield f"wrap/{name}", "wrap", given
    for name, error in RECEIVED.items():
        yield f"receive_mcp/{name}", "receive_mcp", {"object": error}
    for carrier, version, entry in _rendered(registry):
        given = {"object": example(entry), "carrier": carrier, "version": version}
        yield "/".join(("render", carrier, *([version] if version else []), entry.code)), "render", given
    for row in signals.signals:
        yield f"translate/{row.id}", "translate", _signal(row)


def _inspected(registry: Registry) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for case in (*CASES, identity.DEPRECATED):
        yield f"inspect/{case.rule}/fires", "inspect", written(case.fires)
        yield f"inspect/{case.rule}/quiet", "inspect", written(case.quiet)
    for entry in registry.codes:
        yield f"inspect/example/{entry.code}", "inspect", written(example(entry))


def written(data: Any) -> dict[str, Any]:
    """An input of `inspect`: `json` for data; `text` for text, in pieces `[text, times]` where it would be long."""
    if not isinstance(data, str):
        return {"json": data}
    pieces: list[list[Any]] = []
    end = 0
    for run in _RUN.finditer(data):
        pieces += [[data[end : run.start()], 1]] if run.start() > end else []
        pieces.append([run[1], len(run[0])])
        end = run.end()
    return {"text": [*pieces, *([[data[end:], 1]] if end < len(data) else [])]}


def _rendered(registry: Registry) -> Iterator[tuple[str, str | None, CodeEntry]]:
    """A code for each way in which a carrier tells codes apart, in each version."""
    for carrier in CARRIERS.values():
        for version in carrier.versions or (None,):
            for entry in _telling(registry, carrier.name):
                yield carrier.name, version, entry


def _telling(registry: Registry, carrier: str) -> list[CodeEntry]:
    told: dict[Any, CodeEntry] = {}
    for entry in registry.codes:
        advice = entry.informative
        key: Any = {
            "http": advice.http_status,
            "mcp": advice.mcp,
            "a2a": advice.a2a,
            "tcp-ap": (entry.category, advice.http_status),
            "opentelemetry": entry.code == "harness.cancelled",
            "log": entry.code == "harness.cancelled",
        }.get(carrier)
        told.setdefault(key, entry)
    return list(told.values())


def _signal(row: SignalEntry) -> dict[str, Any]:
    return {
        "source": row.source,
        "version": row.source_version,
        "signal": row.signal,
        "kind": row.kind,
        "field": row.field,
        "condition": row.condition,
    }
