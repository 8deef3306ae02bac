"""Signals that look like failures and are none."""

import re
from collections.abc import Iterator

from ..document import Signals
from ..entries import NonError
from .hit import Hit
from .pairs import pairs, words
from .plain_names import words_of
from .row_words import source_name

_NOTHING_TO_REPORT = "No error, so there is nothing to report"

# The ordinary ends of a turn in model APIs. signals.json leaves them out, since nobody takes them for failures who
# knows the API; who does not know it looks them up.
_ORDINARY = frozenset({"end_turn", "stop_sequence", "tool_use", "tool_calls", "function_call"})
_ORDINARY_IN_FIELD = frozenset({"stop", "completed", "success", "finished"})
_STOP_FIELDS = frozenset({"finish_reason", "finishReason", "stop_reason", "stopReason"})


def find(text: str, signals: Signals) -> list[Hit]:
    """The non-errors that the text is, has as a value, or names by more than one plain word."""
    values = [value for _, value in pairs(text)]
    whole = {key(text), *map(key, values)}
    told = {key(word.rsplit(".", 1)[-1]) for word in words(text) if len(words_of(word)) > 1}
    found = [
        Hit("non_error", row.signal, f"{_NOTHING_TO_REPORT}. {source_name(row.source)}: {row.why}")
        for row in signals.non_errors
        if (whole | told) & set(keys(row))
    ]
    return found or [
        Hit("non_error", word, f"{_NOTHING_TO_REPORT}: a model's turn ends like this when all went well.")
        for word in _ordinary(text)
    ]


def _ordinary(text: str) -> Iterator[str]:
    if text.lower() in _ORDINARY:
        yield text
    for name, value in pairs(text):
        if name.rsplit(".", 1)[-1] in _STOP_FIELDS and value.lower() in _ORDINARY | _ORDINARY_IN_FIELD:
            yield value


def is_ordinary_end(signal: str, *, stop_reason: bool) -> bool:
    """Whether a turn that went well ends like this; some words say so only as a stop reason."""
    return signal.lower() in (_ORDINARY | _ORDINARY_IN_FIELD if stop_reason else _ORDINARY)


def keys(row: NonError) -> Iterator[str]:
    """`a / b` are two signals; `name: value` is known by its value, and a state without its prefix."""
    for signal in row.signal.split(" / "):
        yield key(signal)
        yield key(signal.split(": ")[-1].removeprefix("TASK_STATE_"))


def key(text: str) -> str:
    """`input required`, `input-required` and `INPUT_REQUIRED` are the same."""
    return re.sub(r"[\s_-]+", "_", text.strip()).lower()
