"""What words may be about, where nothing is known by them: a ranked search, always a guess."""

import math
import re
from collections import Counter

from ..document import Registry, Signals
from ..entries import CodeEntry, SignalEntry
from . import said_here
from .hit import Hit
from .plain_names import words_of
from .row_words import sentence

_MOST = 8
# What ranks below this part of the best is noise beside it.
_LEAST_SHARE = 0.6
# A word that names more than this part of all codes and rows, such as "model", finds nothing in company.
_MOST_NAMED = 0.05
# What a word weighs by where it stands.
_CODE, _TITLE, _TEXT = 4.0, 3.0, 1.0

# Words that stand everywhere or tell nothing here.
_PASSED_OVER = frozenset(re.findall(r"\w+", """
    about after all and any api are but can code did does error exception failed failure for from has have hello how
    null undefined none true false into its message not nothing now off one other out run running runtime said say
    the this too type unknown use value was what when which who why will with you your
"""))  # fmt: skip


def find(text: str, registry: Registry, signals: Signals) -> list[Hit]:
    """At most eight codes and rows, best first. Nothing where no word of the text stands in a name or a title.

    A text that is written as a code has nothing here: what is spelled alike is a better answer to that.
    """
    if re.fullmatch(r"[a-z0-9_-]+\.[a-z0-9_-]+", text):
        return []
    found = said_here.find(text, registry, signals) or _ranked(_words(text), registry, signals)
    return [_hit(entry) for entry in found[:_MOST]]


def _ranked(asked: set[str], registry: Registry, signals: Signals) -> list[CodeEntry | SignalEntry]:
    """Each word counts by the place it stands in and by how few entries have it."""
    entries: list[CodeEntry | SignalEntry] = [*registry.codes, *signals.signals]
    weighed = [(entry, _weights(entry)) for entry in entries]
    seen = Counter(word for _, weights in weighed for word in weights)
    naming = Counter(word for _, weights in weighed for word, weight in weights.items() if weight > _TEXT)
    telling = {word for word in asked if naming[word] <= len(entries) * _MOST_NAMED} if len(asked) > 1 else asked
    scored = [
        (sum(weights[word] * math.log(1 + len(entries) / seen[word]) for word in asked & weights.keys()), entry)
        for entry, weights in weighed
        if any(weights.get(word, 0.0) > _TEXT for word in telling)
    ]
    best = max((score for score, _ in scored), default=0.0)
    scored.sort(key=lambda pair: -pair[0])
    return [entry for score, entry in scored if score >= best * _LEAST_SHARE]


def _hit(entry: CodeEntry | SignalEntry) -> Hit:
    if isinstance(entry, CodeEntry):
        return Hit("related", entry.code, f"The words may be about this. {entry.description}")
    return Hit("related", entry.codes[0], f"The words may be about this signal. {sentence(entry)}", entry)


def _words(text: str) -> set[str]:
    """The words that are searched for; a plural is its singular, and what timed out had a time-out."""
    text = re.sub(r"(?i)\btim(?:e|ed|es|ing)[ _-]?out\b", "timeout", text)
    found = (_singular(word) for word in words_of(text))
    return {word for word in found if len(word) > 2 and word not in _PASSED_OVER and not word.isdigit()}


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word


def _weights(entry: CodeEntry | SignalEntry) -> dict[str, float]:
    """Each word with the weight of the best place it stands in; the last of these is the best."""
    fields: tuple[tuple[float, str], ...]
    if isinstance(entry, CodeEntry):
        fields = ((_TEXT, entry.description), (_TITLE, entry.title), (_CODE, entry.code))
    else:
        fields = ((_TEXT, f"{entry.condition or ''} {entry.note}"), (_TITLE, f"{entry.signal} {entry.name or ''}"))
    return {word: weight for weight, text in fields for word in _words(text)}
