"""The components of the OpenAPI document.

What a code is stands in one place, the schema that releases are held to; the crosswalk's rows are read off their
dataclass. OpenAPI 3.1 takes JSON Schema 2020-12 as it is, so only the references are written anew.
"""

import dataclasses
import types
import typing
from collections.abc import Collection, Iterable
from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import OpenApiResponse

from codes.harness_errors import vocabulary
from codes.harness_errors.entries import SignalEntry
from codes.harness_errors.resolve import RULES
from codes.releases import validate
from codes.releases.diff.classes import WEIGHTS
from codes.web.problems import CATALOGUE

from . import enums, question_schemas, toolkit_schemas
from .pieces import ANY, COUNT, TEXT, TIME, URL, array, listed, maybe, nullable, obj, ref
from .proposals import components as proposals

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
# What only calls about proposals answer.
_OF_PROPOSALS = ("unknown-proposal",)
_ABOUT_TOKENS = (
    "A token of an account, made at /account/tokens: `read-own` reads own drafts, `propose` is what a submitter does,"
    " `review` what an officer of the registry does, `administer` what an administrator alone does, for a week."
)


def responses(component: str, *refusals: int, body: bool = False) -> dict[Any, Any]:
    """The 200 with `component`, and each of the refusals as a problem; `body`: also those of a body."""
    statuses = {400, 401, 406, 503, *refusals}
    left_out = _OF_PROPOSALS if body else ("invalid-body", *_OF_PROPOSALS)
    return answers(component, [kind.slug for kind in CATALOGUE.values() if kind.status in statuses], left_out)


def answers(
    component: str, slugs: Iterable[str], left_out: Collection[str] = (), *, status: int = 200
) -> dict[Any, Any]:
    """The answer with `component`, and the problems `slugs` without those `left_out`, by status."""
    found: dict[Any, Any] = {(status, "application/json"): OpenApiResponse(ref(component), description="The answer.")}
    by_status: dict[int, list[str]] = {}
    for slug in slugs:
        if slug not in left_out:
            by_status.setdefault(CATALOGUE[slug].status, []).append(slug)
    for code, named in sorted(by_status.items()):
        description = f"{HTTPStatus(code).phrase}: {', '.join(named)}."
        found[code, PROBLEM] = OpenApiResponse(ref("Problem"), description=description)
    return found


