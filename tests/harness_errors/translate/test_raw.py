"""Whole messages as they came over the wire."""

import json

import pytest

from codes.harness_errors.strict_json import StrictJSONError
from codes.harness_errors.translate import translate_raw
from tests.harness_errors.objects import RATE, TURNS, TYPE, of
from tests.harness_errors.translate.test_tcp_ap import envelope

pytestmark = pytest.mark.django_db

KEY = "org.agenterrors/harness-error"


@pytest.fixture
def ask(registry, signals):
    return lambda raw, **told: translate_raw(raw, registry, signals, **told)


def rpc(code, message="m", **more):
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": message, **more}}


def tool(text, **more):
    return {"isError": True, "content": [{"type": "text", "text": text}], **more}


def http(status, body, content_type="application/json", **headers):
    fields = {"Content-Type": content_type, **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"HTTP/1.1 {status} X\r\n{lines}\r\n{body if isinstance(body, str) else json.dumps(body)}"


def task(state, text="no", version="0.3"):
    part = {"kind": "text", "text": text} if version == "0.3" else {"text": text}
    message = {"messageId": "m", "role": "agent", "parts": [part]}
    return {"id": "t", "contextId": "c", "status": {"state": state, "message": message}}


INFO = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "domain": "a2a-protocol.org"}

