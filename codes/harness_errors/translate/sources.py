"""Whose rows answer for a source: its own, those of the protocol it speaks, and the draft's tables."""

from ..document import Signals
from ..entries import SignalEntry
from .conditions import audience

# Sources that pass on the signals of another one: what that one's rows say holds for them too.
SPEAKS = {
    "mcp-python-sdk": "mcp",
    "mcp-typescript-sdk": "mcp",
    "azure-openai": "openai",
    "anthropic-managed-agents": "anthropic",
}
# Protocols whose signals the draft's Tables 5 and 7 translate; upstream.provider is their name (sections 7.3, 8.4).
PROTOCOLS = ("mcp", "a2a")
DRAFT = "draft"
# Kinds of signal that mean nothing without their source.
NUMBERS = ("http_status", "jsonrpc_code")


def known(signals: Signals) -> dict[str, str]:
    """Every source with its kind, as the rows have it."""
    quiet = {row.source: "framework" for row in signals.non_errors}
    return quiet | {row.source: row.source_kind for row in signals.signals}


def distance(row: SignalEntry, source: str | None, kinds: dict[str, str]) -> int | None:
    """How far the row is from `source`: 0 its own, 1 of what it speaks, 2 the draft's; None when it is not about it.

    Without a source every row may be meant.
    """
    if source is None:
        return 2 if row.source == DRAFT else 0
    if row.source == source:
        return 0
    root = SPEAKS.get(source, source)
    if row.source == root:
        return 1
    return 2 if audience(row) in (root, kinds.get(source)) and row.source == DRAFT else None


def provider(row: SignalEntry, source: str | None) -> str | None:
    """What `upstream.provider` is: the protocol for MCP and A2A, else the source; None where nobody can tell."""
    named = audience(row) if row.source == DRAFT else row.source
    if source is None and row.kind in NUMBERS:
        # A number that every row reads alike still says nothing of who sent it.
        return None
    for name in (source, named):
        root = SPEAKS.get(name or "", name)
        if root in PROTOCOLS:
            return root
    return next((name for name in (source, row.source) if name and name != DRAFT), None)
