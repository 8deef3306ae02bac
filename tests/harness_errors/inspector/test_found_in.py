"""Where an object can stand, and where it was found."""

import json

import pytest

from codes.harness_errors.carriers import CARRIERS
from codes.harness_errors.inspect import inspect

from . import draft

pytestmark = pytest.mark.django_db

OBJECT = {"type": draft.TYPE, "title": "Tool Timeout", "code": "tool.timeout", "detail": "No answer in 30 s."}
TEXT = json.dumps(OBJECT)
META = "/_meta/org.agenterrors~1harness-error"
RESULT = {"isError": True, "content": [], "_meta": {"org.agenterrors/harness-error": OBJECT}}
RPC = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "Internal error", "data": OBJECT}}
PARTS_03 = [{"kind": "text", "text": "No."}, {"kind": "data", "data": OBJECT}]
TASK_03 = {"kind": "task", "status": {"state": "failed", "message": {"parts": PARTS_03}}}
TASK_10 = {"id": "t", "status": {"state": "TASK_STATE_FAILED", "message": {"parts": [{"data": OBJECT}]}}}
UPDATE_10 = {"taskId": "t", "contextId": "c", "status": TASK_10["status"]}
PROGRESS = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}
REPLY = {"jsonrpc": "2.0", "id": 1, "result": RESULT}
STRUCT = {"@type": "type.googleapis.com/google.protobuf.Struct", "value": OBJECT}
REASON = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "INTERNAL_ERROR"}
HEAD = "HTTP/1.1 504 Gateway Timeout\r\nContent-Type: application/problem+json\r\n"
STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
# What curl shows first: the answer of a proxy, a redirect, and that the body may be sent.
BEFORE = (
    "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 307 X\r\nLocation: /v2\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
)
SPAN = [{"key": "rpc.system", "value": {}}, {"key": "error.type", "value": {"stringValue": "tool.timeout"}}]

