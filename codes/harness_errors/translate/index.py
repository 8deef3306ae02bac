"""Where in the crosswalk a signal may stand, so that a question costs as much in a long crosswalk as in a short one.

`matching` still asks each row that is found here: what is looked up is never less than what it would take.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..document import Signals
from ..entries import SignalEntry
from ..lookup.plain_names import words_of
from ..lookup.row_words import other_names
from . import sources

# Where a sentence has a number of its own.
NUMBERED = re.compile(r"\bN\b")
_A2A_PREFIX = "TASK_STATE_"


class Index:
    """The rows of one crosswalk by their places, and every source with its kind."""

    def __init__(self, signals: Signals):
        self.kinds = sources.known(signals)
        self._rows = signals.signals
        self._named: dict[str, list[int]] = {}
        self._written: dict[str, list[int]] = {}
        self._numbered = []
        for place, row in enumerate(self._rows):
            self._written.setdefault(row.signal, []).append(place)
            for name in names(row):
                self._named.setdefault(name, []).append(place)
            if NUMBERED.search(row.signal):
                self._numbered.append(place)

    def written(self, signal: str) -> Iterator[SignalEntry]:
        """The rows with exactly this signal."""
        return (self._rows[place] for place in self._written.get(signal, ()))

    def candidates(self, signal: str | None, written: Iterable[str]) -> Iterator[SignalEntry]:
        """In the order of the crosswalk: rows known by the name `signal` or by the end of its path, sentences with a
        number, and rows whose signal is one of `written`.
        """
        found: set[int] = set()
        if signal is not None:
            for name in (plain(signal), plain(end_of_path(signal))):
                found.update(self._named.get(name, ()))
            found.update(self._numbered)
        for each in written:
            found.update(self._written.get(each, ()))
        return (self._rows[place] for place in sorted(found))


def of(signals: Signals) -> Index:
    """The index of `signals`, made once as long as this crosswalk is among the last that were asked."""
    return _made(_Itself(signals))


@dataclass(frozen=True, slots=True, eq=False)
class _Itself:
    """A crosswalk as a key: the same one, and not one that is equal, for which all of it would have to be compared."""

    signals: Signals

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.signals is self.signals

    def __hash__(self) -> int:
        return id(self.signals)


@lru_cache(maxsize=8)
def _made(key: _Itself) -> Index:
    return Index(key.signals)


def plain(text: str) -> str:
    """What a signal is compared by: `isError=true`, `isError: true` and `IsError : TRUE` are the same."""
    return re.sub(r"[\s:=]+", " ", text).strip().casefold()


def end_of_path(signal: str) -> str:
    """The name of an exception without the modules before it."""
    return signal.rsplit(".", 1)[-1].rsplit("::", 1)[-1]


def names(row: SignalEntry) -> frozenset[str]:
    """What the row is known by; a task state in the spelling of both versions of A2A."""
    return _names(row.kind, row.signal, row.name or "", *other_names(row))


@lru_cache(maxsize=4096)
def _names(kind: str, signal: str, name: str, *others: str) -> frozenset[str]:
    """Remembered, since a question asks its rows again."""
    found = {plain(each) for each in (signal, name, *others) if each}
    if kind == "task_state":
        state = signal.removeprefix(_A2A_PREFIX)
        found |= {plain(state.replace("_", "-")), plain(_A2A_PREFIX + state.replace("-", "_"))}
    if kind == "jsonrpc_code" and name:
        # ErrorInfo of A2A writes TaskNotFoundError as TASK_NOT_FOUND.
        found.add("_".join(words_of(name.removesuffix("Error"))))
    if kind == "result_subtype" and plain(signal) == "iserror true":
        found.add("iserror")
    return frozenset(found)
