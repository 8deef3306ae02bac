"""What a case is, and objects that nothing is wrong with."""

from dataclasses import dataclass, field
from typing import Any

from ...problem_type import MCP_META_KEY, TYPE_URI


@dataclass(frozen=True, slots=True)
class Case:
    """One rule: an input that fires it at `pointer`, and one that is close and does not.

    `fires` and `quiet` are JSON data, or text where the form is what matters. `also` are the other findings that
    `fires` cannot do without, as rule and pointer.
    """

    rule: str
    pointer: str
    fires: Any
    quiet: Any
    also: tuple[tuple[str, str], ...] = field(default=())


def clean(code: str = "tool.timeout", title: str = "Tool Timeout", **members: Any) -> dict[str, Any]:
    """An object without a finding, as long as `members` have none."""
    return {"type": TYPE_URI, "title": title, "detail": "It did not work out this time.", "code": code, **members}


def without(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def http(data: str, status: int = 504, **fields: str) -> str:
    """A response as text. Names of header fields have underscores here."""
    given = {"Content-Type": "application/problem+json", **{name.replace("_", "-"): fields[name] for name in fields}}
    return f"HTTP/1.1 {status} Status\r\n" + "".join(f"{name}: {given[name]}\r\n" for name in given) + f"\r\n{data}"


def mcp(data: dict[str, Any], **members: Any) -> dict[str, Any]:
    """The result of a tool call as MCP 2026-07-28 has it."""
    text = data.get("model_feedback") or data.get("detail")
    result = {"resultType": "complete", "isError": True, "content": [{"type": "text", "text": text}]}
    return {**result, "_meta": {MCP_META_KEY: data}, **members}


MCP_POINTER = "/_meta/org.agenterrors~1harness-error"


def a2a(data: dict[str, Any], *, state: str = "TASK_STATE_FAILED", **message: Any) -> dict[str, Any]:
    """A failed task as A2A 1.0 has it. None as the value of a member leaves it out."""
    parts = [{"text": data.get("detail")}, {"data": data}]
    told = {"messageId": "m-2", "role": "ROLE_AGENT", "parts": parts, **message}
    told = {name: value for name, value in told.items() if value is not None}
    return {"id": "task-77", "contextId": "ctx-5", "status": {"state": state, "message": told}}


A2A_POINTER = "/status/message/parts/1/data"


def tcp_ap(data: dict[str, Any] | None = None, **error: Any) -> dict[str, Any]:
    """A TCP/AP response about an artifact, or the response with other members and an error changed."""
    given = {
        "failure_domain": "artifact",
        "failure_code": "CONSTRAINTS_VALIDATION_FAILED",
        "param": "/artifact/years",
        "retryable": False,
        "message": "years has to be an integer.",
        **error,
    }
    return {"status": "ERROR", "trace_id": "trace-1", "verdict": None, "error": given, **(data or {})}


DRIFT = {
    "failure_domain": "interpretation",
    "failure_code": "INTERPRETATION_DRIFT",
    "param": None,
    "retryable": False,
    "message": "No single decision follows from the artifact.",
}
NOT_CONFORMANT = {"status": "EVALUATED", "verdict": {"conformant": False, "output_label": None}, "error": DRIFT}
