"""A small harness error object for each code, with the members that the draft says should be there."""

from typing import Any

from .entries import CodeEntry
from .problem_type import TYPE_URI

# Sample values by the path of a member (draft sections 4.6, 4.9, 4.10).
_LIMITS = {
    "turns": {"name": "turns", "value": 50, "observed": 50},
    "cost": {"name": "cost", "value": 5, "observed": 5.12, "unit": "USD"},
    "output_tokens": {"name": "output_tokens", "value": 4096, "observed": 4096},
    "input_tokens": {"name": "input_tokens", "value": 1000000, "observed": 1000210},
    "context_tokens": {"name": "context_tokens", "value": 200000, "observed": 214310},
    "wall_clock_seconds": {"name": "wall_clock_seconds", "value": 600, "observed": 600.4},
}
# The code of the inner object where `causes` should be present.
_CAUSE_OF = {
    "output.retries_exhausted": "output.schema_violation",
    "upstream.agent_failed": "loop.max_turns_exceeded",
}


def example(entry: CodeEntry) -> dict[str, Any]:
    """A valid harness error object for `entry`, without `status` as it stands outside HTTP (draft section 6.2)."""
    informative = entry.informative
    found: dict[str, Any] = {
        "type": TYPE_URI,
        "title": entry.title,
        "code": entry.code,
        "origin": informative.origin,
        "retryable": entry.default_retryable,
        "model_recoverable": entry.default_model_recoverable,
    }
    if informative.limit_names:
        found["limit"] = _LIMITS.get(informative.limit_names[0], {"name": informative.limit_names[0], "value": 1})
    if "location.pointer" in informative.should_members:
        found["location"] = {"turn": 5, "pointer": "/items/0/price"}
    if "retry_after" in informative.should_members:
        found["retry_after"] = 30
    if "causes" in informative.should_members:
        found["causes"] = [{"type": TYPE_URI, "code": _CAUSE_OF.get(entry.code, "harness.internal_error")}]
    return found