def add_components(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """A postprocessing hook of drf-spectacular."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas |= enums.named(components() | proposals.components())
    scheme = {"type": "http", "scheme": "bearer", "description": _ABOUT_TOKENS}
    result["components"]["securitySchemes"] = {"token": scheme}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def components() -> dict[str, Any]:
    """Every component by name."""
    stored = validate.schema()["$defs"]
    found = {_NAMES[name]: _renamed(definition) for name, definition in stored.items()}
    # A version that is there on every site: what a tool makes up from the pattern is none.
    found["Version"]["examples"] = ["1.0.0"]
    found["SignalEntry"] = _of_dataclass(SignalEntry)
    enums = {
        "confidence": vocabulary.CONFIDENCES,
        "kind": vocabulary.SIGNAL_KINDS,
        "source_kind": vocabulary.SOURCE_KINDS,
    }
    for name, values in enums.items():
        found["SignalEntry"]["properties"][name] = {"type": "string", "enum": list(values)}
    release = {"release": ref("Version")}
    category = _extended(found["CategoryEntry"], {"codes": array(ref("CodeString"))})
    previous = obj({"version": ref("Version"), "sha256": ref("Sha256")})
    summary = {
        "version": ref("Version"),
        "published": TIME,
        "sha256": ref("Sha256"),
        "previous": nullable(previous),
        "yanked": {"type": ["string", "null"], "description": "Why it must not be used."},
    }
    file = obj({"name": TEXT, "media_type": TEXT, "size": COUNT, "sha256": ref("Sha256"), "href": URL})
    found |= {
        "Problem": _problem(),
        "CodeDetail": _extended(found["CodeEntry"], release),
        "CodeList": listed(ref("CodeEntry")),
        "Category": category,
        "CategoryDetail": _extended(category, release),
        "CategoryList": listed(ref("Category")),
        "SignalList": listed(ref("SignalEntry")),
        "Change": _change(),
        "HistoryEntry": _extended(_change(), {**release, "published": TIME}),
        "History": listed(ref("HistoryEntry")),
        "Difference": _difference(previous),
        "ReleaseSummary": obj(summary),
        "ReleaseList": listed(ref("ReleaseSummary")),
        "ReleaseFile": file,
        "ReleaseDetail": obj({**summary, "files": array(ref("ReleaseFile"))}),
        "Default": obj({"value": {"type": "boolean"}, "source": {"type": "string", "enum": ["registry", "fallback"]}}),
        "TypeReading": obj({"type": TEXT, "recognized": {"type": "boolean"}, "did_you_mean": maybe(URL)}),
        "Resolution": _resolution(),
        "Registry": _registry(),
        **question_schemas.components(ref("SignalEntry"), ref("Version"), ref("Rendering")),
        **toolkit_schemas.components(ref("Rendering"), ref("Version")),
    }
    return found


def _resolution() -> dict[str, Any]:
    return obj(
        {
            "release": ref("Version"),
            "code": TEXT,
            "resolution": {"type": "string", "enum": list(RULES)},
            "category": maybe(TEXT),
            "title": maybe(TEXT),
            "retryable": ref("Default"),
            "model_recoverable": ref("Default"),
            "http_status": maybe({"type": "integer"}),
            "superseded_by": array(ref("CodeString")),
            "nearest": array(ref("CodeString")),
            "permalink": maybe(URL),
            "type": nullable(ref("TypeReading")),
        }
    )


def _registry() -> dict[str, Any]:
    counted = ("codes", "categories", "signals", "releases")
    linked = ("codes", "categories", "signals", "resolve", "releases", "document", "manifest", "documentation")
    return obj(
        {
            "release": ref("Version"),
            "title": TEXT,
            "policy": TEXT,
            "authority": TEXT,
            "license": TEXT,
            "published": TIME,
            "sha256": ref("Sha256"),
            "type_uris": array(URL),
            "counts": obj(dict.fromkeys(counted, COUNT)),
            "links": obj(dict.fromkeys(linked, URL)),
        }
    )


def _change() -> dict[str, Any]:
    kinds = ["registry", "category", "code", "signal", "non_error"]
    return obj(
        {
            "change": {"type": "string", "enum": ["added", "changed", "deprecated", "reinstated", "removed"]},
            "kind": {"type": "string", "enum": kinds},
            "subject": TEXT,
            "pointer": {"type": "string", "description": "JSON Pointer inside the entry, empty for all of it."},
            "from": ANY,
            "to": ANY,
            "class": {"type": "string", "enum": list(WEIGHTS)},
        }
    )


def _difference(end: dict[str, Any]) -> dict[str, Any]:
    return obj(
        {
            "kind": {"type": "string", "const": "agent-harness-error-difference"},
            "from": end,
            "to": end,
            "part": {"type": ["string", "null"], "enum": ["major", "minor", "patch", None]},
            "changes": array(ref("Change")),
        }
    )


def _problem() -> dict[str, Any]:
    """RFC 9457. Other members come with some types; their pages say which."""
    error = obj({"code": TEXT, "detail": TEXT}) | {"additionalProperties": True}
    error["properties"] |= {"parameter": TEXT, "pointer": TEXT}
    shape = obj({"type": URL, "title": TEXT, "status": {"type": "integer"}, "detail": TEXT})
    shape["properties"]["errors"] = array(error)
    return shape | {"additionalProperties": True}


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
    return obj({field.name: _of_type(hints[field.name]) for field in dataclasses.fields(kind)})


def _of_type(hint: Any) -> dict[str, Any]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        return maybe(_of_type(arguments[0]))
    if origin is tuple:
        return array(_of_type(arguments[0]))
    if origin is dict:
        return {"type": "object", "additionalProperties": _of_type(arguments[1])}
    return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}
