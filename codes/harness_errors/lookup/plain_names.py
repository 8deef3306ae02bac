"""Names that say too little by themselves.

Rule: a name says too little when it is one plain word (`Exception`, `failed`, `length`), or when each of its words is
in the closed set below (`RuntimeError`, `permission_denied`). Such a name is never picked out of a longer line, where
it may be anybody's; asked alone it is listed with what is known of it, and never leads straight to a page.
"""

import re

TOO_LITTLE = (
    "The name alone says too little: many programs use it for different failures. Look at what raised it and at"
    " the message beside it."
)

# Words that leave open what failed and whose they are, with why.
_WORDS = {
    "that something went wrong, and no more": (
        "canceled", "cancelled", "denied", "error", "exception", "fail", "failed", "failure", "invalid", "refused",
        "rejected", "unknown", "other", "timeout",
    ),
    "names that languages and their libraries give to failures of all kinds": (
        "argument", "assertion", "attribute", "base", "connection", "fatal", "index", "input", "io", "key", "lookup",
        "os", "permission", "runtime", "state", "system", "type", "value",
    ),
    "who was there, whatever failed": ("agent", "api", "client", "http", "internal", "server", "service", "user"),
    "what was on its way, whatever happened to it": ("message", "operation", "request", "response", "result", "status"),
}  # fmt: skip
_SAY_TOO_LITTLE = frozenset(word for words in _WORDS.values() for word in words)


def words_of(name: str) -> list[str]:
    """`RateLimitError`, `rate_limit_error` and `rate-limit error` are the same three words, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def says_too_little(name: str) -> bool:
    """Whether `name`, without the path before it, is such a name. Numbers and empty text are none."""
    words = _last_words(name)
    return bool(words) and not words[0].isdigit() and (len(words) == 1 or _SAY_TOO_LITTLE.issuperset(words))


def is_anybodys(name: str) -> bool:
    """Whether every word of `name` is in the closed set: there are failures of that name everywhere."""
    words = _last_words(name)
    return bool(words) and _SAY_TOO_LITTLE.issuperset(words)


def _last_words(name: str) -> list[str]:
    return words_of(re.split(r"[.:/](?=\w)", name.strip())[-1])
