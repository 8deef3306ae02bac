"""Text as people paste it: an HTTP response, JSON, or a log line with an object or a code in it."""

import dataclasses
import json
import re
from typing import Any

from .. import strict_json, syntax
from ..document import Registry
from ..lookup import names
from ..lookup.pairs import pairs
from ..problem_type import TYPE_URI
from ..strict_json import StrictJSONError
from . import events
from .data import find
from .found import Found, Head, is_harness_error
from .plain import is_record

# curl marks what it received with an angle bracket.
_STATUS_LINE = re.compile(r"\s*(?:< )?HTTP/\d(?:\.\d)? (\d{3})\b[^\n]*(?:\n|\Z)")
_BLANK = re.compile(r"^(?:< ?)?[ \t]*$\n?", re.MULTILINE)
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
    if events.are_events(text) and (streamed := _streamed(text)):
        return streamed
    beginning = text.lstrip()[:1]
    if beginning in ("{", '"') or not beginning:
        return _json(text, registry)
    try:
        return find(_parsed(text))
    except StrictJSONError as error:
        # A log line may begin with a time in brackets.
        found = _log_line(text, registry)
        if beginning == "[" and found.object is None:
            raise error from None
        return found


def _json(text: str, registry: Registry) -> Found:
    try:
        data = _parsed(text)
    except StrictJSONError as error:
        if error.code == "syntax" and (found := _records(text, registry)):
            return found
        raise
    return read_data(data, registry)


def read_data(data: Any, registry: Registry, head: Head | None = None) -> Found:
    """What is found in JSON data; in a log record without an object, the code that one of its texts names."""
    found = find(data, head)
    if head is not None or found.found_in != "nothing" or not is_record(data):
        return found
    texts = [f"{name}: {json.dumps(value)}" for name, value in data.items() if isinstance(value, str)]
    return _code_in("\n".join(texts), registry) or found


def _response(text: str, line: re.Match[str]) -> Found:
    """The last response in `text`: curl also shows the ones before it, of a proxy, a redirect or a 100."""
    while True:
        blank = _BLANK.search(text, line.end())
        end, begin = blank.span() if blank else (len(text), len(text))
        following = _STATUS_LINE.match(text, begin)
        if following is None:
            break
        line = following
    found = [match for match in map(_FIELD.fullmatch, text[line.end() : end].split("\n")) if match]
    answered = Head(int(line[1]), {match[1].lower(): match[2].strip() for match in found})
    body, media_type = text[begin:], answered.fields.get("content-type", "").lower()
    # Line breaks instead of the head, so that a fault is told with its line in the whole text.
    body = "\n" * text.count("\n", 0, begin) + body
    if media_type.startswith("text/event-stream"):
        return _streamed(body, answered) or Found("http_response", head=answered)
    if not body.strip() or (media_type and "json" not in media_type):
        # What calls itself something else, such as the error page of a proxy, is not held to be broken JSON.
        return Found("http_response", head=answered)
    return find(_parsed(body), answered)


def _streamed(text: str, head: Head | None = None) -> Found | None:
    """The first message of a stream with an object in it, else what `_later` leaves; None where none is JSON."""
    last = None
    for each, line in events.data(text):
        try:
            found = find(_parsed(each), head)
        except StrictJSONError:
            if head is None:
                continue
            # Once more, so that the fault is told with its line in the whole text.
            found = find(_parsed("\n" * line + each), head)
        if is_harness_error(found.object):
            return _of_many(found)
        last = _later(last, found)
    return last


def _records(text: str, registry: Registry) -> Found | None:
    """The first record with an object, where each line is one, else what `_later` leaves. None where the first line
    is no JSON by itself: then it is one text, and broken.
    """
    last = None
    for line in text.strip().split("\n"):
        try:
            found = read_data(_parsed(line), registry)
        except StrictJSONError:
            if last is None:
                return None
            continue
        if is_harness_error(found.object):
            return _of_many(found)
        last = _later(last, found)
    return last


def _later(before: Found | None, found: Found) -> Found:
    """The later of two, but something known before anything else: streams end with what went wrong."""
    unknown = ("nothing", "http_response")
    return before if before and found.found_in in unknown and before.found_in not in unknown else found


def _of_many(found: Found) -> Found:
    """An object that stands alone in a log or a stream is no body of a response (draft section 6.2)."""
    alone = found.found_in in ("object", "http_response")
    return dataclasses.replace(found, found_in="log_line", head=None) if alone else found


def _log_line(text: str, registry: Registry) -> Found:
    """The first object with our type in the line, else a code: the value of a name we know, or a registered one."""
    for start in [match.start() for match in re.finditer(r"\{", text)][:_MOST_STARTS]:
        data = _object_at(text, start)
        found = find(data) if data is not None else None
        if found and (found.code_only or is_harness_error(found.object)):
            return dataclasses.replace(found, found_in="log_line")
    return _code_in(text, registry) or Found("nothing")


def _code_in(text: str, registry: Registry) -> Found | None:
    named = [value for name, value in pairs(text) if name in _CODE_NAMES and _is_code(value)]
    inside = [hit.target for hit in names.find_inside(text, registry)]
    for code in (*named, *inside):
        return Found("log_line", {"type": TYPE_URI, "code": code}, code_only=True)
    return None


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
