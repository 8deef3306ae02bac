"""How the object travels: HTTP, MCP, A2A, TCP/AP (draft sections 6 to 8)."""

import json

from .base import DRIFT, MCP_POINTER, NOT_CONFORMANT, Case, a2a, clean, http, mcp, tcp_ap, without

_CLEAN = json.dumps(clean())
_FED = clean(model_feedback="The search took too long; try a narrower one.")
_LIMITED = clean("upstream.rate_limited", "Upstream Rate Limited", retry_after=30)
_LIMITED_TEXT = json.dumps(_LIMITED)
_TASK = a2a(clean())
_STRUCT = {"@type": "type.googleapis.com/google.protobuf.Struct", "value": clean()}


def _rpc(data: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "Internal error", "data": data}}


CASES = (
    Case("status.outside_http", "/error/data/status", _rpc(clean(status=504)), http(json.dumps(clean(status=504)))),
    Case("status.differs", "/status", http(json.dumps(clean(status=500))), http(json.dumps(clean(status=504)))),
    Case("status.recommended", "", http(_CLEAN, 500), http(_CLEAN, 504)),
    Case(
        "http.media_type",
        "",
        http(_CLEAN, Content_Type="application/json"),
        http(_CLEAN, Content_Type="Application/Problem+JSON; charset=utf-8"),
    ),
    Case(
        "http.retry_after_syntax",
        "",
        http(_LIMITED_TEXT, 429, Retry_After="soon"),
        http(_LIMITED_TEXT, 429, Retry_After="30"),
    ),
    Case(
        "http.retry_after",
        "/retry_after",
        http(_LIMITED_TEXT, 429, Retry_After="60"),
        http(_LIMITED_TEXT, 429, Retry_After="Mon, 30 Nov 2026 12:00:30 GMT", Date="Mon, 30 Nov 2026 12:00:00 GMT"),
    ),
    Case("model_feedback.trust", f"{MCP_POINTER}/model_feedback", mcp(_FED), _FED),
    Case("mcp.is_error", "", mcp(clean(), isError=False), mcp(clean())),
    Case(
        "mcp.content",
        "/content",
        mcp(clean(), content=[{"type": "image", "data": "", "mimeType": "image/png"}]),
        mcp(clean()),
    ),
    Case(
        "mcp.text",
        "/content/0/text",
        mcp(clean(), content=[{"type": "text", "text": "Timeout at db-7."}]),
        mcp(clean()),
    ),
    Case(
        "mcp.meta_key",
        "/_meta/agenterrors.org~1harness-error",
        mcp(clean(), _meta={"agenterrors.org/harness-error": clean()}),
        mcp(clean()),
    ),
    Case(
        "mcp.channel",
        "",
        mcp(clean("output.unknown_tool", "Unknown Tool Requested")),
        mcp(clean("output.invalid_tool_arguments", "Invalid Tool Arguments")),
    ),
    Case("mcp.result_type", "", without(mcp(clean()), "resultType"), mcp(clean())),
    Case("a2a.required", "/status/message", a2a(clean(), messageId=None), _TASK),
    Case(
        "a2a.state",
        "/status/state",
        a2a(clean(), state="TASK_STATE_REJECTED"),
        a2a(clean("harness.cancelled", "Run Cancelled"), state="TASK_STATE_CANCELED"),
    ),
    Case("a2a.text", "/status/message/parts", a2a(clean(), parts=[{"text": "Sorry."}, {"data": clean()}]), _TASK),
    Case("a2a.error_data", "/error/data/0", _rpc([clean()]), _rpc([_STRUCT])),
)

_PLATFORM = tcp_ap(failure_domain="platform", failure_code="KERNEL_FAULT", param=None, retryable=True)

TCP_AP_CASES = (
    Case(
        "tcp_ap.status",
        "/status",
        http(json.dumps({**_PLATFORM, "status": "EVALUATED", "verdict": NOT_CONFORMANT["verdict"]}), 503),
        http(json.dumps(_PLATFORM), 503),
    ),
    Case("tcp_ap.trace_id", "/trace_id", without(tcp_ap(), "trace_id"), tcp_ap()),
    Case(
        "tcp_ap.verdict",
        "/verdict",
        tcp_ap({**NOT_CONFORMANT, "verdict": {"conformant": False}}),
        tcp_ap(NOT_CONFORMANT),
    ),
    Case("tcp_ap.error", "/error", tcp_ap({"error": None}), tcp_ap()),
    Case("tcp_ap.error_member", "/error/message", tcp_ap(message=None), tcp_ap()),
    Case(
        "tcp_ap.domain", "/error/failure_domain", tcp_ap(failure_domain="network", failure_code="LINK_DOWN"), _PLATFORM
    ),
    Case("tcp_ap.code_domain", "/error/failure_code", tcp_ap(failure_code="KERNEL_FAULT"), _PLATFORM),
    Case(
        "tcp_ap.http_status",
        "/error/failure_domain",
        http(json.dumps(tcp_ap()), 503, Content_Type="application/json"),
        http(json.dumps(_PLATFORM), 503),
    ),
    Case("tcp_ap.deterministic", "/error/retryable", tcp_ap(retryable=True), _PLATFORM),
    Case(
        "tcp_ap.interpretation",
        "/error/param",
        tcp_ap({**NOT_CONFORMANT, "error": {**DRIFT, "param": "/artifact/x"}}),
        tcp_ap(NOT_CONFORMANT),
    ),
)
