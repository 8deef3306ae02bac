"""From a row and what was received to a harness error object (draft sections 4.11, 7.3 and 8.4)."""

import re
from typing import Any

from ..document import Registry
from ..entries import SignalEntry
from ..problem_type import TYPE_URI
from . import sources
from .received import Received

_STATUS = re.compile(r"[1-5][0-9]{2}")
# Where `upstream` keeps the signal itself; a task state has no member of the draft's, so this name is ours.
_MEMBER = {"finish_reason": "stop_reason", "task_state": "task_state"}
# Codes that Table 7 leaves open between a refused request and a failed service: this number is the service's.
_INTERNAL_ERROR = "-32603"
# A flag of MCP, not a code: the provider and the text say all there is.
_FLAG = "isError: true"


def code_of(row: SignalEntry, received: Received) -> str:
    """The code that the row gives: its first, except where a range of numbers has one for each half."""
    if len(row.codes) > 1 and row.signal == "-32700 to -32603" and received.signal == _INTERNAL_ERROR:
        return row.codes[1]
    return row.codes[0]


def build(code: str, row: SignalEntry, received: Received, registry: Registry) -> dict[str, Any]:
    """The object. Members are stated where the row overrides a default; all else is the registry's to say."""
    entry = registry.code(code)
    found: dict[str, Any] = {"type": TYPE_URI}
    if entry:
        found["title"] = entry.title
    found["code"] = code
    if entry:
        found["origin"] = entry.informative.origin
    found |= row.overrides
    if received.retry_after is not None:
        found["retry_after"] = received.retry_after
    if upstream := _upstream(row, received):
        found["upstream"] = upstream
    return found


def _upstream(row: SignalEntry, received: Received) -> dict[str, Any]:
    """The exact original: signal, status and message as they came."""
    found: dict[str, Any] = {}
    if provider := sources.provider(row, received.source):
        found["provider"] = provider
    if received.status is not None:
        found["status"] = received.status
    elif row.kind == "http_status" and received.signal and _STATUS.fullmatch(received.signal.strip()):
        found["status"] = int(received.signal)
    if received.signal is not None and row.kind != "http_status" and row.signal != _FLAG:
        found[_MEMBER.get(row.kind, "code")] = received.signal
    if received.message is not None:
        found["message"] = received.message
    return {**found, **received.kept}
