"""Where no object stands: what it was, and whether anything is to be reported at all."""

import json

import pytest

from codes.harness_errors.inspect import inspect

from .test_found_in import HEAD, PROGRESS

pytestmark = pytest.mark.django_db

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
    "an error of a model API": (
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"},
        "nothing",
        "input.no_object",
    ),
    "a message of a model API": (
        {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "4"}], "stop_reason": "refusal"},
        "nothing",
        "input.no_object",
    ),
    "a stream without an object": (
        "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\nevent: ping\ndata: {}\n\ndata: [DONE]\n\n",
        "http_response",
        "input.no_object",
    ),
    "a stream that ends well": (
        f'data: {json.dumps(PROGRESS)}\n\ndata: {{"jsonrpc": "2.0", "id": 1, "result": {{"content": []}}}}\n\n',
        "mcp_result",
        "input.no_error",
    ),
    "a log without an object": ('{"level": "info"}\n{"level": "warn"}', "nothing", "input.no_object"),
    "an object over several lines that is broken": ('{\n"level": {"a": 1}\n"msg": 1}', "nothing", "input.syntax"),
    "a line with something after it": ('{"level": "info"} and so on', "nothing", "input.syntax"),
    "a line that begins like an event": ("data: 3 rows lost\nevent: none", "nothing", "input.no_object"),
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
