"""OpenTelemetry attributes (draft section 6.4): `error.type` holds the code, and that is all there is."""

from collections.abc import Iterator
from typing import Any

from .. import syntax
from ..problem_type import TYPE_URI
from .found import Found, Head, at

_ATTRIBUTE = "error.type"
# The attribute that stands in where conventions keep `error.type` for the number of a protocol; any namespace.
_BESIDE = ".harness_error_code"
# The levels of an OTLP export, down to what has attributes: spans and log records.
_EXPORT = ("resourceSpans", "scopeSpans", "spans"), ("resourceLogs", "scopeLogs", "logRecords")


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """Attributes as an object, alone or as `attributes`, or as the list of key and value that OTLP writes as JSON, also
    in a whole export. The first code counts, else the first value of another convention.
    """
    exported = [each for path in _EXPORT for each in _below(data, path, "")]
    found = [each for holder, place in exported or [(data, "")] for each in _in(holder, place)]
    return next((each for each in found if each.object), found[0] if found else None)


def _below(data: Any, path: tuple[str, ...], place: str) -> Iterator[tuple[dict[str, Any], str]]:
    if not isinstance(data, dict):
        return
    if not path:
        yield data, place
        return
    inside = data.get(path[0])
    for index, each in enumerate(inside if isinstance(inside, list) else ()):
        yield from _below(each, path[1:], at(place, path[0], index))


def _in(data: dict[str, Any], place: str) -> Iterator[Found]:
    attributes, place = (data["attributes"], at(place, "attributes")) if "attributes" in data else (data, place)
    if isinstance(attributes, dict):
        for name, value in attributes.items():
            if _is_ours(name) and isinstance(value, str):
                yield _made(value, at(place, name), attributes, place)
    for index, each in enumerate(attributes if isinstance(attributes, list) else ()):
        if isinstance(each, dict) and _is_ours(each.get("key")) and isinstance(each.get("value"), dict):
            value = each["value"].get("stringValue")
            if isinstance(value, str):
                yield _made(value, at(place, index, "value", "stringValue"), attributes, place)


def _is_ours(name: Any) -> bool:
    return name == _ATTRIBUTE or (isinstance(name, str) and name.endswith(_BESIDE))


def _made(code: str, pointer: str, attributes: Any, place: str) -> Found:
    """Other conventions fill `error.type` too; what is not written like a code is theirs."""
    if not (syntax.is_code(code) or syntax.is_private(code)):
        return Found("opentelemetry", None, "", attributes, place)
    return Found("opentelemetry", {"type": TYPE_URI, "code": code}, pointer, attributes, place, code_only=True)
