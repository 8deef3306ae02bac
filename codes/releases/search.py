"""Ranked search over codes: code, title, meaning, and the signals of real systems that lead to them."""

import re
from collections.abc import Mapping

from codes.harness_errors.document import Registry, Signals
from codes.harness_errors.entries import CodeEntry

# What a word weighs by where it stands; the whole of a field weighs twice.
_WEIGHTS = (8.0, 4.0, 2.0, 1.0)


def search(registry: Registry, signals: Signals, text: str) -> list[CodeEntry]:
    """The codes in which every word of `text` stands somewhere, most fitting first; all of them for no word.

    A word that stands in the code itself counts more than one in the title, that more than one in the meaning or in a
    signal. Codes of the same rank keep the order of the registry.
    """
    words = text.casefold().split()
    if not words:
        return list(registry.codes)
    named = _signal_texts(signals)
    ranked = [(_rank(entry, named.get(entry.code, ""), words), entry) for entry in registry.codes]
    return [entry for rank, entry in sorted(ranked, key=lambda pair: -pair[0]) if rank > 0]


def _rank(entry: CodeEntry, named: str, words: list[str]) -> float:
    """0 where a word stands nowhere."""
    fields = (entry.code, entry.title.casefold(), entry.description.casefold(), named)
    total = 0.0
    for word in words:
        found = [
            weight * (2 if _whole(word, field) else 1)
            for weight, field in zip(_WEIGHTS, fields, strict=True)
            if word in field
        ]
        if not found:
            return 0.0
        total += max(found)
    return total


def _whole(word: str, field: str) -> bool:
    """Whether `word` is a word of `field` and no part of one."""
    return word == field or word in re.split(r"[\s._:,;()]+", field)


def _signal_texts(signals: Signals) -> Mapping[str, str]:
    """The signals and their names, by the code that is their first choice."""
    found: dict[str, list[str]] = {}
    for row in signals.signals:
        found.setdefault(row.codes[0], []).extend((row.signal, row.name or "", row.source))
    return {code: " ".join(texts).casefold() for code, texts in found.items()}
