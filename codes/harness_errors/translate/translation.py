"""The answer to a translation."""

from dataclasses import dataclass
from typing import Any

from ..entries import SignalEntry
from ..tcp_ap import Fault

# How an answer came about.
HOWS = {
    "row": "a row of the crosswalk says so",
    "object_present": "the message carries a harness error object, which is used by the rules of its carrier",
    "domain": "the failure code is not known, its failure domain is",
    "not_an_error": "what arrived is no error, so there is nothing to report",
    "ambiguous": "several rows may hold and lead to different codes; what was told does not say which",
    "no_match": "no row is about this signal",
}


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another code that may be meant, and the row that says so."""

    code: str
    row: SignalEntry


@dataclass(frozen=True, slots=True)
class Translation:
    """`how` is one of HOWS. `object` is the harness error object, None where there is none to report.

    `row` is the row that was used, with its citation; `confidence` how well the code fits, `lossy` among them;
    `assumed` the row's condition where nothing told says that it holds. `alternatives` are other codes, best first;
    `nearest` rows with signals spelled alike, where none matched; `faults` rules of the carrier that it broke.
    """

    how: str
    reason: str
    object: dict[str, Any] | None = None
    row: SignalEntry | None = None
    confidence: str | None = None
    assumed: str | None = None
    citation: str | None = None
    alternatives: tuple[Alternative, ...] = ()
    nearest: tuple[SignalEntry, ...] = ()
    faults: tuple[Fault, ...] = ()
