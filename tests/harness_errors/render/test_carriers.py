"""What is refused, what no carrier may do, and the small carriers."""

import json

import pytest

from codes.harness_errors.render import CARRIERS, NotRenderableError, render, render_all
from tests.fixtures_facts.draft_tables import DRAFT
from tests.harness_errors.objects import ARGUMENTS, RATE, TURNS, TYPE, of, without_status

pytestmark = pytest.mark.django_db

EVERY = [
    ("http", None),
    ("json-rpc", None),
    ("mcp", "2025-06-18"),
    ("mcp", "2025-11-25"),
    ("mcp", "2026-07-28"),
    ("a2a", "0.3"),
    ("a2a", "1.0"),
    ("opentelemetry", None),
    ("tcp-ap", None),
    ("log", None),
    ("event", None),
    ("object", None),
]


def test_every_carrier_in_every_version(registry):
    found = render_all(TURNS, registry)
    assert [(each.carrier, each.version if each.carrier in ("mcp", "a2a") else None) for each in found] == EVERY
    assert tuple(CARRIERS) == tuple(dict.fromkeys(carrier for carrier, _ in EVERY))


@pytest.mark.parametrize("carrier", [name for name, _ in EVERY])
@pytest.mark.parametrize(
    ("found", "pointer"),
    [
        ({}, "/type"),
        ({"code": "tool.timeout"}, "/type"),
        ({"type": TYPE.upper(), "code": "tool.timeout"}, "/type"),
        ({"type": [TYPE], "code": "tool.timeout"}, "/type"),
        ({"type": TYPE}, "/code"),
        ({"type": TYPE, "code": 5}, "/code"),
        ({"type": TYPE, "code": "Tool.Timeout"}, "/code"),
        ({"type": TYPE, "code": "tool.timeout\n"}, "/code"),
    ],
)
def test_what_is_no_harness_error_object_is_refused_everywhere(registry, carrier, found, pointer):
    with pytest.raises(NotRenderableError) as caught:
        render(found, registry, carrier)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [
        ({"carrier": "smtp"}, "/carrier"),
        ({"carrier": "http", "version": "1.1"}, "/version"),
        ({"carrier": "http", "form": "task"}, "/form"),
        ({"carrier": "http", "request_id": 1}, "/options/request_id"),
        ({"carrier": "opentelemetry", "span": "http"}, "/options/span"),
    ],
)
def test_what_a_carrier_does_not_have_is_refused(registry, arguments, pointer):
    with pytest.raises(NotRenderableError) as caught:
        render(TURNS, registry, **arguments)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(("carrier", "version"), EVERY[1:])
def test_status_never_leaves_http(registry, carrier, version):
    """Draft section 6.2."""
    given = {**ARGUMENTS, "status": 499}
    assert "499" not in json.dumps(render(given, registry, carrier, version=version).content)
    assert given["status"] == 499


def test_causes_are_never_rewritten(registry):
    """Draft section 8.5: also a `status` in there stays."""
    causes = [of("output.empty", status=422)]
    found = render(of("output.retries_exhausted", causes=causes), registry, "object").content
    assert found["causes"] == causes


def test_json_rpc_leaves_number_and_message_to_the_protocol(registry):
    found = render(RATE, registry, "json-rpc", request_id=42, code=-31000, message="Busy")
    error = {"code": -31000, "message": "Busy", "data": RATE}
    assert found.content == {"jsonrpc": "2.0", "id": 42, "error": error}
    usual = render(RATE, registry, "json-rpc").content
    assert (usual["id"], usual["error"]["code"], usual["error"]["message"]) == (None, -32603, "Upstream Rate Limited")


def test_a_log_record_is_one_line_whatever_the_object_holds(registry):
    nasty = of("tool.timeout", detail="a\r\nb\u2028c\u0085 \x1b[31m", status=504)
    line = render(nasty, registry, "log", timestamp="2026-11-30T12:00:00Z").content
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line) == {
        "timestamp": "2026-11-30T12:00:00Z",
        "severity": "ERROR",
        "message": "Tool Timeout",
        "error": without_status(nasty),
    }


def test_a_cancelled_run_is_logged_without_alarm(registry):
    assert json.loads(render(of("harness.cancelled"), registry, "log").content)["severity"] == "INFO"


def test_a_streamed_event_holds_the_object_in_one_data_line(registry):
    nasty = of("tool.timeout", detail="a\n\nb", status=504)
    name, data, *rest = render(nasty, registry, "event").content.split("\n")
    assert (name, rest) == ("event: error", ["", ""])
    assert json.loads(data.removeprefix("data: ")) == without_status(nasty)


@pytest.mark.parametrize("code", [row[0] for row in DRAFT])
@pytest.mark.parametrize("span", ["run", "tool", "inference"])
def test_error_type_is_the_code_on_spans_of_the_run(registry, code, span):
    found = render(of(code), registry, "opentelemetry", span=span).content
    assert found == {"attributes": {"error.type": code}, "status": "UNSET" if code == "harness.cancelled" else "ERROR"}


@pytest.mark.parametrize("span", ["mcp", "a2a"])
def test_error_type_is_left_alone_on_spans_of_a_protocol(registry, span):
    found = render(TURNS, registry, "opentelemetry", span=span, namespace="org.acme").content
    assert found["attributes"] == {"org.acme.harness_error_code": "loop.max_turns_exceeded"}


@pytest.mark.parametrize(
    ("code", "private", "value"),
    [
        ("x-acme.stale", (), "_OTHER"),
        ("x-acme.stale", ("x-acme.stale",), "x-acme.stale"),
        ("tool.not_known", (), "_OTHER"),
    ],
)
def test_a_code_from_somebody_else_does_not_become_a_value(registry, code, private, value):
    found = render(of(code), registry, "opentelemetry", private_codes=private)
    assert found.content["attributes"] == {"error.type": value}


def test_the_innermost_cause_is_worth_a_second_attribute(registry):
    inner = of("upstream.agent_failed", causes=[of("loop.budget_exceeded", causes=[of("tool.made_up")])])
    found = render(of("upstream.agent_failed", causes=[inner]), registry, "opentelemetry").content
    assert found["attributes"] == {
        "error.type": "upstream.agent_failed",
        "com.example.harness_error_cause": "loop.budget_exceeded",
    }
