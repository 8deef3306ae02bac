"""JSON types by the words of JSON Schema."""

from collections.abc import Callable, Mapping
from typing import Any


def _integer(value: Any) -> bool:
    # Protocol Buffers make a double of every number, so 50.0 may be what was sent as 50.
    return type(value) is int or (type(value) is float and value.is_integer())


IS: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": _integer,
    "number": lambda value: type(value) is int or (type(value) is float and value - value == 0),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}
# The Python type that most values of each have, for a quick look.
EXACT: Mapping[str, type] = {
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": int,
    "object": dict,
    "array": list,
}
_WORDS = {
    "string": "a string",
    "boolean": "true or false",
    "integer": "an integer",
    "number": "a number",
    "object": "an object",
    "array": "an array",
}
# Strings that stand for something else are shown; any other text may be what must not be repeated.
_STANDS_FOR = frozenset({"true", "false", "yes", "no", "null", "none", "0", "1"})


def wanted(json_type: str) -> str:
    """`boolean` -> `true or false`."""
    return _WORDS[json_type]


def said(value: Any) -> str:
    """What `value` is, in words, without repeating a text."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the string "{value}"' if value.lower() in _STANDS_FOR else "a string"
    return next((_WORDS[name] for name in ("integer", "number", "object", "array") if IS[name](value)), "no JSON")
