"""Long lists in portions, so that a page stays a page however long the registry gets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import QueryDict

from codes.web.problems import Refusal

# Codes on one page. A thousand rows and more take seconds to draw, to send and to find one's way in.
MOST = 500

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Turn(Generic[Entry]):
    """The link to one portion: its number from 1, its query string, and the first entry on it."""

    number: int
    query: str
    first: Entry


@dataclass(frozen=True, slots=True)
class Portion(Generic[Entry]):
    """The entries of one page, and the way to the others: none where all are on one page."""

    entries: tuple[Entry, ...]
    number: int
    turns: tuple[Turn[Entry], ...]


def portion(entries: Sequence[Entry], parameters: QueryDict, most: int | None = None) -> Portion[Entry]:
    """The portion of `entries` that the parameter `page` asks for, MOST where `most` is not given.

    Raises Refusal where there is none such.
    """
    most = most or MOST
    starts = range(0, len(entries), most) or range(1)
    number = _number(parameters, len(starts))
    turns = tuple(
        Turn(each, _query(parameters, each), entries[start]) for each, start in enumerate(starts, 1) if len(starts) > 1
    )
    start = starts[number - 1]
    return Portion(tuple(entries[start : start + most]), number, turns)


def has_pages(entries: Sequence[object]) -> bool:
    """Whether `entries` are too many for one page."""
    return len(entries) > MOST


def _number(parameters: QueryDict, last: int) -> int:
    values = parameters.getlist("page")
    if not values or values == [""]:
        return 1
    if len(values) == 1 and values[0] in map(str, range(1, last + 1)):
        return int(values[0])
    detail = f"page is a number from 1 to {last}, and stands in the address once."
    errors = [{"parameter": "page", "code": "unknown_value", "detail": detail}]
    raise Refusal("invalid-parameter", detail, members={"errors": errors})


def _query(parameters: QueryDict, number: int) -> str:
    """The question as it was asked, about another page."""
    asked = parameters.copy()
    asked["page"] = str(number)
    return asked.urlencode()