SIGNALS = [
    # MCP
    (tool("boom"), "tool.execution_failed", {"provider": "mcp", "message": "boom"}),
    (
        {"jsonrpc": "2.0", "id": 1, "result": tool("boom")},
        "tool.execution_failed",
        {"provider": "mcp", "message": "boom"},
    ),
    (
        rpc(-32602, "Unknown tool: fly"),
        "output.unknown_tool",
        {"provider": "mcp", "code": "-32602", "message": "Unknown tool: fly"},
    ),
    (
        rpc(-32602, "Not there", data={"uri": "file:///a"}),
        "tool.execution_failed",
        {"provider": "mcp", "code": "-32602", "message": "Not there"},
    ),
    (rpc(-32022, "x"), "tool.not_available", {"provider": "mcp", "code": "-32022", "message": "x"}),
    # A2A
    (task("failed"), "upstream.agent_failed", {"provider": "a2a", "task_state": "failed", "message": "no"}),
    (
        {"jsonrpc": "2.0", "id": 1, "result": {"kind": "task", **task("rejected")}},
        "policy.model_refusal",
        {"provider": "a2a", "task_state": "rejected", "message": "no"},
    ),
    (
        {"jsonrpc": "2.0", "id": 1, "result": {"task": task("TASK_STATE_FAILED", version="1.0")}},
        "upstream.agent_failed",
        {"provider": "a2a", "task_state": "TASK_STATE_FAILED", "message": "no"},
    ),
    (
        {"statusUpdate": task("TASK_STATE_CANCELED", version="1.0")},
        "upstream.agent_failed",
        {"provider": "a2a", "task_state": "TASK_STATE_CANCELED", "message": "no"},
    ),
    (rpc(-32003, "no push"), "upstream.invalid_request", {"provider": "a2a", "code": "-32003", "message": "no push"}),
    (
        rpc(-32001, "Task not found"),
        "upstream.invalid_request",
        {"provider": "a2a", "code": "-32001", "message": "Task not found"},
    ),
    (
        rpc(-32603, "x", data=[{**INFO, "reason": "INTERNAL_ERROR"}]),
        "upstream.unavailable",
        {"provider": "a2a", "code": "-32603", "message": "x"},
    ),
    (
        http(
            404,
            {
                "error": {
                    "code": 404,
                    "status": "NOT_FOUND",
                    "message": "x",
                    "details": [{**INFO, "reason": "TASK_NOT_FOUND"}],
                }
            },
        ),
        "upstream.invalid_request",
        {"provider": "a2a", "status": 404, "code": "TASK_NOT_FOUND", "message": "x"},
    ),
    # Model APIs: the body before the status
    (
        http(429, {"error": {"message": "m", "code": "insufficient_quota"}}),
        "upstream.invalid_request",
        {"provider": "openai", "status": 429, "code": "insufficient_quota", "message": "m"},
    ),
    (
        http(429, {"error": {"message": "m", "code": "rate_limit_exceeded"}}),
        "upstream.rate_limited",
        {"provider": "openai", "status": 429, "code": "rate_limit_exceeded", "message": "m"},
    ),
    (
        http(529, {"type": "error", "error": {"type": "overloaded_error", "message": "m"}}),
        "upstream.overloaded",
        {"provider": "anthropic", "status": 529, "code": "overloaded_error", "message": "m"},
    ),
    (
        http(
            429,
            {
                "type": "error",
                "error": {"type": "rate_limit_error", "details": {"error_code": "enforced_spend_limit_reached"}},
            },
        ),
        "upstream.invalid_request",
        {"provider": "anthropic", "status": 429, "code": "enforced_spend_limit_reached"},
    ),
    (
        http(
            400,
            {
                "error": {
                    "code": 400,
                    "status": "INVALID_ARGUMENT",
                    "message": "API key not valid.",
                    "details": [{**INFO, "domain": "googleapis.com", "reason": "API_KEY_INVALID"}],
                }
            },
        ),
        "upstream.authentication_failed",
        {"provider": "google-gemini", "status": 400, "code": "INVALID_ARGUMENT", "message": "API key not valid."},
    ),
    (
        {"error": {"message": "m", "type": "invalid_request_error", "param": None, "code": "invalid_api_key"}},
        "upstream.authentication_failed",
        {"provider": "openai", "code": "invalid_api_key", "message": "m"},
    ),
    (
        'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "m"}}\n\n',
        "upstream.overloaded",
        {"provider": "anthropic", "code": "overloaded_error", "message": "m"},
    ),
    (
        http(
            200,
            'event: message_start\r\ndata: {"type": "message_start", "message": {}}\r\n\r\n'
            'event: error\r\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "m"}}\r\n\r\n',
            "text/event-stream",
        ),
        "upstream.overloaded",
        {"provider": "anthropic", "status": 200, "code": "overloaded_error", "message": "m"},
    ),
    (
        {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "x"}], "stop_reason": "refusal"},
        "policy.model_refusal",
        {"provider": "anthropic", "stop_reason": "refusal"},
    ),
    (
        {"choices": [{"finish_reason": "content_filter"}]},
        "policy.content_filtered",
        {"provider": "openai", "stop_reason": "content_filter"},
    ),
    (
        {"type": "message", "content": [{"type": "text", "text": "x"}], "stop_reason": "max_tokens"},
        "output.truncated",
        {"provider": "anthropic", "stop_reason": "max_tokens"},
    ),
    (
        {"choices": [{"message": {"refusal": "I will not."}}]},
        "policy.model_refusal",
        {"provider": "openai", "code": "refusal"},
    ),
    (http(502, "<html>Bad Gateway</html>", "text/html"), "upstream.unavailable", {"status": 502}),
    (http(401, ""), "upstream.authentication_failed", {"status": 401}),
    ({"status": 429, "headers": {"Retry-After": "9"}, "body": {}}, "upstream.rate_limited", {"status": 429}),
    # TCP/AP
    (
        http(503, envelope("platform", "KERNEL_FAULT")),
        "upstream.unavailable",
        {
            "provider": "tcp-ap",
            "status": 503,
            "failure_domain": "platform",
            "failure_code": "KERNEL_FAULT",
            "trace_id": "trace_1",
        },
    ),
    (
        envelope("request", "SOMETHING"),
        "upstream.invalid_request",
        {"provider": "tcp-ap", "failure_domain": "request", "failure_code": "SOMETHING", "trace_id": "trace_1"},
    ),
]


@pytest.mark.parametrize(("raw", "code", "upstream"), SIGNALS)
@pytest.mark.parametrize("as_text", [True, False])
def test_a_message_needs_no_hints_and_keeps_its_original(ask, raw, code, upstream, as_text):
    found = ask(json.dumps(raw) if as_text and not isinstance(raw, str) and "body" not in raw else raw)
    assert (found.object["code"], found.object["upstream"]) == (code, upstream)


