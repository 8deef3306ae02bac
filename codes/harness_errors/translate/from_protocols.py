"""MCP results, A2A tasks and JSON-RPC errors without a harness error object, as signals."""

from collections.abc import Mapping
from typing import Any

from ..carriers import Found
from ..carriers.a2a import status_of
from .received import NoError, Received

_INPUT_REQUIRED = "resultType: input_required"
_DOMAIN = "a2a-protocol.org"
_ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
# Numbers that one protocol alone gives a meaning to, on the wire.
_A2A_ALONE = range(-32009, -32002)
_MCP_ALONE = (-32020, -32021, -32022, -32042)


def received(found: Found) -> Received | NoError | None:
    """None for what is none of the three."""
    if found.found_in == "mcp_result":
        return _mcp_result(found)
    if found.found_in.startswith("a2a_task"):
        return _task(found)
    if found.found_in == "json_rpc_error" or found.found_in.startswith("a2a_error"):
        return None if _is_of_a_model_api(found.holder) else _error(found)
    return None


def _is_of_a_model_api(error: Mapping[str, Any]) -> bool:
    """Google's errors look like those of A2A's HTTP binding: an HTTP status as the code, and details."""
    code, details = error.get("code"), error.get("details")
    return type(code) is int and 100 <= code <= 599 and _reason(details) is None


def kept_of_a2a(found: Found) -> dict[str, Any]:
    """The state or the number around an object that a remote agent sent (section 8.4)."""
    holder = found.holder if isinstance(found.holder, dict) else {}
    if found.found_in.startswith("a2a_task"):
        return {"task_state": status_of(holder, "")[0]["state"]}
    kept: dict[str, Any] = {}
    if type(holder.get("code")) is int:
        kept["code"] = str(holder["code"])
    if isinstance(holder.get("message"), str):
        kept["message"] = holder["message"]
    return kept


def _mcp_result(found: Found) -> Received | NoError | None:
    result = found.holder
    if result.get("resultType") == "input_required":
        return Received(source="mcp", signal=_INPUT_REQUIRED)
    if result.get("isError") is not True:
        return NoError(found.no_error or "The result is not marked as an error.")
    return Received(
        source="mcp", signal="isError: true", kind="result_subtype", message=_texts(result.get("content"), "type")
    )


def _task(found: Found) -> Received:
    status, _ = status_of(found.holder, "")
    message = status.get("message")
    return Received(
        source="a2a",
        version=found.found_in.removeprefix("a2a_task_"),
        signal=status["state"],
        kind="task_state",
        message=_texts(message.get("parts"), "kind") if isinstance(message, dict) else None,
    )


def _error(found: Found) -> Received:
    error = found.holder
    code, data = error.get("code"), error.get("data", error.get("details"))
    facts: dict[str, Any] = {} if data is None else {"data": data}
    reason = _reason(data)
    message = error.get("message") if isinstance(error.get("message"), str) else None
    status = found.head.status if found.head else None
    if found.head:
        facts["www_authenticate"] = found.head.fields.get("www-authenticate", "")
    in_a2a = found.found_in.startswith("a2a_error") or reason is not None
    if reason is not None and type(code) is int and 100 <= code <= 599:
        # The HTTP binding of A2A 1.0: the number is the HTTP status, the name of the error says more.
        facts["error_code"] = reason
        return Received("a2a", "1.0", reason, "jsonrpc_code", status=code, facts=facts, message=message)
    source = "a2a" if in_a2a else _protocol(code, data, message)
    return Received(source, signal=str(code), kind="jsonrpc_code", status=status, facts=facts, message=message)


def _protocol(code: Any, data: Any, message: str | None) -> str | None:
    """Whose error it is, by what only one of them says; None where both could have sent it."""
    if type(code) is int and code in _A2A_ALONE:
        return "a2a"
    if (type(code) is int and code in _MCP_ALONE) or (isinstance(data, Mapping) and "uri" in data):
        return "mcp"
    said = (message or "").lower()
    in_mcp = any(word in said for word in ("tool", "resource", "prompt", "cursor", "sampling", "elicitation"))
    in_a2a = any(word in said for word in ("task", "agent", "push notification"))
    return {(True, False): "mcp", (False, True): "a2a"}.get((in_mcp, in_a2a))


def _reason(data: Any) -> str | None:
    for entry in data if isinstance(data, list) else ():
        if isinstance(entry, dict) and entry.get("@type") == _ERROR_INFO and entry.get("domain") == _DOMAIN:
            return entry["reason"] if isinstance(entry.get("reason"), str) else None
    return None


def _texts(parts: Any, discriminator: str) -> str | None:
    """The text of all text parts, as it came."""
    texts = [
        part["text"]
        for part in (parts if isinstance(parts, list) else ())
        if isinstance(part, dict) and isinstance(part.get("text"), str) and part.get(discriminator, "text") == "text"
    ]
    return "\n".join(texts) if texts else None
