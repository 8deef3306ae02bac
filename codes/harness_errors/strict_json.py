"""JSON from strangers (RFC 8259, and I-JSON, RFC 7493, where that is stricter): read as it is meant, or refused.

`json.loads` alone takes the last of two equal names, reads NaN, turns 1e999 into infinity, recurses as deep as the text
says and accepts strings that no UTF-8 can hold. Each of these is refused here, with the place.
"""

import codecs
import json
import re
from dataclasses import dataclass
from typing import Any

MOST_BYTES = 64 * 1024
DEEPEST = 64
# Digits of an integer. More than any double or 64-bit number needs; far from where conversion gets slow.
MOST_DIGITS = 40


@dataclass
class StrictJSONError(ValueError):
    """`code` is too_large, encoding, syntax, too_deep, duplicate_name, number or string; `pointer` is a JSON Pointer
    where the place is inside the data, `line` and `column` (from 1) where it is in the text, else None.
    """

    code: str
    detail: str
    pointer: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True, slots=True)
class _NoNumber:
    """What stands where a number cannot be read: only `_checked` knows the place."""

    detail: str


class _Pairs(list[tuple[str, Any]]):
    """An object as it was written, so that a name that comes twice can be told."""


def parse(content: bytes, *, most_bytes: int = MOST_BYTES, deepest: int = DEEPEST) -> Any:
    """`content`, UTF-8 without a byte order mark, as dicts, lists and scalars. Raises StrictJSONError."""
    if len(content) > most_bytes:
        raise StrictJSONError("too_large", f"The body has {len(content)} bytes; at most {most_bytes} are read.")
    text = decoded(content)
    _check_depth(text, deepest)
    try:
        data = json.loads(
            text, object_pairs_hook=_Pairs, parse_int=_integer, parse_float=_number, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        # Some of the decoder's messages end with a word of ours.
        detail = f"Not JSON: {error.msg.removesuffix(' at')} at line {error.lineno}, column {error.colno}."
        raise StrictJSONError("syntax", detail, line=error.lineno, column=error.colno) from None
    return _checked(data, "")


def decoded(content: bytes) -> str:
    """`content` as text. Raises StrictJSONError where it is not UTF-8 or begins with a byte order mark."""
    if content.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in content[:4]:
        raise StrictJSONError("encoding", "The body is not UTF-8 without a byte order mark.", line=1, column=1)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise StrictJSONError("encoding", f"Not UTF-8 at line {line}.", line=line, column=column) from None


_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def _check_depth(text: str, deepest: int) -> None:
    """Before parsing, which recurses. Brackets inside strings do not count."""
    if text.count("[") + text.count("{") <= deepest:
        return
    depth = 0
    for found in _BRACKET_OR_STRING.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > deepest:
            line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
            detail = f"Nested deeper than {deepest} at line {line}, column {column}."
            raise StrictJSONError("too_deep", detail, line=line, column=column)


def _integer(digits: str) -> int | _NoNumber:
    if len(digits) > MOST_DIGITS:
        return _NoNumber(f"An integer of {len(digits)} digits; at most {MOST_DIGITS} are read.")
    return int(digits)


def _number(digits: str) -> float | _NoNumber:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        return _NoNumber(f"The number {digits[:40]} is larger than any double.")
    return value


def _constant(name: str) -> _NoNumber:
    return _NoNumber(f"{name} is no JSON.")


def _checked(data: Any, pointer: str) -> Any:
    """`data` with objects as dicts. Recurses no deeper than `_check_depth` allowed."""
    if isinstance(data, _Pairs):
        found: dict[str, Any] = {}
        for name, value in data:
            at = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            _check_text(name, pointer)
            if name in found:
                raise StrictJSONError("duplicate_name", f"The name {name!r} comes twice.", pointer=at)
            found[name] = _checked(value, at)
        return found
    if isinstance(data, list):
        return [_checked(value, f"{pointer}/{index}") for index, value in enumerate(data)]
    if isinstance(data, str):
        _check_text(data, pointer)
    if isinstance(data, _NoNumber):
        raise StrictJSONError("number", data.detail, pointer=pointer)
    return data


_NOT_TEXT = re.compile("[\0\ud800-\udfff]")


def _check_text(text: str, pointer: str) -> None:
    if _NOT_TEXT.search(text):
        raise StrictJSONError("string", "A string holds NUL or half of a surrogate pair.", pointer=pointer)
