"""The functions of the toolkit as conformance.json names them: plain data in, plain data out.

Texts for people are not compared, so no message, note or reason is in what comes out. Findings and removals are sorted,
since their order follows that of the members, which means nothing in JSON.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from .. import codec
from ..document import Registry, Signals
from ..inspect import inspect
from ..receive import over_mcp, wrap
from ..redact import redact
from ..render import render
from ..resolve import resolve
from ..translate import Received, translate

Given = Mapping[str, Any]


def _inspect(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """`{json}` or `{text: [[piece, times], …]}`."""
    data = given["json"] if "json" in given else "".join(piece * times for piece, times in given["text"])
    report = inspect(data, registry, signals=signals)
    found = [(each.pointer, each.rule, each.level) for each in report.findings]
    return {
        "found_in": report.found_in,
        "pointer": report.pointer,
        "recognized": bool(report.resolution and report.resolution.recognized),
        "findings": [{"level": level, "rule": rule, "pointer": pointer} for pointer, rule, level in sorted(found)],
        "effective": codec.encode(report.effective),
        "causes": [{"pointer": each.pointer, "depth": each.depth, "code": each.code} for each in report.causes],
        "actions": [{"action": each.action, "requires": list(each.requires)} for each in report.actions],
    }


def _resolve(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """`{code}`, as it stands in an object."""
    found = resolve(given["code"], registry)
    return {
        "rule": found.rule,
        "category": found.category,
        "retryable": codec.encode(found.retryable),
        "model_recoverable": codec.encode(found.model_recoverable),
        "http_status": found.http_status,
        "superseded_by": list(found.superseded_by),
    }


def _redact(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """`{object, for}`."""
    found = redact(given["object"], registry, for_=given["for"])
    removed = [
        {"pointer": each.pointer, "what": each.what} for each in sorted(found.removed, key=lambda each: each.pointer)
    ]
    return {"object": found.object, "removed": removed}


def _wrap(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """`{object, model_recoverable}` and, where it is to be cut, `deepest`."""
    limits = {"deepest": given["deepest"]} if "deepest" in given else {}
    return {"object": wrap(given["object"], registry, model_recoverable=given["model_recoverable"], **limits)}


def _receive_mcp(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """`{object}`."""
    return {"object": over_mcp(given["object"])}


def _render(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """`{object, carrier, version}`; `version` is null without versions. A line is what it begins with, and its JSON."""
    found = render(given["object"], registry, given["carrier"], version=given["version"])
    content = found.content
    if isinstance(content, str):
        before, brace, after = content.partition("{")
        content = {"before": before, "json": json.loads(brace + after)}
    return {"form": found.form, "content": content}


def _translate(given: Given, registry: Registry, signals: Signals) -> dict[str, Any]:
    """A signal by the members of a row of the crosswalk, `condition` being the row's own text."""
    found = translate(Received(**given), registry, signals)
    return {
        "how": found.how,
        "object": found.object,
        "row": found.row.id if found.row else None,
        "confidence": found.confidence,
        "alternatives": [each.code for each in found.alternatives],
    }


FUNCTIONS: Mapping[str, Callable[[Given, Registry, Signals], dict[str, Any]]] = {
    "inspect": _inspect,
    "receive_mcp": _receive_mcp,
    "redact": _redact,
    "render": _render,
    "resolve": _resolve,
    "translate": _translate,
    "wrap": _wrap,
}
