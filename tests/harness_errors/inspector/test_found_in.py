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
STRUCT = {"@type": "type.googleapis.com/google.protobuf.Struct", "value": OBJECT}
REASON = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "INTERNAL_ERROR"}
HEAD = "HTTP/1.1 504 Gateway Timeout\r\nContent-Type: application/problem+json\r\n"
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


# What was given, where, and the one finding.
NOTHING = {
    "another problem": ({"title": "Out of stock", "status": 409}, "nothing", "input.no_object"),
    "a response without a body": (f"{HEAD}\r\n", "http_response", "input.no_object"),
    "a page": (f"{HEAD}\r\n<html>", "nothing", "input.syntax"),
    "words": ("it went wrong", "nothing", "input.no_object"),
    "a line with broken JSON": ('ERROR {"type": ', "nothing", "input.no_object"),
    "a list": ([1, 2], "nothing", "input.no_object"),
    "null": ("null", "nothing", "input.no_object"),
    "half an array": ("[1, 2", "nothing", "input.syntax"),
    "a result that is fine": ({"content": [{"type": "text", "text": "4"}]}, "mcp_result", "input.no_error"),
    "a failed result without an object": ({"isError": True, "content": []}, "mcp_result", "input.no_object"),
    "a JSON-RPC error without one": ({"error": {"code": -1, "message": "no"}}, "json_rpc_error", "input.no_object"),
    "a task that waits": ({"status": {"state": "input-required"}}, "a2a_task_0.3", "input.no_error"),
    "a task that works": ({"status": {"state": "TASK_STATE_WORKING"}}, "a2a_task_1.0", "input.no_error"),
    "a failed task without one": ({"status": {"state": "failed"}}, "a2a_task_0.3", "input.no_object"),
    "an error type of another convention": ({"error.type": "TimeoutError"}, "opentelemetry", "input.no_object"),
    "a conformant verdict": (
        {
            "status": "EVALUATED",
            "trace_id": "t",
            "verdict": {"conformant": True, "output_label": "GO"},
            "error": None,
        },
        "tcp_ap",
        "input.no_error",
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_found(name, registry, signals):
    data, found_in, rule = NOTHING[name]
    report = inspect(data, registry, signals=signals)
    assert (report.found_in, [each.rule for each in report.findings]) == (found_in, [rule])
    assert (report.object, report.resolution, report.effective, report.causes, report.actions) == (
        None,
        None,
        {},
        (),
        (),
    )


def test_broken_json_has_its_place_in_what_was_pasted(registry):
    (alone,) = inspect('{\n  "code": tool.timeout\n}', registry).findings
    assert (alone.line, alone.column) == (2, 11)
    (after_a_head,) = inspect(f'{HEAD}\r\n{{\n  "code": tool.timeout\n}}', registry).findings
    assert (after_a_head.line, after_a_head.column) == (5, 11)
    assert "line 5, column 11" in after_a_head.message


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
