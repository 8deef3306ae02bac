"""JSON-RPC numbers: protocols and SDKs give each a meaning of their own, so none ever leads straight to a code."""

import re

from ..document import Signals
from ..entries import SignalEntry
from .hit import Hit
from .row_words import DRAFT_TABLES, sentence

# -32700 to -32000 is what JSON-RPC keeps for itself and -32800 what language servers use; -1 counts standing alone.
_NUMBER = re.compile(r"(?<![\w.-])-32\d{3}(?![\w.]\w)|\A(?:[a-z ]*[:=]\s*|json-?rpc\s+)?-1\Z", re.IGNORECASE)
# What JSON-RPC leaves to servers, and the row of the draft that takes whatever no other row names.
_SERVER_ERRORS = range(-32099, -31999)
_CATCH_ALL = "other server error"


def find(text: str, signals: Signals) -> list[Hit]:
    """The rows of each number in the text: the protocols' own first, then what the draft alone says."""
    found = []
    for match in dict.fromkeys(re.search(r"-\d+\Z", each[0])[0] for each in _NUMBER.finditer(text)):  # type: ignore[index]
        rows = [row for row in signals.signals if row.kind == "jsonrpc_code" and _covers(row, match, signals)]
        twins = {row.id: _twin(row, rows) for row in rows}
        merged = {twin.id for twin in twins.values() if twin}
        shown = sorted((row for row in rows if row.id not in merged), key=lambda row: row.source == "draft")
        found += [
            Hit("signal", row.codes[0], f"{match}, {sentence(row, twins[row.id])}", row, twins[row.id]) for row in shown
        ]
    return found


def _covers(row: SignalEntry, number: str, signals: Signals) -> bool:
    """Whether the row is about `number`: by itself, as one of a range, or because MCP has no row for it."""
    if row.signal == _CATCH_ALL:
        own = any(each.signal == number and _protocol(each) == "mcp" for each in signals.signals)
        return int(number) in _SERVER_ERRORS and not own
    ends = re.fullmatch(r"(-\d+) to (-\d+)", row.signal)
    return int(ends[1]) <= int(number) <= int(ends[2]) if ends else row.signal == number


def _twin(row: SignalEntry, rows: list[SignalEntry]) -> SignalEntry | None:
    """The draft's row with the same meaning as this row of a protocol: the same codes, as fitting."""
    said = (_protocol(row), row.signal, row.codes, row.confidence)
    twins = [
        each
        for each in rows
        if each.source == "draft" and (_protocol(each), each.signal, each.codes, each.confidence) == said
    ]
    return twins[0] if twins and row.source != "draft" else None


def _protocol(row: SignalEntry) -> str:
    for table, (source, _) in DRAFT_TABLES.items():
        if row.source == "draft" and row.citation.endswith(table):
            return source
    return row.source