def test_a_condition_that_the_whole_body_denies_does_not_hold(ask):
    """Gemini's bad key and its long input arrive as INVALID_ARGUMENT, and so does everything else that is wrong."""
    error = {"code": 400, "status": "INVALID_ARGUMENT", "message": "Request contains an invalid argument."}
    found = ask({"error": error})
    assert (found.how, found.object, [row.id for row in found.nearest[:2]]) == ("no_match", None, ["xw-093", "xw-094"])
    assert "hold only if: message says the input token count" in found.reason
    assert "No row is about" not in found.reason
    day = {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": "GenerateRequestsPerDay"}],
    }
    quota = ask({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "m", "details": [day]}})
    assert (quota.how, quota.reason.count("no PerDay quota in details")) == ("no_match", 1)


def test_a_type_that_two_providers_write_says_nothing_of_who_sent_it(ask):
    error = {"message": "m", "type": "invalid_request_error", "param": None, "code": "model_not_found"}
    found = ask({"error": error})
    assert (found.how, [each.code for each in found.alternatives]) == ("ambiguous", ["upstream.invalid_request"])
    assert found.reason == (
        "A row of anthropic is about this name, and nothing that was told says that it came from there."
    )
    assert ask({"type": "error", "error": error}).object["upstream"]["provider"] == "anthropic"


def test_where_one_code_is_possible_the_answer_asks_for_its_condition(ask):
    found = ask(http(404, {"error": "not_found"}))
    assert (found.how, [each.code for each in found.alternatives]) == ("ambiguous", ["tool.not_available"])
    assert found.reason == (
        "Nothing that was told says whether this holds: 2025-11-25 or older, request carried MCP-Session-Id."
    )


def test_retry_after_comes_along(ask):
    found = ask(http(429, {"error": {"code": "rate_limit_exceeded"}}, Retry_After="30"))
    assert found.object["retry_after"] == 30
    assert "retry_after" not in ask(http(429, {}, Retry_After="Wed, 21 Oct 2026 07:28:00 GMT")).object


@pytest.mark.parametrize(
    "raw",
    [
        tool("fine", isError=False),
        {"resultType": "input_required", "_meta": {}},
        task("working"),
        task("input-required"),
        task("TASK_STATE_AUTH_REQUIRED", version="1.0"),
        {"choices": [{"finish_reason": "stop"}]},
        {"type": "message", "content": [{"type": "text", "text": "x"}], "stop_reason": "end_turn"},
        http(200, {"anything": 1}),
        http(204, ""),
        {
            "status": "EVALUATED",
            "trace_id": "t",
            "verdict": {"conformant": True, "output_label": "A"},
            "error": None,
        },
    ],
)
def test_what_is_no_error_becomes_no_object(ask, raw):
    found = ask(raw)
    assert (found.how, found.object) == ("not_an_error", None)


@pytest.mark.parametrize("number", [-32603, -32602, -32002])
def test_a_number_of_either_protocol_asks_for_its_source(ask, number):
    found = ask(rpc(number, "went wrong"))
    assert (found.how, found.object) == ("ambiguous", None)
    assert found.reason == "A JSON-RPC number means something only together with its protocol; name the source."
    assert ask(rpc(number, "went wrong"), source="mcp").object["upstream"]["provider"] == "mcp"


def test_what_the_receiver_knows_goes_before_what_the_message_shows(ask):
    raw = rpc(-32602, "Invalid date")
    assert ask(raw, source="mcp", facts={"method": "tools/call", "tool_offered": True}).row.id == "xw-003"
    assert ask(raw, source="mcp", condition="resources/read for a resource that does not exist").row.id == "xw-004"
    assert ask(task("canceled"), facts={"cancel_requested": True}).object["code"] == "harness.cancelled"


@pytest.mark.parametrize("raw", [None, 5, [], {}, "nothing at all", {"a": 1}, "[]", {"code": "tool.timeout"}])
def test_what_is_no_message_is_no_match(ask, raw):
    found = ask(raw)
    assert (found.how, found.object) == ("no_match", None)


