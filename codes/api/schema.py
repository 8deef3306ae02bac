"""The components of the OpenAPI document.

What a code is stands in one place, the schema that releases are held to; the crosswalk's rows are read off their
dataclass. OpenAPI 3.1 takes JSON Schema 2020-12 as it is, so only the references are written anew.
"""

import dataclasses
import types
import typing
from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import OpenApiResponse

from codes.harness_errors import vocabulary
from codes.harness_errors.entries import SignalEntry
from codes.harness_errors.resolve import RULES
from codes.releases import validate
from codes.releases.diff.classes import WEIGHTS
from codes.web.problems import CATALOGUE

from . import question_schemas

PROBLEM = "application/problem+json"
_NAMES = {
    "version": "Version",
    "sha256": "Sha256",
    "code": "CodeString",
    "reference": "Reference",
    "stamp": "Stamp",
    "category": "CategoryEntry",
    "entry": "CodeEntry",
}
_BODY = ("invalid-body",)
_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_URL = {"type": "string", "format": "uri"}
_TIME = {"type": "string", "format": "date-time"}
_JSON: dict[str, Any] = {"description": "Any JSON value."}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def responses(component: str, *refusals: int, body: bool = False) -> dict[Any, Any]:
    """The 200 with `component`, and each of the refusals as a problem; `body`: also those of a body."""
    found: dict[Any, Any] = {(200, "application/json"): OpenApiResponse(ref(component), description="The answer.")}
    for status in sorted({400, 401, 406, 503, *refusals}):
        slugs = [kind.slug for kind in CATALOGUE.values() if kind.status == status and (body or kind.slug not in _BODY)]
        description = f"{HTTPStatus(status).phrase}: {', '.join(slugs)}."
        found[status, PROBLEM] = OpenApiResponse(ref("Problem"), description=description)
    return found


