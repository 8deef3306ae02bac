"""Rows with signals spelled like the one that no row is about."""

import difflib

from ..document import Signals
from ..entries import SignalEntry
from . import sources
from .index import plain
from .received import Received

_MOST = 5
_ALIKE = 0.6


def nearest(received: Received, signals: Signals) -> tuple[SignalEntry, ...]:
    """The nearest first, those of the source before all others; empty where nothing is alike."""
    asked = plain(received.signal if received.signal is not None else str(received.status))
    root = sources.SPEAKS.get(received.source or "", received.source)
    by_name: dict[str, list[SignalEntry]] = {}
    for row in signals.signals:
        by_name.setdefault(plain(row.signal), []).append(row)
    alike = difflib.get_close_matches(asked, by_name, n=4 * _MOST, cutoff=_ALIKE)
    rows = [row for name in alike for row in by_name[name]]
    return tuple(sorted(rows, key=lambda row: row.source not in (received.source, root))[:_MOST])


def nearest_sources(source: str, signals: Signals) -> list[str]:
    return difflib.get_close_matches(source.casefold(), sorted(sources.known(signals)), n=3, cutoff=_ALIKE)
