"""The draft's own examples: read rightly, and what today's protocols find wrong with them."""

import json

import pytest

from codes.harness_errors.inspect import inspect

from . import draft

pytestmark = pytest.mark.django_db

META = "/result/_meta/org.agenterrors~1harness-error"
PART = "/status/message/parts/1/data"


@pytest.fixture
def read(registry):
    return lambda data: inspect(data, registry)


def findings(report):
    return [(each.level, each.rule, each.pointer) for each in report.findings]


def counting(report):
    return {name: (each.value, each.source) for name, each in report.effective.items()}


def chain(report):
    return [(each.pointer, each.depth, each.code, each.origin, each.innermost) for each in report.causes]


def test_section_9(read):
    report = read(draft.HTTP)
    assert (report.release, report.found_in, report.pointer) == ("1.0.0", "http_response", "")
    assert report.object == json.loads(draft.HTTP[draft.HTTP.index("{") :])
    assert findings(report) == [("advice", "detail.missing", "/causes/0")]
    assert counting(report) == {
        "title": ("Output Retries Exhausted", "object"),
        "origin": ("harness", "object"),
        "retryable": (False, "object"),
        "model_recoverable": (False, "object"),
        "http_status": (422, "registry"),
        "retry_after": (None, "fallback"),
    }
    assert chain(report) == [
        ("", 0, "output.retries_exhausted", "harness", False),
        ("/causes/0", 1, "output.schema_violation", "model", True),
    ]
    assert [(each.action, each.requires) for each in report.actions] == [("read_causes", ()), ("give_up", ())]
    assert report.ok


def test_the_mcp_example_lacks_what_2026_07_28_requires(read):
    report = read(draft.MCP)
    assert (report.found_in, report.pointer) == ("mcp_result", META)
    assert findings(report) == [
        ("advice", "detail.missing", META),
        ("advice", "mcp.result_type", "/result"),
        ("advice", "model_feedback.trust", f"{META}/model_feedback"),
    ]
    assert counting(report)["retryable"] == (False, "registry")
    assert counting(report)["model_recoverable"] == (True, "object")
    assert [each.action for each in report.actions] == ["feed_back_to_model", "give_up"]
    assert report.actions[0].requires == ("feedback_budget",)


def test_the_a2a_example_is_valid_in_neither_version(read):
    report = read(json.dumps(draft.A2A))
    assert (report.found_in, report.pointer) == ("a2a_task_0.3", PART)
    assert findings(report) == [
        ("advice", "detail.missing", PART),
        ("error", "a2a.required", ""),
        ("error", "a2a.required", ""),
        ("error", "a2a.required", "/status/message"),
        ("error", "a2a.required", "/status/message"),
    ]
    said = [each.message for each in report.findings if each.rule == "a2a.required"]
    assert [message.split("`")[1] for message in said] == ["contextId", "kind", "messageId", "kind"]
    assert [each.action for each in report.actions] == ["adjust_limit", "give_up"]
    assert chain(report) == [(PART, 0, "loop.max_turns_exceeded", "harness", True)]
    assert not report.ok


def test_with_the_state_of_1_0_the_a2a_example_breaks_the_rules_of_1_0(read):
    told = json.loads(json.dumps(draft.A2A).replace('"failed"', '"TASK_STATE_FAILED"'))
    report = read(told)
    assert report.found_in == "a2a_task_1.0"
    assert [each.pointer for each in report.findings if each.rule == "a2a.required"] == [
        "/status/message",
        "/status/message/role",
        "/status/message/parts/0",
        "/status/message/parts/1",
    ]


def test_both_type_uris_are_the_same(read):
    interim = read(draft.HTTP.replace(draft.TYPE, draft.INTERIM))
    canonical = read(draft.HTTP)
    assert findings(interim) == findings(canonical)
    assert counting(interim) == counting(canonical)
    assert interim.actions == canonical.actions
