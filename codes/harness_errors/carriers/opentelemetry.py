"""OpenTelemetry attributes (draft section 6.4): `error.type` holds the code, and that is all there is."""

from typing import Any

from .. import syntax
from ..problem_type import TYPE_URI
from .found import Found, Head, at

_ATTRIBUTE = "error.type"


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """Attributes as an object, alone or as `attributes`, or as the list of key and value that OTLP writes as JSON."""
    attributes, place = (data["attributes"], "/attributes") if "attributes" in data else (data, "")
    if isinstance(attributes, dict) and isinstance(attributes.get(_ATTRIBUTE), str):
        return _made(attributes[_ATTRIBUTE], at(place, _ATTRIBUTE), attributes, place)
    for index, each in enumerate(attributes if isinstance(attributes, list) else ()):
        if isinstance(each, dict) and each.get("key") == _ATTRIBUTE and isinstance(each.get("value"), dict):
            value = each["value"].get("stringValue")
            if isinstance(value, str):
                return _made(value, at(place, index, "value", "stringValue"), attributes, place)
    return None


def _made(code: str, pointer: str, attributes: Any, place: str) -> Found:
    """Other conventions fill `error.type` too; what is not written like a code is theirs."""
    if not (syntax.is_code(code) or syntax.is_private(code)):
        return Found("opentelemetry", None, "", attributes, place)
    return Found("opentelemetry", {"type": TYPE_URI, "code": code}, pointer, attributes, place, code_only=True)
