"""Text as people paste it: an HTTP response, JSON, or a log line with an object or a code in it."""

import dataclasses
import re
from typing import Any

from .. import strict_json, syntax
from ..document import Registry
from ..lookup import names
from ..lookup.pairs import pairs
from ..problem_type import TYPE_URI
from ..strict_json import StrictJSONError
from .data import find
from .found import Found, Head, is_harness_error

# curl marks what it received with an angle bracket.
_STATUS_LINE = re.compile(r"\s*(?:< )?HTTP/\d(?:\.\d)? (\d{3})\b[^\n]*(?:\n|\Z)")
_FIELD = re.compile(r"(?:< )?([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)")
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}]', re.DOTALL)
# A log line with more beginnings of objects than this holds none that we find.
_MOST_STARTS = 8
_CODE_NAMES = frozenset({"error.type", "error_type", "harness_error.code", "harness_error_code"})


def read(content: bytes | str, registry: Registry) -> Found:
    """What is found in `content`. Raises StrictJSONError: too much, no UTF-8, or JSON that is none."""
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if len(raw) > strict_json.MOST_BYTES:
        detail = f"The text has {len(raw)} bytes; at most {strict_json.MOST_BYTES} are read."
        raise StrictJSONError("too_large", detail)
    text = strict_json.decoded(raw).replace("\r\n", "\n")
    if line := _STATUS_LINE.match(text):
        return _response(text, line)
    beginning = text.lstrip()[:1]
    if beginning in ("{", '"') or not beginning:
        return find(_parsed(text))
    try:
        return find(_parsed(text))
    except StrictJSONError as error:
        # A log line may begin with a time in brackets.
        found = _log_line(text, registry)
        if beginning == "[" and found.object is None:
            raise error from None
        return found


def _response(text: str, line: re.Match[str]) -> Found:
    head, body = text[line.end() :], ""
    if blank := re.search(r"^(?:< ?)?[ \t]*$\n?", head, re.MULTILINE):
        head, body = head[: blank.start()], head[blank.end() :]
    found = [match for match in map(_FIELD.fullmatch, head.split("\n")) if match]
    answered = Head(int(line[1]), {match[1].lower(): match[2].strip() for match in found})
    if not body.strip() or not _may_be_json(answered.fields.get("content-type")):
        return Found("http_response", head=answered)
    # Line breaks instead of the head, so that a fault is told with its line in the whole text.
    return find(_parsed("\n" * text[: len(text) - len(body)].count("\n") + body), answered)


def _may_be_json(media_type: str | None) -> bool:
    """What calls itself something else, such as the error page of a proxy, is not held to be broken JSON."""
    return not media_type or "json" in media_type.lower()


def _log_line(text: str, registry: Registry) -> Found:
    """The first object with our type in the line, else a code: the value of a name we know, or a registered one."""
    for start in [match.start() for match in re.finditer(r"\{", text)][:_MOST_STARTS]:
        data = _object_at(text, start)
        found = find(data) if data is not None else None
        if found and found.object is not None and (found.code_only or is_harness_error(found.object)):
            return dataclasses.replace(found, found_in="log_line")
    named = [value for name, value in pairs(text) if name in _CODE_NAMES and _is_code(value)]
    inside = [hit.target for hit in names.find_inside(text, registry)]
    for code in (*named, *inside):
        return Found("log_line", {"type": TYPE_URI, "code": code}, code_only=True)
    return Found("nothing")


def _object_at(text: str, start: int) -> Any:
    """The JSON object that begins at `start`, or None."""
    depth = 0
    for found in _BRACKET_OR_STRING.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            try:
                return _parsed(text[start : found.end()])
            except StrictJSONError:
                return None
    return None


def _parsed(text: str) -> Any:
    return strict_json.parse(text.encode())


def _is_code(text: str) -> bool:
    return syntax.is_code(text) or syntax.is_private(text)
