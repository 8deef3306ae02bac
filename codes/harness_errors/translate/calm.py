"""Signals that are no errors: nothing is to be reported, and no object is made up for them."""

from collections.abc import Mapping
from types import MappingProxyType

from ..document import Signals
from ..lookup.non_errors import is_ordinary_end, key, keys
from . import sources
from .received import NoError, Received

# Draft section 8.2, and the state machine of A2A: a task in one of these goes on, waits or has done its work.
_DRAFT_82 = "draft-ouchi-agent-harness-errors section 8.2"
_CALM_STATES: Mapping[str, str] = MappingProxyType(
    {
        "submitted": "The task has not begun yet.",
        "working": "The task goes on.",
        "completed": "The task has done its work.",
        "input_required": "The task waits for somebody and can go on; only when it ends is there an error.",
        "auth_required": "The task waits for credentials and can go on; only when it ends is there an error.",
    }
)


def find(received: Received, signals: Signals) -> NoError | None:
    """Why the signal is no error, or None."""
    if received.signal is None:
        calm = received.status is not None and 100 <= received.status < 400
        return (
            NoError(f"HTTP {received.status} says that the request was not refused and did not fail.") if calm else None
        )
    asked = key(received.signal)
    root = sources.SPEAKS.get(received.source or "", received.source)
    for row in signals.non_errors:
        if received.source is None or row.source in (received.source, root):
            told = keys(row)
            if asked in told:
                return NoError(row.why, row.citation)
    if root == "a2a" and received.kind in (None, "task_state") and received.facts.get("run_ends") is not True:
        why = _CALM_STATES.get(asked.removeprefix("task_state_"))
        return NoError(why, _DRAFT_82) if why else None
    # What a model API says without more is why a turn ended.
    of_a_model = received.kind is None and sources.known(signals).get(received.source or "") == "model_api"
    if is_ordinary_end(received.signal, stop_reason=of_a_model or received.kind == "finish_reason"):
        return NoError("A model's turn ends like this when all went well.")
    return None
