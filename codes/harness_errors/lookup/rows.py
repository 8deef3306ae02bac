"""Rows of the crosswalk that a text names: as a whole, as the value of a field, or by a telling word in a line."""

import re
from collections.abc import Iterator

from ..document import Signals
from ..entries import SignalEntry
from .hit import Hit
from .pairs import field_of, pairs, words
from .plain_names import TOO_LITTLE, says_too_little
from .row_words import other_names, sentence, source

# Rows that an answer shows; the whole crosswalk is in signals.json.
_MOST = 50

# Fields that carry a kind of signal, for rows that name no field: the draft's own, most of all.
_FIELDS = {
    "finish_reason": {"finishreason", "stopreason"},
    "task_state": {"state"},
    "exception": {"exception", "exceptiontype", "exceptionclass", "errorclass"},
    "result_subtype": {"subtype", "terminalreason", "exitreason"},
    "error_code": {"error", "errorcode", "errortype"},
    "failure_code": {"error", "errorcode", "errortype"},
}
# A number says nothing by its digits alone: numbers.py and statuses.py read those.
_NUMBERS = ("http_status", "jsonrpc_code")


def find(text: str, signals: Signals) -> list[Hit]:
    """Rows that the whole of `text` names; or those that its fields and words do."""
    draft_last = sorted(signals.signals, key=lambda row: row.source == "draft")
    candidates = [row for row in draft_last if row.kind not in _NUMBERS or row.name]
    path = text.removesuffix("()").strip()
    whole = [row for row in candidates if path.lower() in _names(row)]
    if not whole and re.fullmatch(r"[\w-]+(\.[\w-]+)+", path):
        whole = [row for row in candidates if _last(path).lower() in _names(row)]
    if whole:
        return [_hit(row, path, alone=True) for row in whole[:_MOST]]
    found = {row.id: _hit(row, said) for said, row in (*_by_pairs(text, candidates), *_by_words(text, candidates))}
    return list(found.values())[:_MOST]


def alone_too_little(text: str, row: SignalEntry) -> bool:
    """Whether `text` is no more than the name of `row`, and that name says too little."""
    return says_too_little(row.signal) and _last(text).lower() in _names(row)


def _names(row: SignalEntry) -> set[str]:
    """What the row is known by, in lower case."""
    signal = () if row.kind in _NUMBERS else (row.signal,)
    return {name.lower() for name in (*signal, row.name or "", *other_names(row)) if name}


def _by_pairs(text: str, rows: list[SignalEntry]) -> Iterator[tuple[str, SignalEntry]]:
    for name, value in pairs(text):
        named = [row for row in rows if {value.lower(), f"{name}: {value}".lower()} & _names(row)]
        in_field = [row for row in named if _stands_in(row, name) or row.signal.lower() == f"{name}: {value}".lower()]
        telling = [row for row in named if not says_too_little(value)]
        yield from ((value, row) for row in in_field or telling)


def _stands_in(row: SignalEntry, name: str) -> bool:
    if row.field and field_of(row.field) == field_of(name):
        return True
    return field_of(name) in _FIELDS.get(row.kind, ()) and (row.field is None or row.kind == "finish_reason")


def _by_words(text: str, rows: list[SignalEntry]) -> Iterator[tuple[str, SignalEntry]]:
    said = {_last(word).lower(): word for word in words(text) if not says_too_little(word)}
    for row in rows:
        for name in _names(row):
            if name in said:
                yield said[name], row
            elif " " in name and re.search(_phrase(name), text, re.IGNORECASE):
                yield name, row


def _phrase(name: str) -> str:
    """Several words, where they stand together in a line; N stands for a number."""
    escaped = re.escape(name.rstrip(".")).replace(r"\ n\ ", r"\ \d+\ ")
    return rf"(?<![\w-]){escaped}(?![\w-])"


def _last(path: str) -> str:
    """`openai.RateLimitError` names an exception by its path."""
    return path.removesuffix("()").strip(".-:").rsplit(".", 1)[-1]


def _hit(row: SignalEntry, said: str, *, alone: bool = False) -> Hit:
    reason = [sentence(row)]
    if alone and says_too_little(said):
        reason.append(TOO_LITTLE)
    if not _is_at_home(row, said):
        reason.append(f"The path before the name is not one of {source(row)}.")
    return Hit("signal", row.codes[0], " ".join(reason), row, sure=_is_sure(row, said))


def _is_sure(row: SignalEntry, said: str) -> bool:
    """Exactly what the row names, in every case, as it is; from a name that can be no other system's."""
    return (
        row.confidence == "exact"
        and row.condition is None
        and not row.overrides
        and row.kind not in _NUMBERS
        and not says_too_little(row.signal)
        and _is_at_home(row, said)
    )


def _is_at_home(row: SignalEntry, said: str) -> bool:
    """Whether the path before the name, if there is one, can be that of the row's source: it is in its citation."""
    top = said.split(".", 1)[0].lower() if "." in said else ""
    return not top or top in re.findall(r"\w+", f"{row.citation} {row.source}".lower())
