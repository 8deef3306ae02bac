"""What questions hold and what is answered, as JSON Schema: bodies are checked against what the document says."""

from typing import Any

from codes.harness_errors import vocabulary
from codes.harness_errors.problem_type import TYPE_URIS
from codes.harness_errors.render import CARRIERS
from codes.harness_errors.render.telemetry import SPANS
from codes.harness_errors.translate import FACTS, HOWS

_LONGEST = 2000
_TEXT: dict[str, Any] = {"type": "string", "maxLength": _LONGEST}
_FLAG: dict[str, Any] = {"type": "boolean"}
_ID: dict[str, Any] = {"type": ["string", "integer"], "maxLength": 200}
RELEASE = {"type": "string", "maxLength": 32, "description": "The version to answer from; the latest without it."}
_FACT_TYPES: dict[type, dict[str, Any]] = {str: _TEXT, bool: _FLAG, object: {}}


def closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """An object with no other members."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


_OPTIONS = closed(
    {
        "request_id": _ID | {"description": "The id of the JSON-RPC request."},
        "code": {"type": "integer", "minimum": -(2**31), "maximum": 2**31, "description": "The JSON-RPC error code."},
        "message": _TEXT | {"description": "The JSON-RPC message; the title of the code without it."},
        "met_by_tool": _FLAG | {"description": "MCP: whether a tool had run when the error arose."},
        "server": closed({"name": _TEXT, "version": _TEXT}, "name", "version"),
        "task_id": _TEXT,
        "context_id": _TEXT,
        "message_id": _TEXT,
        "extension_active": _FLAG | {"description": "A2A: whether the client has activated the extension."},
        "timestamp": {"type": "string", "maxLength": 40, "description": "RFC 3339."},
        "span": {"type": "string", "enum": list(SPANS), "description": "OpenTelemetry: the kind of span."},
        "namespace": {"type": "string", "maxLength": 200, "description": "OpenTelemetry: your own, as com.example."},
        "private_codes": {"type": "array", "items": {"type": "string", "maxLength": 129}, "maxItems": 100},
        "trace_id": _TEXT,
    }
)

RENDER = closed(
    {
        "object": {
            "type": "object",
            "description": "The harness error object.",
            "properties": {"type": {"type": "string", "enum": list(TYPE_URIS)}, "code": {"type": "string"}},
            "required": ["type", "code"],
        },
        "carrier": {
            "type": "string",
            "enum": list(CARRIERS),
            "description": "One carrier; all of them in every version without it.",
        },
        "version": {"type": "string", "maxLength": 20, "description": "Of the protocol; the newest without it."},
        "form": {
            "type": "string",
            "enum": sorted({form for carrier in CARRIERS.values() for form in carrier.forms}),
            "description": "Which message of the carrier; its usual one without it.",
        },
        "options": _OPTIONS,
        "release": RELEASE,
    },
    "object",
)

TRANSLATE = closed(
    {
        "raw": {
            "description": "A whole message: text (an HTTP response, JSON, a log line), JSON, or an object with status,"
            " headers and body. In place of signal, kind, field, status, message and retry_after."
        },
        "source": _TEXT | {"description": "Who sent it, as the crosswalk names sources.", "examples": ["mcp"]},
        "version": {"type": "string", "maxLength": 200, "description": "The version of the source."},
        "signal": _TEXT | {"description": "The value itself; a number as text."},
        "kind": {"type": "string", "enum": list(vocabulary.SIGNAL_KINDS)},
        "field": _TEXT | {"description": "Where the value stood, as the row names it."},
        "status": {"type": "integer", "minimum": 100, "maximum": 599, "description": "The HTTP status with it."},
        "condition": _TEXT | {"description": "The condition of a row, in its own words, where you know it holds."},
        "context": closed(
            {name: _FACT_TYPES[kind] | {"description": meaning} for name, (kind, meaning) in FACTS.items()}
        ),
        "message": _TEXT | {"description": "The text that came with it."},
        "retry_after": {"type": "number", "minimum": 0, "description": "Seconds."},
        "release": RELEASE,
    }
)


def components(signal: dict[str, Any], version: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """By name. The arguments are references to the components of a row, of a release's version and of a rendering."""

    def answered(properties: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": properties, "required": list(properties)}

    def maybe(schema: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [schema, {"type": "null"}]}

    text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    rendering = {
        "carrier": {"type": "string", "enum": list(CARRIERS)},
        "version": {"type": ["string", "null"]},
        "form": text,
        "content": {"description": "The message; null where the carrier has no place for it, and notes say why."},
        "notes": texts,
    }
    fault = answered({"rule": text, "pointer": text, "message": text})
    translation = {
        "release": version,
        "how": {"type": "string", "enum": list(HOWS)},
        "reason": text,
        "object": {"type": ["object", "null"]},
        "row": maybe(signal),
        "confidence": {"type": ["string", "null"], "enum": [*vocabulary.CONFIDENCES, None]},
        "assumed": {
            "type": ["string", "null"],
            "description": "The row's condition, where nothing says that it holds.",
        },
        "citation": {"type": ["string", "null"]},
        "alternatives": {"type": "array", "items": answered({"code": text, "row": signal})},
        "nearest": {"type": "array", "items": signal},
        "faults": {"type": "array", "items": fault},
    }
    return {
        "RenderQuestion": RENDER,
        "Rendering": answered(rendering),
        "Renderings": answered({"release": version, "renderings": {"type": "array", "items": one}}),
        "TranslateQuestion": TRANSLATE,
        "Translation": answered(translation),
    }