@pytest.mark.parametrize("raw", ["", "{", '{"a": NaN}', "x" * 70_000, "[" * 100])
def test_broken_text_is_refused(ask, raw):
    with pytest.raises(StrictJSONError):
        ask(raw)


# An object that is there


@pytest.mark.parametrize("found", [TURNS, RATE, of("x-acme.stale"), of("tool.not_known")])
def test_over_mcp_the_code_is_used_as_it_is_and_origin_is_tool_if_absent(ask, found):
    expected = {**found, "origin": found.get("origin", "tool")}
    assert ask(tool("t", _meta={KEY: found})).object == expected
    assert ask(rpc(-32603, data=found), source="mcp").object == expected
    assert ask(rpc(-32603, data=found), source="mcp-python-sdk").object == expected


def test_a_streamed_result_is_a_result(ask):
    stream = f"event: message\ndata: {json.dumps({'result': tool('t', _meta={KEY: TURNS})})}\n\n"
    without = {name: value for name, value in TURNS.items() if name != "origin"}
    assert ask(stream).object == TURNS
    assert ask(stream.replace('"origin": "harness", ', "")).object == {**without, "origin": "tool"}


def test_over_http_and_json_rpc_the_object_is_used_as_it_is(ask):
    for raw in (TURNS, http(422, TURNS, "application/problem+json"), rpc(-32603, data=TURNS)):
        translation = ask(raw)
        assert (translation.how, translation.object, translation.row) == ("object_present", TURNS, None)


def with_data(found, version):
    whole = task("failed" if version == "0.3" else "TASK_STATE_FAILED", version=version)
    part = {"kind": "data", "data": found} if version == "0.3" else {"data": found}
    whole["status"]["message"]["parts"].append(part)
    return whole


@pytest.mark.parametrize(
    ("raw", "told", "upstream"),
    [
        (with_data(RATE, "0.3"), {}, {"provider": "a2a", "task_state": "failed"}),
        (with_data(RATE, "1.0"), {}, {"provider": "a2a", "task_state": "TASK_STATE_FAILED"}),
        (with_data(RATE, "1.0")["status"], {}, {"provider": "a2a", "task_state": "TASK_STATE_FAILED"}),
        ({"statusUpdate": with_data(RATE, "1.0")}, {}, {"provider": "a2a", "task_state": "TASK_STATE_FAILED"}),
        (rpc(-32603, data=RATE), {"source": "a2a"}, {"provider": "a2a", "code": "-32603", "message": "m"}),
        (
            rpc(-32603, data=[{"@type": "type.googleapis.com/google.protobuf.Struct", "value": RATE}]),
            {},
            {"provider": "a2a", "code": "-32603", "message": "m"},
        ),
    ],
)
@pytest.mark.parametrize("can_rephrase", [True, False])
def test_over_a2a_the_object_is_the_cause_of_a_failed_agent(ask, raw, told, upstream, can_rephrase):
    found = ask(raw, facts={"can_rephrase": can_rephrase}, **told)
    assert found.object == {
        "type": TYPE,
        "code": "upstream.agent_failed",
        "origin": "upstream",
        "title": "Remote Agent Failed",
        "retryable": True,
        "model_recoverable": can_rephrase,
        "upstream": upstream,
        "causes": [RATE],
    }


def test_a_log_line_with_a_code_is_that_code(ask):
    found = ask("ERROR run 8 turn 5: error.type=tool.timeout after 30 s")
    assert (found.how, found.object) == ("object_present", {"type": TYPE, "code": "tool.timeout"})


def test_an_error_of_google_is_not_taken_for_one_of_a2a(ask):
    details = [{**INFO, "domain": "googleapis.com", "reason": "SOMETHING"}]
    body = {"error": {"code": 429, "status": "NEVER_SEEN", "message": "m", "details": details}}
    assert ask(http(429, body)).object["upstream"] == {"status": 429, "message": "m"}
