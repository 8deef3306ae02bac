"""`name: value` and `name=value` in a text, as JSON, Python and log lines write them; and words that are no names."""

import re

_PAIR = re.compile(
    r"""(?<![\w.-]) (?P<quote>["']?) (?P<name>[A-Za-z_][\w.\[\]-]*) (?P=quote) \s*[:=]\s*
        (?: "(?P<double>[^"]*)" | '(?P<single>[^']*)' | (?P<bare>[^\s,;(){}\[\]"']+) )""",
    re.VERBOSE,
)
_WORD = re.compile(r"""["']?(?P<word>[A-Za-z_][\w-]*(?:\.[\w-]+)*)["']?(?P<named>\s*=|(?<=["'])\s*:|\s*:\s*-?\d)?""")


def pairs(text: str) -> list[tuple[str, str]]:
    """Every name with its value, in their order; nesting is not looked at, so half a JSON text will do."""
    return [
        (match["name"], (match["double"] or match["single"] or match["bare"] or "").strip().rstrip("."))
        for match in _PAIR.finditer(text)
    ]


def words(text: str) -> list[str]:
    """The words of `text`, dotted paths whole, without the names of values: in `max_tokens=1024` nothing is cut off.

    An exception is a word even before a colon: `GraphRecursionError: 25 steps`.
    """
    return [
        match["word"]
        for match in _WORD.finditer(text)
        if not match["named"] or (match["named"].strip() != "=" and re.search(r"(?:\A|\.)[A-Z]\w*\Z", match["word"]))
    ]


def field_of(name: str) -> str:
    """The last part of a field, however it is spelled: `choices[].finishReason` and `finish_reason` are the same."""
    return re.sub(r"[\W_]", "", re.split(r"[. ]", name)[-1]).lower()
