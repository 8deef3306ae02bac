"""What somebody may have in hand when they look for a code, and the entries it leads to."""

import re
from dataclasses import dataclass

from . import syntax
from .document import Registry, Signals
from .entries import SignalEntry
from .problem_type import TYPE_URIS

# Signals that a search names before it only counts the rest.
_MOST_SIGNALS = 50


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found.

    `kind` is code, category, type, suggestion or private; `target` the code, category name or type URI; `reason` says
    in words how the asked text leads there. `signal` is the crosswalk row that does, if one does.
    """

    kind: str
    target: str
    reason: str
    signal: SignalEntry | None = None


def look_up(asked: str, registry: Registry, signals: Signals) -> list[Hit]:
    """What `asked` may mean, most certain first; empty when it means nothing here.

    Takes a code in any case and with quotes, a type URI or a near miss of one, a category, an HTTP status, a JSON-RPC
    number, a name from the crosswalk (an exception, a stop reason), `error.type=…`, or a log line with a code in it.
    """
    text = asked.strip().strip("\"'`“”‘’,;").strip()
    for attempt in (_type_uri, _one_code, _category):
        if found := attempt(text, registry):
            return found
    return [*_codes_inside(text, registry), *_by_status(text, registry), *_by_signal(text, signals)]


def _type_uri(text: str, registry: Registry) -> list[Hit]:
    if text in TYPE_URIS:
        return [Hit("type", text, "This is the type URI of harness errors.")]
    if meant := near_type_uri(text):
        reason = "Did you mean this type URI? Only the exact strings are the problem type: consumers compare them"
        return [Hit("suggestion", meant, f"{reason} character by character.")]
    return []


def near_type_uri(text: str) -> str | None:
    """The type URI that `text` misses by what people get wrong in one, or None. Never the same thing as a type URI."""
    return next((uri for uri in TYPE_URIS if text and _blurred(text) == _blurred(uri)), None)


def _blurred(uri: str) -> str:
    """`uri` without what people get wrong in it."""
    return re.sub(r"\A(https?://)?(www\.)?", "", uri.lower()).rstrip("/").replace(".xhtml", "")


def _one_code(text: str, registry: Registry) -> list[Hit]:
    code = re.sub(r"\A(error[._]type|code)\s*[=:]\s*", "", text, flags=re.IGNORECASE).strip("\"' .").lower()
    code = re.sub(r"\A(?:https?://[^/\s]+)?/codes/", "", code).rstrip("/")
    if registry.code(code):
        return [Hit("code", code, "The code itself." if code == text else "The code, in its registered spelling.")]
    if syntax.is_private(code):
        return [Hit("private", code, "A private code: never registered, and it means what its owner says.")]
    by_constant = {syntax.constant(entry.code).lower(): entry.code for entry in registry.codes}
    if code in by_constant:
        return [Hit("code", by_constant[code], "The code of this constant.")]
    return []


def _category(text: str, registry: Registry) -> list[Hit]:
    name = text.lower().removesuffix(".*").removesuffix(".")
    return [Hit("category", name, "A category.")] if registry.category(name) else []


def _codes_inside(text: str, registry: Registry) -> list[Hit]:
    """Codes in a line of text, each once, in their order."""
    categories = "|".join(re.escape(entry.category) for entry in registry.categories)
    pattern = rf"(?<![\w.-])(?:x-[a-z0-9_-]+|{categories})\.[a-z0-9_]+(?![\w-])"
    hits = []
    for code in dict.fromkeys(re.findall(pattern, text.lower(), re.ASCII)):
        if registry.code(code):
            hits.append(Hit("code", code, "The text contains this code."))
        elif syntax.is_private(code):
            hits.append(Hit("private", code, "The text contains this private code."))
    return hits


def _by_status(text: str, registry: Registry) -> list[Hit]:
    match = re.fullmatch(r"(?:http(?:/[\d.]+)?[ :]*)?(?:status[ :=]*)?([45]\d\d)(?: [a-z -]+)?", text, re.IGNORECASE)
    if not match:
        return []
    status = int(match[1])
    return [
        Hit("code", entry.code, f"HTTP {status} is the recommended status of this code.")
        for entry in registry.codes
        if entry.informative.http_status == status
    ]


def _by_signal(text: str, signals: Signals) -> list[Hit]:
    """Rows of the crosswalk whose signal or name is the text, or stands in it as a word of its own."""
    wanted = re.sub(r"\Ajson-?rpc[ :]*", "", text, flags=re.IGNORECASE).replace("\u2212", "-").lower()
    if not wanted:
        return []
    rows = [row for row in signals.signals if wanted in (row.signal.lower(), (row.name or "").lower())]
    if not rows and len(wanted) > 3:
        words = set(re.findall(r"[\w.-]+", wanted))
        rows = [
            row
            for row in signals.signals
            if _is_telling(row.signal) and (row.signal.lower() in words or row.signal.lower() in _last_parts(words))
        ]
    return [Hit("code", row.codes[0], _row_in_words(row), row) for row in rows[:_MOST_SIGNALS]]


def _last_parts(words: set[str]) -> set[str]:
    """`openai.RateLimitError` names an exception by its path."""
    return {word.rsplit(".", 1)[-1].strip(".-:") for word in words}


def _is_telling(signal: str) -> bool:
    """Whether the signal means something as a word inside a sentence: an exception name, an identifier, a number."""
    return bool(re.fullmatch(r"-\d{5}|[A-Z]\w+[a-z][A-Z]\w*|\w*_\w+", signal, re.ASCII))


def _row_in_words(row: SignalEntry) -> str:
    name = f" ({row.name})" if row.name else ""
    condition = f", when: {row.condition}" if row.condition else ""
    return f"{row.signal}{name} from {row.source}{condition}. Fit: {row.confidence}."
