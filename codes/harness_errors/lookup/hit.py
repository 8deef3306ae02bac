"""One thing found, and whether what was found leaves no doubt."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..entries import SignalEntry

# What a hit can be, and what its `target` is then.
KINDS = {
    "code": "a registered code that stands in the text, in any spelling",
    "private": "a private code that stands in the text; never registered",
    "category": "a registered category",
    "type": "one of the two type URIs, to the character",
    "suggestion": "the type URI that the text misses by a little; never the same thing",
    "signal": "the code that fits a row of the crosswalk best; the row is in `signal`",
    "recommended": "a code that is sent over HTTP with this status",
    "non_error": "a signal that is no error; nothing is to be reported for it",
    "related": "a code that the words may be about; a guess, with the row in `signal` where a row was what matched",
}


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found: see KINDS for `kind` and `target`; `reason` says in words how the text leads there.

    `twin` is the draft's row that says the same as the row in `signal`. A hit is `sure` when nothing but what
    it names can be meant by what matched, whoever wrote it.
    """

    kind: str
    target: str
    reason: str
    signal: SignalEntry | None = None
    twin: SignalEntry | None = None
    sure: bool = False

    @property
    def codes(self) -> tuple[str, ...]:
        """Everything this hit names, first choice first."""
        return self.signal.codes if self.signal else (self.target,)


def certain(hits: Iterable[Hit]) -> Hit | None:
    """The hit to go straight to: the first, where every hit is sure and together they name one thing; else None."""
    found = list(hits)
    if not found or not all(hit.sure for hit in found):
        return None
    return found[0] if len({code for hit in found for code in hit.codes}) == 1 else None
