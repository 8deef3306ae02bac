"""Whether the condition of a row holds, by what the receiver told.

A condition is prose, so its test is found by its words. A condition that is not in the tables below (a row that came
later, one that was reworded) is nobody's to decide: it holds when the receiver says so in the same words.
"""

from ..entries import SignalEntry
from .framework_conditions import FRAMEWORKS
from .protocol_conditions import DESCRIPTIONS, PROTOCOLS
from .provider_conditions import PROVIDERS
from .received import Received
from .verdicts import Verdict

_TESTS = {**PROTOCOLS, **PROVIDERS, **FRAMEWORKS}

# Who receives what the draft's tables translate: it narrows by source, not by circumstance.
AUDIENCES = {
    "received by an MCP client": "mcp",
    "noticed by an MCP client": "mcp",
    "received by an A2A client": "a2a",
    "noticed by an A2A client": "a2a",
    "from a model API": "model_api",
    "from a framework": "framework",
}


def audience(row: SignalEntry) -> str | None:
    """Whose signal a row of the draft translates; None for a row of a source of its own."""
    return AUDIENCES.get((row.condition or "").split("; ")[0]) if row.source == "draft" else None


def is_told(row: SignalEntry, received: Received) -> bool:
    """Whether the receiver says, in the row's own words, that its condition holds."""
    return received.condition is not None and received.condition in (row.condition, _circumstance(row))


def verdict(row: SignalEntry, received: Received) -> Verdict | None:
    """None for a row without a condition."""
    condition = _circumstance(row)
    if is_told(row, received):
        return Verdict.YES
    if condition is None:
        return None
    test = _TESTS.get(condition)
    return test(received) if test else Verdict.UNKNOWN


def _circumstance(row: SignalEntry) -> str | None:
    """The condition without the audience: None where the row always holds for its source."""
    if row.condition is None or row.condition.startswith("also "):
        return None
    if row.source != "draft":
        return row.condition
    first, _, rest = row.condition.partition("; ")
    return rest if first in AUDIENCES and rest and rest not in DESCRIPTIONS else None