def add_components(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """A postprocessing hook of drf-spectacular."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas |= components()
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def components() -> dict[str, Any]:
    """Every component by name."""
    stored = validate.schema()["$defs"]
    found = {_NAMES[name]: _renamed(definition) for name, definition in stored.items()}
    found["SignalEntry"] = _of_dataclass(SignalEntry)
    enums = {
        "confidence": vocabulary.CONFIDENCES,
        "kind": vocabulary.SIGNAL_KINDS,
        "source_kind": vocabulary.SOURCE_KINDS,
    }
    for name, values in enums.items():
        found["SignalEntry"]["properties"][name] = {"type": "string", "enum": list(values)}
    release = {"release": ref("Version")}
    category = _extended(found["CategoryEntry"], {"codes": _array(ref("CodeString"))})
    previous = _object({"version": ref("Version"), "sha256": ref("Sha256")})
    summary = {
        "version": ref("Version"),
        "published": _TIME,
        "sha256": ref("Sha256"),
        "previous": _nullable(previous),
        "yanked": {"type": ["string", "null"], "description": "Why it must not be used."},
    }
    file = _object({"name": _TEXT, "media_type": _TEXT, "size": _COUNT, "sha256": ref("Sha256"), "href": _URL})
    found |= {
        "Problem": _problem(),
        "CodeDetail": _extended(found["CodeEntry"], release),
        "CodeList": _list(ref("CodeEntry")),
        "Category": category,
        "CategoryDetail": _extended(category, release),
        "CategoryList": _list(ref("Category")),
        "SignalList": _list(ref("SignalEntry")),
        "Change": _change(),
        "HistoryEntry": _extended(_change(), {**release, "published": _TIME}),
        "History": _list(ref("HistoryEntry")),
        "Difference": _difference(previous),
        "ReleaseSummary": _object(summary),
        "ReleaseList": _list(ref("ReleaseSummary")),
        "ReleaseFile": file,
        "ReleaseDetail": _object({**summary, "files": _array(ref("ReleaseFile"))}),
        "Default": _object(
            {"value": {"type": "boolean"}, "source": {"type": "string", "enum": ["registry", "fallback"]}}
        ),
        "TypeReading": _object({"type": _TEXT, "recognized": {"type": "boolean"}, "did_you_mean": _maybe(_URL)}),
        "Resolution": _resolution(),
        "Registry": _registry(),
        **question_schemas.components(ref("SignalEntry"), ref("Version")),
    }
    return found


def _resolution() -> dict[str, Any]:
    return _object(
        {
            "release": ref("Version"),
            "code": _TEXT,
            "resolution": {"type": "string", "enum": list(RULES)},
            "category": _maybe(_TEXT),
            "title": _maybe(_TEXT),
            "retryable": ref("Default"),
            "model_recoverable": ref("Default"),
            "http_status": _maybe({"type": "integer"}),
            "superseded_by": _array(ref("CodeString")),
            "nearest": _array(ref("CodeString")),
            "permalink": _maybe(_URL),
            "type": _nullable(ref("TypeReading")),
        }
    )


def _registry() -> dict[str, Any]:
    counted = ("codes", "categories", "signals", "releases")
    linked = ("codes", "categories", "signals", "resolve", "releases", "document", "manifest", "documentation")
    return _object(
        {
            "release": ref("Version"),
            "title": _TEXT,
            "policy": _TEXT,
            "authority": _TEXT,
            "license": _TEXT,
            "published": _TIME,
            "sha256": ref("Sha256"),
            "type_uris": _array(_URL),
            "counts": _object(dict.fromkeys(counted, _COUNT)),
            "links": _object(dict.fromkeys(linked, _URL)),
        }
    )


def _change() -> dict[str, Any]:
    kinds = ["registry", "category", "code", "signal", "non_error"]
    return _object(
        {
            "change": {"type": "string", "enum": ["added", "changed", "deprecated", "reinstated", "removed"]},
            "kind": {"type": "string", "enum": kinds},
            "subject": _TEXT,
            "pointer": {"type": "string", "description": "JSON Pointer inside the entry, empty for all of it."},
            "from": _JSON,
            "to": _JSON,
            "class": {"type": "string", "enum": list(WEIGHTS)},
        }
    )


def _difference(end: dict[str, Any]) -> dict[str, Any]:
    return _object(
        {
            "kind": {"type": "string", "const": "agent-harness-error-difference"},
            "from": end,
            "to": end,
            "part": {"type": ["string", "null"], "enum": ["major", "minor", "patch", None]},
            "changes": _array(ref("Change")),
        }
    )


def _problem() -> dict[str, Any]:
    """RFC 9457. Other members come with some types; their pages say which."""
    error = _object({"code": _TEXT, "detail": _TEXT}) | {"additionalProperties": True}
    error["properties"] |= {"parameter": _TEXT, "pointer": _TEXT}
    shape = _object({"type": _URL, "title": _TEXT, "status": {"type": "integer"}, "detail": _TEXT})
    shape["properties"]["errors"] = _array(error)
    return shape | {"additionalProperties": True}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": dict(properties)}


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return _object({"release": ref("Version"), "count": _COUNT, "next": _maybe(_URL), "results": _array(items)})


def _maybe(scalar: dict[str, Any]) -> dict[str, Any]:
    return {**scalar, "type": [scalar["type"], "null"]}


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _extended(schema: dict[str, Any], properties: dict[str, Any]) -> dict[str, Any]:
    return {
        **schema,
        "required": [*properties, *schema["required"]],
        "properties": {**properties, **schema["properties"]},
    }


def _renamed(data: Any) -> Any:
    """`data` with references into the stored schema as references into the document."""
    if isinstance(data, list):
        return [_renamed(each) for each in data]
    if not isinstance(data, dict):
        return data
    if "$ref" in data:
        return ref(_NAMES[data["$ref"].rsplit("/", 1)[1]])
    return {name: _renamed(value) for name, value in data.items()}


def _of_dataclass(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return _object({field.name: _of_type(hints[field.name]) for field in dataclasses.fields(kind)})


def _of_type(hint: Any) -> dict[str, Any]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        return _maybe(_of_type(arguments[0]))
    if origin is tuple:
        return _array(_of_type(arguments[0]))
    if origin is dict:
        return {"type": "object", "additionalProperties": _of_type(arguments[1])}
    return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}