# What was given, where it was found, and the pointer.
FOUND = {
    "the object": (OBJECT, "object", ""),
    "the object as text": (TEXT, "object", ""),
    "the object as bytes": (TEXT.encode(), "object", ""),
    "a response": (f"{HEAD}\r\n{TEXT}", "http_response", ""),
    "a response with line feeds": (f"{HEAD}\r\n{TEXT}".replace("\r", ""), "http_response", ""),
    "what curl -v shows": (f"< HTTP/2 504 \n< content-type: application/json\n< \n{TEXT}", "http_response", ""),
    "a response that carries JSON-RPC": (f"{HEAD}\r\n{json.dumps(RPC)}", "json_rpc_error", "/error/data"),
    "a result": (RESULT, "mcp_result", META),
    "a result in its response": ({"jsonrpc": "2.0", "id": 1, "result": RESULT}, "mcp_result", f"/result{META}"),
    "another key": ({"_meta": {"x/harness-error": OBJECT}}, "mcp_result", "/_meta/x~1harness-error"),
    "JSON-RPC": (RPC, "json_rpc_error", "/error/data"),
    "a JSON-RPC error alone": ({"error": RPC["error"]}, "json_rpc_error", "/error/data"),
    "A2A 0.3": (TASK_03, "a2a_task_0.3", "/status/message/parts/1/data"),
    "A2A 1.0": (TASK_10, "a2a_task_1.0", "/status/message/parts/0/data"),
    "A2A 1.0 in its response": (
        {"jsonrpc": "2.0", "id": 1, "result": {"task": TASK_10}},
        "a2a_task_1.0",
        "/result/task/status/message/parts/0/data",
    ),
    "a status update": (
        {"statusUpdate": {"taskId": "t", "status": TASK_10["status"]}},
        "a2a_task_1.0",
        "/statusUpdate/status/message/parts/0/data",
    ),
    "an error of A2A 1.0": (
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "x", "data": [REASON, STRUCT]}},
        "a2a_error_1.0",
        "/error/data/1/value",
    ),
    "an error of A2A 1.0 over HTTP": (
        {"error": {"code": 503, "status": "UNAVAILABLE", "message": "x", "details": [STRUCT]}},
        "a2a_error_1.0",
        "/error/details/0/value",
    ),
    "an error of A2A 0.3": (
        f"HTTP/1.1 200 OK\nX-A2A-Extensions: https://agenterrors.org/ext/a2a/v1\n\n{json.dumps(RPC)}",
        "a2a_error_0.3",
        "/error/data",
    ),
    "a bare object where 1.0 wants a list": (
        f"HTTP/1.1 200 OK\nA2A-Extensions: https://agenterrors.org/ext/a2a/v1\n\n{json.dumps(RPC)}",
        "a2a_error_1.0",
        "/error/data",
    ),
    "a status alone": (TASK_10["status"], "a2a_task_1.0", "/message/parts/0/data"),
    "a stream of MCP": (
        f"{STREAM}event: message\r\ndata: {json.dumps(PROGRESS)}\r\n\r\nid: 2\r\ndata: {json.dumps(REPLY)}\r\n\r\n",
        "mcp_result",
        f"/result{META}",
    ),
    "a stream of A2A without its head": (
        f"data: {json.dumps({'statusUpdate': UPDATE_10})}\n\n",
        "a2a_task_1.0",
        "/statusUpdate/status/message/parts/0/data",
    ),
    "a streamed object": (f"event: error\ndata: {TEXT}\n\n", "log_line", ""),
    "a streamed object of several lines": (
        ": ping\n\ndata: " + json.dumps(OBJECT, indent=1).replace("\n", "\ndata: ") + "\n\n",
        "log_line",
        "",
    ),
    "the last of several responses": (
        f"{BEFORE}{HEAD}\r\n{TEXT}",
        "http_response",
        "",
    ),
    "an export of spans": (
        {"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "chat"}, {"attributes": SPAN}]}]}]},
        "opentelemetry",
        "/resourceSpans/0/scopeSpans/0/spans/1/attributes/1/value/stringValue",
    ),
    "an export of log records": (
        {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"attributes": SPAN}]}]}]},
        "opentelemetry",
        "/resourceLogs/0/scopeLogs/0/logRecords/0/attributes/1/value/stringValue",
    ),
    "an attribute beside error.type": (
        {"attributes": {"error.type": "-32603", "org.example.harness_error_code": "tool.timeout"}},
        "opentelemetry",
        "/attributes/org.example.harness_error_code",
    ),
    "a code in the text of a record": ({"level": "error", "msg": "gave up: tool.timeout (2)"}, "log_line", ""),
    "a log of one record a line": (
        f'{{"level": "info", "msg": "started"}}\n{{"level": "error", "error": {TEXT}}}\n{{"level": "info"}}\n',
        "log_line",
        "/error",
    ),
    "a code in such a log, with a line that is none": (
        '{"level": "info"}\nsegfault\n\n{"level": "error", "msg": "gave up: tool.timeout"}',
        "log_line",
        "",
    ),
    "an object with what curl says after it": (f"{TEXT}\n* Connection #0 left intact\n", "log_line", ""),
    "a batch of JSON-RPC": ([{"jsonrpc": "2.0", "id": 0, "result": {}}, RPC], "json_rpc_error", "/1/error/data"),
    "a result in a batch": ([REPLY], "mcp_result", f"/0/result{META}"),
    "a list that is no batch": ([RPC["error"], RPC], "elsewhere", "/0/data"),
    "deep inside the data of JSON-RPC": (
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x", "data": {"problem": OBJECT}}},
        "elsewhere",
        "/error/data/problem",
    ),
    "in what a result is structured by": (
        {"isError": True, "content": [], "structuredContent": {"error": OBJECT}},
        "elsewhere",
        "/structuredContent/error",
    ),
    "in an artifact of a task": (
        {"id": "t", "status": {"state": "TASK_STATE_FAILED"}, "artifacts": [{"parts": [{"data": OBJECT}]}]},
        "elsewhere",
        "/artifacts/0/parts/0/data",
    ),
    "attributes": ({"error.type": "tool.timeout"}, "opentelemetry", "/error.type"),
    "attributes of a span": ({"attributes": SPAN}, "opentelemetry", "/attributes/1/value/stringValue"),
    "a log record": ({"severity": "ERROR", "message": "Tool Timeout", "error": OBJECT}, "log_line", "/error"),
    "an object in a line": (f"2026-11-30T12:00:00Z ERROR call failed {TEXT} attempt=3", "log_line", ""),
    "a record in a line": (f'app-1 | {{"msg": "x", "error": {TEXT}}}', "log_line", "/error"),
    "a line that begins with a bracket": ("[12:00] ERROR tool.timeout after 30 s", "log_line", ""),
    "a name with a value": ("level=error error.type=x-acme.seats msg=full", "log_line", ""),
    "anywhere else": ({"response": [{"problem": OBJECT}]}, "elsewhere", "/response/0/problem"),
    "in a list": ([1, OBJECT], "elsewhere", "/1"),
    "in the error itself": ({"jsonrpc": "2.0", "error": OBJECT}, "elsewhere", "/error"),
    "in structured content": ({"isError": True, "structuredContent": OBJECT}, "elsewhere", "/structuredContent"),
}


