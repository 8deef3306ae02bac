"""Which rows are about a signal, and in which order they hold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..document import Signals
from ..entries import SignalEntry
from . import conditions, index, sources
from .index import NUMBERED, Index, end_of_path, names, plain
from .received import Received
from .verdicts import Verdict

# Standard JSON-RPC errors: what the draft's Table 7 means by "-32700 to -32603".
_STANDARD = {"-32700 to -32603": (-32700, -32600, -32601, -32602, -32603)}
# What JSON-RPC leaves to servers, and the row of Table 5 for whatever no other row names.
_SERVER_ERRORS = range(-32099, -31999)
_CATCH_ALL = "other server error"
# Digits of ASCII, and no more of them than a number of a protocol has.
_STATUS = re.compile(r"[1-5][0-9]{2}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_PROMISES = {"lossy": 0, "close": 1, "exact": 2}


@dataclass(frozen=True, slots=True)
class Match:
    """A row that is about the signal. `verdict` is None for one without a condition, `told` whether the receiver gave
    the condition in the row's own words.
    """

    row: SignalEntry
    verdict: Verdict | None
    told: bool
    distance: int

    @property
    def certainty(self) -> int:
        """Smaller is better: a condition in its own words, one that holds, none at all, one that is likely, one that
        nobody can decide. The draft's rows are no better than likely: those of the source were read in what it says
        today.
        """
        if self.told:
            return 0
        general = 3 if self.row.source == sources.DRAFT else 2
        return {Verdict.YES: 1, None: general, Verdict.LIKELY: 3, Verdict.UNKNOWN: 4}[self.verdict]

    @property
    def rank(self) -> tuple[int, int]:
        return self.certainty, self.distance


def matches(received: Received, signals: Signals) -> list[Match]:
    """The rows for the signal, best first; those whose condition does not hold are left out."""
    found = [match for match in _about(received, signals) if match.verdict is not Verdict.NO]
    return sorted(found, key=lambda match: (match.rank, not _seen_in(match.row, received), _promise(match, received)))


def unmet(received: Received, signals: Signals) -> list[str]:
    """The conditions that do not hold, of the rows about the signal, each once."""
    failed = [match.row.condition for match in _about(received, signals) if match.verdict is Verdict.NO]
    return [condition for condition in dict.fromkeys(failed) if condition]


def _promise(match: Match, received: Received) -> int:
    """How much the row promises, where nobody knows who sent the signal: then no more than all of them do."""
    return 0 if received.source else _PROMISES.get(match.row.confidence, 0)


def _about(received: Received, signals: Signals) -> Iterator[Match]:
    found = index.of(signals)
    asked = plain(received.signal or "")
    for row in found.candidates(received.signal, _written(received)):
        distance = sources.distance(row, received.source, found.kinds)
        if distance is not None and _is_about(row, received, asked, found):
            yield Match(row, conditions.verdict(row, received), conditions.is_told(row, received), distance)


def _written(received: Received) -> Iterator[str]:
    """What rows about the number in `received`, if there is one, may have for a signal."""
    signal = None if received.signal is None else received.signal.strip()
    status = received.status if signal is None else int(signal) if _STATUS.fullmatch(signal) else None
    if status is not None:
        yield from _of_status(status)
    if signal is not None and _NUMBER.fullmatch(signal):
        yield from (str(int(signal)), _CATCH_ALL, *_STANDARD)


def _is_about(row: SignalEntry, received: Received, asked: str, among: Index) -> bool:
    if received.kind is not None and row.kind != received.kind:
        return False
    if received.field is not None and row.field is not None and row.field != received.field:
        return False
    if received.signal is None:
        return row.kind == "http_status" and _is_number(row, received.status)
    if row.kind == "http_status" and _STATUS.fullmatch(received.signal.strip()):
        return _is_number(row, int(received.signal))
    if row.kind == "jsonrpc_code" and _NUMBER.fullmatch(received.signal.strip()):
        return _is_code(row, int(received.signal), among)
    return asked in names(row) or _is_said(row, received.signal)


def _is_said(row: SignalEntry, signal: str) -> bool:
    """An exception by its path; a sentence with a number where the row has N."""
    if row.kind == "exception" and plain(end_of_path(signal)) in names(row):
        return True
    if not NUMBERED.search(row.signal):
        return False
    pattern = "[0-9]+".join(re.escape(part) for part in NUMBERED.split(row.signal))
    return re.fullmatch(pattern, signal.strip()) is not None


def _is_number(row: SignalEntry, status: int | None) -> bool:
    return status is not None and row.signal in _of_status(status)


def _of_status(status: int) -> tuple[str, str]:
    return str(status), f"{status // 100}xx"


def _is_code(row: SignalEntry, number: int, among: Index) -> bool:
    if row.signal == _CATCH_ALL:
        own = any(each.source == "mcp" for each in among.written(str(number)))
        return number in _SERVER_ERRORS and not own
    if row.signal in _STANDARD:
        return number in _STANDARD[row.signal]
    return row.signal == str(number)


def _seen_in(row: SignalEntry, received: Received) -> bool:
    return received.version is not None and row.source_version == received.version
