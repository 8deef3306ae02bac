"""Which form of a resource a request asks for (RFC 9110 section 12.5.1)."""

import re
from dataclasses import dataclass
from enum import Enum


class Form(Enum):
    """A form of a resource: media type as sent, suffix of its own address, the words for a link to it.

    The order is the server's preference where the client has none.
    """

    MARKDOWN = ("text/markdown; charset=utf-8", ".md", "Markdown")
    HTML = ("text/html; charset=utf-8", "", "HTML")
    JSON = ("application/json", ".json", "JSON")
    CSV = ("text/csv; charset=utf-8; header=present", ".csv", "CSV")
    SCHEMA = ("application/schema+json", ".schema.json", "JSON Schema")

    def __init__(self, media_type: str, suffix: str, label: str):
        self.media_type = media_type
        self.suffix = suffix
        self.label = label

    @property
    def bare_type(self) -> str:
        return self.media_type.split(";")[0]


@dataclass(frozen=True, slots=True)
class _Range:
    main: str
    sub: str
    quality: float

    @property
    def specificity(self) -> int:
        return (self.main != "*") + (self.sub != "*")

    def covers(self, media_type: str) -> bool:
        main, sub = media_type.split("/")
        return self.main in ("*", main) and self.sub in ("*", sub)


def choose(accept: str | None, forms: tuple[Form, ...]) -> Form | None:
    """The form in `forms` that the Accept header `accept` prefers, or None when it accepts none of them.

    q-values first, then the more specific range, then the order of `Form`. No header and a header without any range
    that can be read mean: the first of HTML or whatever there is. Markdown has to be named: `*/*` and `text/*` never
    select it, so a browser does not get it by accident.
    """
    ranges = _parse(accept or "")
    if not ranges:
        return Form.HTML if Form.HTML in forms else forms[0]
    best: tuple[float, int, int] | None = None
    chosen = None
    for order, form in enumerate(each for each in Form if each in forms):
        quality, specificity = _weight(ranges, form)
        rank = (quality, specificity, -order)
        if quality > 0 and (best is None or rank > best):
            best, chosen = rank, form
    return chosen


def acceptable(accept: str | None, media_type: str) -> bool:
    """Whether an address that has `media_type` alone may answer a request with this Accept header."""
    ranges = _parse(accept or "")
    covering = [each for each in ranges if each.covers(media_type)]
    return not ranges or (bool(covering) and max(covering, key=_closeness).quality > 0)


def _weight(ranges: list[_Range], form: Form) -> tuple[float, int]:
    """Quality and specificity of the most specific range that covers `form`."""
    covering = [each for each in ranges if each.covers(form.bare_type)]
    if form is Form.MARKDOWN:
        covering = [each for each in covering if each.specificity == 2]
    if form is Form.JSON:
        # Who wants problems as JSON gets JSON elsewhere too.
        covering += [each for each in ranges if (each.main, each.sub) == ("application", "problem+json")]
    if not covering:
        return 0.0, 0
    closest = max(covering, key=_closeness)
    return closest.quality, closest.specificity


def _closeness(each: _Range) -> tuple[int, float]:
    return each.specificity, each.quality


def _parse(accept: str) -> list[_Range]:
    """The ranges that can be read; parameters other than `q` are passed over, ranges out of grammar too."""
    ranges = []
    for part in accept.split(","):
        # By hand: Django's parser also reads RFC 2231 parameters (`q*=charset''…`), which Accept does not have, and
        # raises for those that no charset decodes.
        media_range, *parameters = (piece.strip().lower() for piece in part.split(";"))
        match = re.fullmatch(r"([\w!#$&^.+-]+|\*)/([\w!#$&^.+-]+|\*)", media_range, re.ASCII)
        quality = next((each[2:].strip() for each in parameters if each.startswith("q=")), "1")
        if match and re.fullmatch(r"0(\.\d{0,3})?|1(\.0{0,3})?", quality) and (match[1] != "*" or match[2] == "*"):
            ranges.append(_Range(match[1], match[2], float(quality)))
    return ranges