@pytest.mark.parametrize("name", FOUND)
def test_found(name, registry):
    data, found_in, pointer = FOUND[name]
    report = inspect(data, registry)
    assert (report.found_in, report.pointer) == (found_in, pointer)
    assert found_in in CARRIERS
    code = "x-acme.seats" if "acme" in str(data) else "tool.timeout"
    assert report.object["code"] == code
    assert report.causes[0].pointer == pointer


def test_broken_json_has_its_place_in_what_was_pasted(registry):
    (alone,) = inspect('{\n  "code": tool.timeout\n}', registry).findings
    assert (alone.line, alone.column) == (2, 11)
    (after_a_head,) = inspect(f'{HEAD}\r\n{{\n  "code": tool.timeout\n}}', registry).findings
    assert (after_a_head.line, after_a_head.column) == (5, 11)
    assert "line 5, column 11" in after_a_head.message


def test_broken_json_in_a_stream_has_its_place_too(registry):
    stream = 'HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\ndata: {}\n\ndata: {"code":\ndata:  tool.timeout}\n\n'
    (broken,) = inspect(stream, registry).findings
    assert (broken.rule, broken.line, broken.column) == ("input.syntax", 7, 8)


def test_a_status_update_is_held_to_what_an_update_has(registry):
    def missing(data):
        rules = inspect(data, registry).findings
        return [(each.pointer, each.message.split("`")[1]) for each in rules if "requires `" in each.message]

    told = [("/statusUpdate/status/message", name) for name in ("messageId", "role")]
    assert missing({"statusUpdate": UPDATE_10}) == told
    assert missing({"statusUpdate": {"status": TASK_10["status"]}}) == [
        ("/statusUpdate", "taskId"),
        ("/statusUpdate", "contextId"),
        *told,
    ]
    message = {"kind": "message", "messageId": "m", "role": "agent", "parts": PARTS_03}
    update = {"kind": "status-update", "status": {"state": "failed", "message": message}}
    assert missing({"result": update}) == [("/result", "taskId"), ("/result", "contextId"), ("/result", "final")]
    assert missing({"result": {**update, "taskId": "t", "contextId": "c", "final": True}}) == []
    assert missing(update["status"]) == []


def test_a_cause_of_another_problem_type_is_left_to_that_type(registry):
    def told(cause):
        report = inspect({**OBJECT, "causes": [cause]}, registry)
        return {each.rule for each in report.findings if each.pointer.startswith("/causes")}

    other = {"type": "https://shop.example/out-of-stock", "title": "Out of stock", "code": "OOS-7"}
    assert told(other) == set()
    assert "type.missing" in told({"code": "OOS-7"})
    assert "type.near_miss" in told({**other, "type": draft.TYPE.replace("https", "http")})
    assert "type.other" in told({**other, "code": "tool.timeout"})


def test_a_tcp_ap_error_becomes_what_it_translates_to(registry, signals):
    error = {
        "failure_domain": "artifact",
        "failure_code": "CONSTRAINTS_VALIDATION_FAILED",
        "param": "/artifact/years",
        "retryable": False,
        "message": "years has to be an integer.",
    }
    envelope = {"status": "ERROR", "trace_id": "t-1", "verdict": None, "error": error}
    report = inspect(envelope, registry, signals=signals)
    assert (report.found_in, report.findings, report.object["code"]) == ("tcp_ap", (), "output.schema_violation")
    assert report.object["location"] == {"pointer": "/years"}
    assert [each.action for each in report.actions] == ["feed_back_to_model", "give_up"]
    assert inspect(envelope, registry).object is None


def test_limits(registry):
    assert [each.rule for each in inspect(TEXT + " " * (65536 - len(TEXT)), registry).findings] == []
    assert [each.rule for each in inspect(TEXT + " " * 65536, registry).findings] == ["input.too_large"]
    deep = "".join(['{"type": "x", "causes": [' * 31, "]}" * 31])
    assert "input.too_deep" not in [each.rule for each in inspect(deep, registry).findings]
