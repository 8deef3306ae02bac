"""Objects for the vectors that are about no rule of the inspector."""

from typing import Any

from ..problem_type import TYPE_URI

_TALKATIVE: dict[str, Any] = {
    "type": TYPE_URI,
    "title": "Tool Timeout",
    "detail": "Looked for the orders of customer 17 for 30 seconds.",
    "code": "tool.timeout",
    "origin": "tool",
    "retryable": True,
    "model_feedback": "Customer 17 has 300 orders; ask for fewer.",
    "location": {"run_id": "r-1", "turn": 5, "tool_name": "orders"},
    "upstream": {"provider": "acme", "code": "password=not-a-real-one"},
    "tenant": "t-1",
}
_REFUSED: dict[str, Any] = {
    "type": TYPE_URI,
    "title": "Model Refusal",
    "code": "policy.model_refusal",
    "origin": "model",
    "retryable": False,
}
_TURNS: dict[str, Any] = {
    "type": TYPE_URI,
    "title": "Maximum Turns Exceeded",
    "code": "loop.max_turns_exceeded",
    "model_feedback": "Plan in fewer steps.",
}


def _chain(*codes: str) -> dict[str, Any]:
    """The last is the innermost."""
    first, *rest = codes
    return {"type": TYPE_URI, "code": first, **({"causes": [_chain(*rest)]} if rest else {})}


REDACTED: dict[str, dict[str, Any]] = {
    "talkative": _TALKATIVE,
    "refused": _REFUSED,
    "nested": {**_chain("upstream.agent_failed", "policy.content_filtered"), "detail": "The agent said no."},
    "nothing to hide": _TURNS | {"model_feedback": ""},
}

WRAPPED: dict[str, dict[str, Any]] = {
    "default of its code": {"object": _TURNS, "model_recoverable": True},
    "own retryable": {"object": {**_TURNS, "retryable": True}, "model_recoverable": False},
    "retryable of the wrong type": {
        "object": {**_chain("tool.timeout"), "retryable": "false"},
        "model_recoverable": True,
    },
    "unknown code": {"object": _chain("x-acme.seats"), "model_recoverable": False},
    "three agents": {
        "object": _chain("upstream.agent_failed", "upstream.agent_failed", "tool.timeout"),
        "model_recoverable": True,
    },
    "cut to two levels": {"object": _chain("a.a", "b.b", "c.c", "d.d"), "model_recoverable": True, "deepest": 2},
}

RECEIVED: dict[str, dict[str, Any]] = {
    "without an origin": _TURNS,
    "with an origin": {**_TURNS, "origin": "harness"},
    "with an origin of the wrong type": {**_TURNS, "origin": 7},
}
