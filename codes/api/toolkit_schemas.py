"""What inspection and routing take and answer, as JSON Schema."""

from typing import Any

from codes.harness_errors.carriers import CARRIERS
from codes.harness_errors.inspect import LEVELS, RULES, SOURCES
from codes.harness_errors.resolve import RULES as RESOLUTIONS
from codes.harness_errors.routing import ACTIONS, CONDITIONS
from codes.harness_errors.routing import RULES as ROUTING_RULES

from .question_schemas import RELEASE, closed

_TEXT = {"type": "string"}
_MAYBE = {"type": ["string", "null"]}
_PLACE = {"type": "string", "description": "JSON Pointer into what was given; empty for all of it."}
_CODES = {"type": "array", "items": _TEXT}

INSPECT = closed(
    {
        "raw": {
            "description": "What to inspect. JSON: an error object, or the MCP result, JSON-RPC error, A2A task, TCP/AP"
            " response or record that carries one. Text: a whole HTTP response, JSON that may be broken, a log line."
        },
        "release": RELEASE,
    },
    "raw",
)

ROUTING_CHECK = closed(
    {
        "table": {
            "type": ["string", "object"],
            "description": "The table: CSV with objective, outcome, next; or a JSON object, also as text, with"
            " `objective | outcome` as names and what comes next as values.",
        },
        "since": RELEASE | {"description": "The release that the table was made for: newer codes are told."},
        "release": RELEASE,
    },
    "table",
)


def components(rendering: dict[str, Any], version: dict[str, Any]) -> dict[str, Any]:
    """By name. `rendering` and `version` are references to those components."""
    return {
        "InspectQuestion": INSPECT,
        "Inspection": _inspection(rendering, version),
        "RoutingQuestion": ROUTING_CHECK,
        "RoutingFaults": _open({"release": version, "faults": _list(_fault()), "unrouted": _CODES, "new": _CODES}),
        "Routing": _routing(version),
    }


def _inspection(rendering: dict[str, Any], version: dict[str, Any]) -> dict[str, Any]:
    finding = {
        "level": {"type": "string", "enum": list(LEVELS)},
        "rule": {"type": "string", "enum": list(RULES)},
        "pointer": _PLACE,
        "message": _TEXT,
        "section": _TEXT,
        "line": {"type": ["integer", "null"]},
        "column": {"type": ["integer", "null"]},
    }
    resolution = {
        "code": _MAYBE,
        "rule": {"type": "string", "enum": [*RESOLUTIONS, "no_code"]},
        "recognized": {"type": "boolean", "description": "Whether consumers take it for a harness error."},
        "category": _MAYBE,
        "title": _MAYBE,
        "owner": _MAYBE,
        "superseded_by": _CODES,
        "meant": _MAYBE | {"description": "The registered code that an unregistered one looks like."},
        "permalink": _MAYBE,
    }
    cause = {
        "pointer": _PLACE,
        "depth": {"type": "integer"},
        "code": _MAYBE,
        "title": _MAYBE,
        "origin": _MAYBE,
        "recognized": {"type": "boolean"},
        "innermost": {"type": "boolean", "description": "Whether a chain ends here: what failed first."},
    }
    effective = {"value": {"description": "Any JSON value."}, "source": {"type": "string", "enum": list(SOURCES)}}
    return _open(
        {
            "release": version,
            "found_in": {"type": "string", "enum": list(CARRIERS)},
            "pointer": _PLACE,
            "object": {"type": ["object", "null"]},
            "resolution": {"anyOf": [_open(resolution), {"type": "null"}]},
            "findings": _list(_open(finding)),
            "effective": {"type": "object", "additionalProperties": _open(effective)},
            "causes": _list(_open(cause)),
            "actions": _list(_open({**_step(), "note": _MAYBE})),
            "renderings": _list(rendering),
        }
    )


def _routing(version: dict[str, Any]) -> dict[str, Any]:
    match = {"by": {"type": "string", "enum": ["code", "category", "any"]}, "value": _MAYBE}
    rule = {"match": _open(match), "do": _list(_open(_step())), "owner": _TEXT, "warning": _MAYBE}
    return _open(
        {
            "release": version,
            "kind": _TEXT,
            "format_version": _TEXT,
            "advice": {"type": "boolean"},
            "registry": _open({"version": version, "sha256": _TEXT}),
            "precedence": _CODES,
            "conditions": {"type": "object", "additionalProperties": _TEXT},
            "rules": _list(_open(rule)),
        }
    )


def _step() -> dict[str, Any]:
    conditions = {"type": "string", "enum": list(CONDITIONS)}
    return {"action": {"type": "string", "enum": list(ACTIONS)}, "requires": {"type": "array", "items": conditions}}


def _fault() -> dict[str, Any]:
    return _open(
        {
            "rule": {"type": "string", "enum": list(ROUTING_RULES)},
            "level": {"type": "string", "enum": ["error", "advice"]},
            "line": {"type": ["integer", "null"], "description": "The row of the table, from 1."},
            "code": _MAYBE,
            "message": _TEXT,
        }
    )


def _open(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}
