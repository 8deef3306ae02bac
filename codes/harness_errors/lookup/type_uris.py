"""The two type URIs, and what misses one of them by a little."""

import re

from ..problem_type import TYPE_URIS
from .hit import Hit

# More changes than this and it is another address.
_MOST_EDITS = 2


def find(text: str) -> list[Hit]:
    """The type URI that `text` is, or the one that it nearly is."""
    if text in TYPE_URIS:
        return [Hit("type", text, "This is the type URI of harness errors.", sure=True)]
    if meant := near_type_uri(text):
        reason = "Did you mean this type URI? Only the exact strings are the problem type: consumers compare them"
        return [Hit("suggestion", meant, f"{reason} character by character.")]
    return []


def near_type_uri(text: str) -> str | None:
    """The type URI that `text` misses by what people get wrong in one, or None. Never the same thing as a type URI."""
    if not re.search(r"[/#]", text) or len(text) > 2 * max(map(len, TYPE_URIS)):
        return None
    wrong = _blurred(text)
    distances = {uri: min(_edits(wrong, part) for part in _parts(_blurred(uri))) for uri in TYPE_URIS}
    nearest = min(TYPE_URIS, key=lambda uri: distances[uri])
    return nearest if distances[nearest] <= _MOST_EDITS else None


def _blurred(uri: str) -> str:
    """`uri` without what people get wrong in it."""
    return re.sub(r"\A(https?://)?(www\.)?", "", uri.lower()).rstrip("/").replace(".xhtml", "")


def _parts(uri: str) -> tuple[str, ...]:
    """`uri` and the ends of it that people write alone: the path, the fragment."""
    host, fragment = uri.index("/"), uri.find("#")
    return (uri, uri[host:]) if fragment < 0 else (uri, uri[host:], uri[fragment:])


def _edits(one: str, other: str) -> int:
    """How many characters to put in, leave out or change; one more than the most that counts, if it is more."""
    if abs(len(one) - len(other)) > _MOST_EDITS:
        return _MOST_EDITS + 1
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        above, row = row, [place]
        for column, match in enumerate(other, 1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (letter != match)))
        if min(row) > _MOST_EDITS:
            return _MOST_EDITS + 1
    return row[-1]
