"""Pages of a list, frozen at one release: what is published while somebody pages neither loses nor doubles a row."""

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

from codes.harness_errors import canonical
from codes.releases.current import Current
from codes.web.answer import absolute
from codes.web.problems import Refusal

from .parameters import Parameter

USUAL = 500
LIMIT = Parameter("limit", f"Rows on a page; {USUAL} where it is left out.", integer=(1, 1000), example="50")
CURSOR = Parameter(
    "cursor",
    "Where the page begins: take it from `next` as it stands. It keeps to the release it began with.",
    longest=400,
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The release that a walk began with, the question it asks, and how far it has come."""

    version: str
    question: str
    offset: int

    def text(self) -> str:
        data = json.dumps([self.version, self.question, self.offset], separators=(",", ":"))
        return base64.urlsafe_b64encode(data.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises Refusal for what is no cursor of ours."""
        try:
            data = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
            version, question, offset = data
        except (binascii.Error, ValueError, TypeError, RecursionError):
            raise no_cursor() from None
        if not (isinstance(version, str) and isinstance(question, str) and type(offset) is int and 0 <= offset < 10**9):
            raise no_cursor()
        return cls(version, question, offset)


def question(asked: Mapping[str, str]) -> str:
    """A short digest of everything that was asked but the place: a cursor belongs to one question."""
    kept = {name: value for name, value in asked.items() if name not in ("cursor", "limit", "release") and value}
    return canonical.sha256(canonical.dumps(kept))[:16]


def page(now: Current, path: str, asked: Mapping[str, str], rows: Sequence[Any]) -> dict[str, Any]:
    """One page of `rows`, all that the question matches, as the JSON of a list. Past the end it is empty.

    Raises Refusal for a cursor of another question.
    """
    limit = int(asked["limit"] or USUAL)
    start = Cursor(now.release.version, question(asked), 0)
    if asked["cursor"]:
        cursor = Cursor.read(asked["cursor"])
        if (cursor.version, cursor.question) != (start.version, start.question):
            raise no_cursor()
        start = cursor
    end = start.offset + limit
    following = None
    if end < len(rows):
        cursor_text = Cursor(start.version, start.question, end).text()
        query = {name: value for name, value in asked.items() if value and name != "release"} | {"cursor": cursor_text}
        following = absolute(f"{path}?{urlencode(query)}")
    return {
        "release": now.release.version,
        "count": len(rows),
        "next": following,
        "results": list(rows[start.offset : end]),
    }


def no_cursor() -> Refusal:
    """The refusal of a cursor that the list did not give out."""
    detail = "cursor is not one that this list gave out, or belongs to another question."
    errors = [{"parameter": "cursor", "code": "invalid_value", "detail": detail}]
    return Refusal("invalid-parameter", detail, members={"errors": errors})
