"""JSON that is what it says it is: kind, format, canonical form, shape."""

import hashlib
import json
import re
from typing import Any

# The major version of every format that this monitor understands. It stops at another one rather than guess.
MAJOR = "1"

# Regular expressions are shapes too: a string that matches as a whole.
VERSION = re.compile(r"(0|[1-9][0-9]{0,8})(\.(0|[1-9][0-9]{0,8})){2}")
FORMAT = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}")
DIGEST = re.compile(r"[0-9a-f]{64}")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class Fault(Exception):
    """Something that is not as it must be. The text is a whole sentence that says what and where."""


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def canonical(data: Any) -> bytes:
    """The one way in which the registry writes JSON. Raises ValueError for what has no such form."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True).encode() + b"\n"


def order(version: str) -> tuple[int, ...]:
    """What sorts versions as SemVer does."""
    return tuple(int(part) for part in version.split("."))


def read(content: bytes, where: str, kind: str, shape: dict[str, Any]) -> Any:
    """The data of a JSON document in its canonical form. Raises Fault."""
    try:
        data = json.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise Fault(f"{where}: not JSON: {error}") from None
    found = data.get("kind") if isinstance(data, dict) else None
    if found != kind:
        raise Fault(f"{where}: kind is {brief(found)}, not {kind}")
    if "format_version" in shape:
        fit(data, {"format_version": FORMAT}, where)
        if data["format_version"].split(".")[0] != MAJOR:
            raise Fault(f"{where}: format_version {data['format_version']} is not one this monitor knows ({MAJOR}.x)")
    fit(data, shape, where)
    try:
        same = canonical(data) == content
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise Fault(f"{where}: not in the canonical form (sorted keys, indent of two, UTF-8, one final newline)")
    return data


def fit(data: Any, shape: Any, where: str, pointer: str = "") -> None:
    """Raises Fault at the first member that is missing or of another type; members beyond the shape are fine.

    A dict is an object with these members, [x] an array of x, (x,) null or x, a pattern a string, a type itself.
    """
    if isinstance(shape, tuple):
        if data is not None:
            fit(data, shape[0], where, pointer)
    elif isinstance(shape, dict):
        expect(isinstance(data, dict), where, pointer, "an object")
        for name, inner in shape.items():
            expect(name in data, where, f"{pointer}/{name}", "there")
            fit(data[name], inner, where, f"{pointer}/{name}")
    elif isinstance(shape, list):
        expect(isinstance(data, list), where, pointer, "an array")
        for number, each in enumerate(data):
            fit(each, shape[0], where, f"{pointer}/{number}")
    elif isinstance(shape, re.Pattern):
        expect(isinstance(data, str) and shape.fullmatch(data), where, pointer, f"text of the form {shape.pattern}")
    else:
        expect(type(data) is shape or shape is object, where, pointer, f"of type {shape.__name__}")


def expect(holds: object, where: str, pointer: str, what: str) -> None:
    if not holds:
        raise Fault(f"{where}: {pointer or 'the whole'} is not {what}")


def brief(value: object) -> str:
    """A value from outside, short and on one line, for a sentence."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
