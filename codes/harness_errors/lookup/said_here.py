"""Names from outside the crosswalk that people paste: what the registry calls the thing, as a guess."""

from ..document import Registry, Signals
from ..entries import CodeEntry, SignalEntry
from .plain_names import words_of

_NO_CONNECTION = ("network failure", "transport closed", "server not connected")
_NO_ANSWER = ("network failure", "request timeout")

# Signals of the draft's tables and codes, by the name of a failure as operating systems and libraries write it. None of
# these says who was at the other end, so there is always more than one.
_SAID_HERE = {
    "econnaborted": _NO_CONNECTION,
    "econnrefused": _NO_CONNECTION,
    "econnreset": _NO_CONNECTION,
    "ehostunreach": _NO_CONNECTION,
    "enotfound": _NO_CONNECTION,
    "epipe": _NO_CONNECTION,
    "connectionreset": _NO_CONNECTION,
    "connectionrefused": _NO_CONNECTION,
    "esockettimedout": _NO_ANSWER,
    "etimedout": _NO_ANSWER,
    "jsondecode": ("output.malformed", "output.invalid_tool_arguments", "upstream.invalid_response"),
}


def find(text: str, registry: Registry, signals: Signals) -> list[CodeEntry | SignalEntry]:
    """The codes and rows that a known name in `text` may be about, in the order of the tables above."""
    said = "".join(words_of(text))
    wanted = dict.fromkeys(name for word, names in _SAID_HERE.items() if word in said for name in names)
    codes = [entry for entry in registry.codes if entry.code in wanted]
    rows = [row for row in signals.signals if row.source == "draft" and row.signal in wanted]
    return sorted([*codes, *rows], key=lambda entry: list(wanted).index(_name(entry)))


def _name(entry: CodeEntry | SignalEntry) -> str:
    return entry.code if isinstance(entry, CodeEntry) else entry.signal
