"""HTTP statuses. One says next to nothing by itself, so nobody is ever sent straight to a code by it."""

import re
from http import HTTPStatus

from ..document import Registry, Signals
from ..entries import SignalEntry
from .hit import Hit
from .row_words import sentence

_NUMBER = r"(?P<status>[45]\d\d)(?![\w.-]*\w)"
# What stands before a status in what people paste: responses, log lines, the words of SDKs, JSON.
_BEFORE = r"""(?<![\w.-]) (?:
    HTTP (?:/\d(?:\.\d)?)? [\s:]{0,3} (?:(?:status|error) (?:[\s_-]?code)? [\s:=]{0,3})?
  | ["']? (?:http[\s_-]?)? status (?:[\s_-]?code)? ["']? \s? [:=]? \s? ["']?
  | error\ code:? \s?
  | ["']? code ["']? \s? [:=] \s?
)"""
_PHRASE = "|".join(re.escape(status.phrase) for status in HTTPStatus if status >= 400)
_WORDS = r"(?-i:(?:\s+(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-'][A-Za-z]+)?){0,6})"
_ALONE = re.compile(rf"\A(?:{_BEFORE})? {_NUMBER} {_WORDS} [\s.]*\Z", re.VERBOSE | re.IGNORECASE)
_INSIDE = re.compile(
    rf"""{_BEFORE} {_NUMBER} ['"]? (?:\s+(?:{_PHRASE}))? (?:\s+-\s)?
      | (?<![\w.-]) (?P<phrased>[45]\d\d)\s+(?:{_PHRASE})""",
    re.VERBOSE | re.IGNORECASE,
)

# What a status is known to hide.
_CAVEATS = {
    429: "HTTP 429 is also sent for a used-up quota, where waiting does not help: then send retryable: false.",
}
# What a refusal may be about where no row speaks of its status in general; the rest of 4xx refuses the request.
_ABOUT = {408: "upstream.unavailable", 425: "upstream.unavailable"}
_REFUSED = "upstream.invalid_request"


def read(text: str) -> tuple[list[int], str]:
    """The statuses in `text`, each once, and the text without them. Their spelling makes no difference afterwards."""
    if alone := _ALONE.match(text):
        return [int(alone["status"])], ""
    found = [int(match["status"] or match["phrased"]) for match in _INSIDE.finditer(text)]
    return list(dict.fromkeys(found)), _INSIDE.sub(" ", text).strip() if found else text


def caveat(status: int) -> str:
    return _CAVEATS.get(status, "")


def find(status: int, registry: Registry, signals: Signals) -> list[Hit]:
    """What it may mean for who received it, then which codes a harness sends with it."""
    rows = [row for row in signals.signals if row.kind == "http_status" and _covers(row, status)]
    rows.sort(key=lambda row: (row.signal != str(status), row.source == "draft"))
    received = [Hit("signal", row.codes[0], _reason(row, status), row) for row in rows]
    return [*received, *_in_general(status, rows, registry), *_recommended(status, registry)]


def _covers(row: SignalEntry, status: int) -> bool:
    """`5xx` is a range."""
    return row.signal in (str(status), f"{status // 100}xx")


def _reason(row: SignalEntry, status: int) -> str:
    received = f"Received as HTTP {status}, so read the body first. {sentence(row)}"
    return f"{received} {caveat(status)}".strip()


def _in_general(status: int, rows: list[SignalEntry], registry: Registry) -> list[Hit]:
    code = _ABOUT.get(status, _REFUSED)
    told = any(row.source == "draft" for row in rows) or any(code in row.codes for row in rows)
    if status >= 500 or told or not registry.code(code):
        return []
    reason = f"No row speaks of HTTP {status} in general. A service that sends it may mean this; its body decides."
    return [Hit("related", code, reason)]


def _recommended(status: int, registry: Registry) -> list[Hit]:
    reason = f"HTTP {status} is the recommended status of this code."
    return [
        Hit("recommended", entry.code, reason) for entry in registry.codes if entry.informative.http_status == status
    ]
