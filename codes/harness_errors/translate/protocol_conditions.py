"""Conditions of the rows for MCP and its SDKs, A2A, and the draft's own tables."""

from collections.abc import Mapping

from .received import Received
from .verdicts import Test, Verdict, all_of, always, any_of, fact, likely, only_if, says, status, unless, version_up_to

_UNKNOWN_TOOL = r"unknown tool|tool\b.*\bnot (found|offered|known)|no (such )?tool"
_HEADS_OF_META = r"io\.modelcontextprotocol/|_meta"


def _only_uri(received: Received) -> Verdict:
    data = received.facts.get("data")
    return Verdict.YES if isinstance(data, dict) and "uri" in data else Verdict.UNKNOWN


def _tool_is_offered(received: Received) -> Verdict:
    """A server that says something else about a tool call has the tool."""
    if "tool_offered" in received.facts:
        return fact("tool_offered", True)(received)
    return likely(unless(says(_UNKNOWN_TOOL)))(received)


def _nothing_common(received: Received) -> Verdict:
    """MCP lists the server's versions in `data.supported`; which of them are common the client alone knows."""
    data = received.facts.get("data")
    supported = data.get("supported") if isinstance(data, dict) else None
    if received.version is None or not isinstance(supported, list):
        return Verdict.LIKELY
    return Verdict.NO if received.version in supported else Verdict.YES


def _scope_is_missing(received: Received) -> Verdict:
    challenge = received.facts.get("www_authenticate")
    if challenge is None:
        return Verdict.UNKNOWN
    return Verdict.YES if "insufficient_scope" in challenge else Verdict.NO


_TOOLS_CALL = fact("method", "tools/call")
_NOT_OFFERED = any_of(fact("tool_offered", False), says(_UNKNOWN_TOOL))
_LOCAL = fact("local", True)
_FROM_SERVER = unless(_LOCAL)
_SESSION_OVER = says(r"session (terminated|expired|not found)")
_INVALID_AGENT_RESPONSE = fact("error_code", "INVALID_AGENT_RESPONSE")

# What the draft's rows say of the signal itself: nothing that could be otherwise.
DESCRIPTIONS = (
    "result of tools/call",
    "a number that no other row of the table names",
    "HTTP-based transport",
    "JSON-RPC -32700 to -32603",
    "stop reason for an output token limit",
    "stop reason",
)

PROTOCOLS: Mapping[str, Test] = {
    # MCP
    "tools/call result, no harness error object in _meta": always,
    "tools/call naming a tool the server does not offer": all_of(likely(_TOOLS_CALL), _NOT_OFFERED),
    "tools/call, tool exists": all_of(_TOOLS_CALL, _tool_is_offered),
    "resources/read for a resource that does not exist": any_of(fact("method", "resources/read"), _only_uri),
    "any request; HTTP 400; required io.modelcontextprotocol/* _meta missing": all_of(
        likely(status(400)), says(_HEADS_OF_META)
    ),
    "server speaking protocol 2025-11-25 or older": version_up_to("2025-11-25"),
    "harness cannot complete the URL elicitation": fact("run_ends", True),
    "no mutually supported version in data.supported": _nothing_common,
    "answer to tools/call or tools/list": likely(fact("method", "tools/call", "tools/list")),
    "received from the server": _FROM_SERVER,
    "answer to tools/call": likely(_TOOLS_CALL),
    "Streamable HTTP transport, re-authorization failed or not possible": likely(fact("run_ends", True)),
    'WWW-Authenticate error="insufficient_scope"': _scope_is_missing,
    "Origin header rejected, no WWW-Authenticate challenge": all_of(
        fact("www_authenticate", ""), likely(says("origin"))
    ),
    "2025-11-25 or older, request carried MCP-Session-Id": all_of(
        likely(version_up_to("2025-11-25")), fact("session", True)
    ),
    "sampling/createMessage, protocol 2025-11-25 or older": all_of(
        likely(version_up_to("2025-11-25")), likely(fact("method", "sampling/createMessage"))
    ),
    # MCP SDKs
    "raised locally by the SDK": likely(_LOCAL),
    "the harness had sent notifications/cancelled": likely(fact("cancel_requested", True)),
    "message Session terminated; raised locally after HTTP 404 on a live session": all_of(
        _SESSION_OVER, likely(_LOCAL)
    ),
    'content text "Unknown tool: ..."': says(r"\Aunknown tool: "),
    "tool result fails its declared outputSchema": says(r"output ?schema|structured content"),
    'message "Tool X disabled"': says(r"\btool \S+ (is )?disabled\b"),
    'content text "Input validation error: ..."': says(r"input validation error: "),
    'content text "Output validation error: ..."': says(r"output validation error: "),
    "not caused by the caller abort signal": unless(fact("cancel_requested", True)),
    'content text "Tool X not found"; server built on SDK v1.29': says(r"\btool \S+ not found\b"),
    # A2A
    "no harness error object present": always,
    "no harness error object present; `rejected` in v0.3": always,
    "cancellation not requested by this harness": unless(fact("cancel_requested", True)),
    "cancellation requested by this harness for its caller": only_if(fact("cancel_requested", True)),
    "credentials cannot be obtained and the run ends": only_if(fact("run_ends", True)),
    "ErrorInfo.reason INVALID_AGENT_RESPONSE; HTTP+JSON binding, ErrorInfo.reason present": only_if(
        _INVALID_AGENT_RESPONSE
    ),
    # The draft's tables, behind their audience
    "the model chose a tool name that the server does not offer": all_of(likely(_TOOLS_CALL), _NOT_OFFERED),
    "for any other reason": unless(_NOT_OFFERED),
    "it cancelled the request because time was up": likely(unless(fact("cancel_requested", True))),
    "this harness had not asked for it": unless(fact("cancel_requested", True)),
    "the answer indicates overload": any_of(fact("overloaded", True), says(r"overload")),
    "for structured output": likely(fact("stage", "output", "final_output")),
}
