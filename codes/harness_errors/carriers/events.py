"""Server-sent events, as MCP's Streamable HTTP and A2A stream their messages: JSON in `data` fields."""

import re
from collections.abc import Iterator

_FIELD = re.compile(r"(event|data|id|retry)?: ?([^\n]*)")


def are_events(text: str) -> bool:
    """Whether `text`, with line feeds alone, begins like an event stream and has data in it."""
    return _FIELD.match(text.lstrip()) is not None and re.search(r"^data:", text, re.MULTILINE) is not None


def data(text: str) -> Iterator[tuple[str, int]]:
    """The data of each event that looks like a JSON object, and how many lines stand before it. Spaces take
    the place of the field's name, so that columns are those of `text`.
    """
    kept: list[str] = []
    first = 0
    for number, line in enumerate([*text.split("\n"), ""]):
        found = _FIELD.fullmatch(line)
        if found and found[1] == "data":
            first = first if kept else number
            kept.append(" " * found.start(2) + found[2])
        elif not line.strip():
            if kept and kept[0].lstrip().startswith("{"):
                yield "\n".join(kept), first
            kept = []
