"""Effective values and actions: what a consumer goes by, and why."""

import pytest

from codes.harness_errors.example import example
from codes.harness_errors.inspect import inspect

from . import draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(registry):
    return lambda code="tool.timeout", **members: inspect({"type": draft.TYPE, "code": code, **members}, registry)


def counting(report, *names):
    return [(report.effective[name].value, report.effective[name].source) for name in names]


def test_the_object_goes_before_the_registry(read):
    own = {"title": "T", "origin": "harness", "retryable": False, "model_recoverable": False, "retry_after": 2}
    assert counting(read(**own, status=500), *own, "http_status") == [
        ("T", "object"),
        ("harness", "object"),
        (False, "object"),
        (False, "object"),
        (2, "object"),
        (500, "object"),
    ]


def test_the_registry_goes_before_the_fallback(read):
    names = ("title", "origin", "retryable", "model_recoverable", "retry_after", "http_status")
    assert counting(read(), *names) == [
        ("Tool Timeout", "registry"),
        ("tool", "registry"),
        (True, "registry"),
        (True, "registry"),
        (None, "fallback"),
        (504, "registry"),
    ]
    assert counting(read("tool.exploded"), *names) == [
        (None, "fallback"),
        (None, "fallback"),
        (False, "fallback"),
        (False, "fallback"),
        (None, "fallback"),
        (422, "registry"),
    ]
    assert counting(read("x-acme.seats"), *names) == [
        (None, "fallback"),
        (None, "fallback"),
        (False, "fallback"),
        (False, "fallback"),
        (None, "fallback"),
        (None, "fallback"),
    ]


# A member of the wrong type or outside its range is as good as absent (RFC 9457 section 3.1).
@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("retryable", "false"),
        ("retryable", 0),
        ("retryable", None),
        ("model_recoverable", "true"),
        ("model_recoverable", []),
        ("origin", 7),
        ("origin", "llm"),
        ("title", ["T"]),
        ("retry_after", "30"),
        ("retry_after", True),
        ("retry_after", -1),
    ],
)
def test_what_is_ignored_does_not_count(read, member, value):
    report = read(**{member: value})
    assert counting(report, member) == counting(read(), member)
    (finding,) = [each for each in report.findings if each.level == "ignored"]
    assert (finding.pointer, "s ignored" in finding.message) == (f"/{member}", True)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("tool.timeout", "retryable = true, the registered default of tool.timeout"),
        ("output.malformed", "retryable = false, the registered default of output.malformed"),
        ("tool.exploded", "retryable = false, since no default is registered"),
    ],
)
def test_the_finding_shouts_which_default_holds(read, code, said):
    (finding,) = [each for each in read(code, retryable="false").findings if each.level == "ignored"]
    assert finding.message == (
        f'`retryable` is the string "false" and has to be true or false. It is ignored. What counts is {said}.'
    )


def test_a_message_does_not_repeat_what_a_text_says(read):
    report = read(attempts="hunter2-secret", title=42, origin="hunter2-secret", limit={"unit": "hunter2-secret"})
    assert all("hunter2" not in finding.message for finding in report.findings)


def test_numbers_of_protocol_buffers(read):
    assert [each for each in read(attempts=3.0, location={"turn": 2.0}).findings if each.level == "ignored"] == []
    ignored = [each.pointer for each in read(attempts=3.5, location={"turn": 0}).findings if each.level == "ignored"]
    assert ignored == ["/attempts", "/location/turn"]


# By hand from the table "what should I do with this error" of our guide.
ACTIONS = {
    "output.malformed": "feed_back_to_model give_up",
    "output.schema_violation": "feed_back_to_model give_up",
    "output.truncated": "adjust_limit give_up",
    "output.empty": "retry_unchanged feed_back_to_model give_up",
    "output.unknown_tool": "feed_back_to_model give_up",
    "output.invalid_tool_arguments": "feed_back_to_model give_up",
    "output.retries_exhausted": "read_causes give_up",
    "loop.max_turns_exceeded": "adjust_limit give_up",
    "loop.budget_exceeded": "adjust_limit give_up",
    "loop.timeout": "adjust_limit give_up",
    "loop.repetition_detected": "feed_back_to_model give_up",
    "context.window_exceeded": "adjust_limit give_up",
    "context.compaction_failed": "retry_unchanged give_up",
    "tool.not_available": "feed_back_to_model give_up",
    "tool.execution_failed": "feed_back_to_model give_up",
    "tool.timeout": "retry_unchanged feed_back_to_model give_up",
    "tool.permission_denied": "feed_back_to_model ask_human give_up",
    "tool.sandbox_violation": "give_up",
    "policy.guardrail_triggered": "ask_human give_up",
    "policy.model_refusal": "ask_human give_up",
    "policy.content_filtered": "ask_human give_up",
    "policy.approval_denied": "feed_back_to_model give_up",
    "upstream.rate_limited": "retry_unchanged give_up",
    "upstream.overloaded": "retry_unchanged give_up",
    "upstream.unavailable": "retry_unchanged give_up",
    "upstream.authentication_failed": "fix_configuration give_up",
    "upstream.invalid_request": "fix_configuration give_up",
    "upstream.invalid_response": "retry_unchanged give_up",
    "upstream.agent_failed": "read_causes feed_back_to_model give_up",
    "harness.cancelled": "stop",
    "harness.internal_error": "give_up",
}


def actions(report):
    return " ".join(each.action for each in report.actions)


@pytest.mark.parametrize("code", ACTIONS)
def test_what_to_do_with_each_code(code, registry):
    assert actions(inspect(example(registry.code(code)), registry)) == ACTIONS[code]


def test_each_code_is_in_the_table(registry):
    assert sorted(ACTIONS) == [entry.code for entry in registry.codes]


# What the object says changes what to do.
@pytest.mark.parametrize(
    ("code", "members", "expected"),
    [
        ("upstream.rate_limited", {"retryable": False}, "fix_configuration give_up"),
        ("output.malformed", {"retryable": True}, "retry_unchanged feed_back_to_model give_up"),
        ("tool.timeout", {"retryable": False, "model_recoverable": False}, "give_up"),
        (
            "tool.timeout",
            {"limit": {"name": "wall_clock_seconds", "value": 30}},
            "retry_unchanged feed_back_to_model adjust_limit give_up",
        ),
        ("upstream.agent_failed", {}, "feed_back_to_model give_up"),
        (
            "upstream.agent_failed",
            {"retryable": True, "causes": [{"type": "about:blank"}]},
            "read_causes retry_unchanged feed_back_to_model give_up",
        ),
        ("harness.cancelled", {"retryable": True}, "stop"),
        ("policy.unheard_of", {}, "ask_human give_up"),
        ("upstream.unheard_of", {}, "fix_configuration give_up"),
        ("tool.unheard_of", {}, "give_up"),
        ("x-acme.seats", {}, "give_up"),
        ("x-acme.seats", {"retryable": True}, "retry_unchanged give_up"),
        ("nonsense", {}, "give_up"),
    ],
)
def test_the_object_changes_what_to_do(read, code, members, expected):
    assert actions(read(code, **members)) == expected


def test_a_problem_of_another_type_is_none_of_ours(read, registry):
    assert inspect({"type": "about:blank", "code": "tool.timeout"}, registry).actions == ()
    assert inspect({"type": draft.TYPE, "title": "No code"}, registry).actions == ()


def test_conditions_and_notes(read):
    retry, feed_back, give_up = read(retry_after=30, model_feedback="Search less.").actions
    assert retry.requires == ("attempt_budget", "safe_to_repeat")
    assert retry.note.startswith("Wait 30 seconds, or longer if your own backoff says so. The tool may have finished")
    assert (feed_back.requires, give_up.requires) == (("feedback_budget",), ())
    assert "`model_feedback`" in feed_back.note
    assert "`detail`" in read(detail="No answer.").actions[1].note
    assert "write your own" in read().actions[1].note


def test_the_chain_marks_where_it_ends(read):
    def cause(code, *causes):
        return {"type": draft.TYPE, "code": code, "causes": list(causes)}

    report = read(
        "upstream.agent_failed",
        causes=[
            cause("upstream.agent_failed", cause("tool.timeout"), {"type": "about:blank", "title": "Bad Gateway"}),
            cause("x-acme.seats"),
        ],
    )
    assert [(each.pointer, each.depth, each.code, each.recognized, each.innermost) for each in report.causes] == [
        ("", 0, "upstream.agent_failed", True, False),
        ("/causes/0", 1, "upstream.agent_failed", True, False),
        ("/causes/0/causes/0", 2, "tool.timeout", True, True),
        ("/causes/0/causes/1", 2, None, False, True),
        ("/causes/1", 1, "x-acme.seats", True, True),
    ]
    assert [each.title for each in report.causes] == [
        "Remote Agent Failed",
        "Remote Agent Failed",
        "Tool Timeout",
        "Bad Gateway",
        None,
    ]


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("TOOL.TIMEOUT", "tool.timeout"),
        ("TOOL_TIMEOUT", "tool.timeout"),
        ("tool-timeout", "tool.timeout"),
        ("tool.time-out", "tool.timeout"),
        ("t\u043eol.timeout", "tool.timeout"),
        ("\uff54ool.timeout", "tool.timeout"),
        ("x-tool.timeout", "tool.timeout"),
        ("tools.timeout", "tool.timeout"),
        ("agent.rate_limited", "upstream.rate_limited"),
        ("upstream.rate_limit", "upstream.rate_limited"),
        ("output.retry_exhausted", "output.retries_exhausted"),
        ("tool.exploded", None),
        ("x-acme.rate_limited", None),
        ("x-acme.seat_limit", None),
        ("billing.card_declined", None),
        ("a" * 5000 + ".timeout", None),
        ("", None),
    ],
)
def test_look_alikes(read, code, meant):
    report = read(code)
    assert report.resolution.meant == meant
    assert [each.rule for each in report.findings if each.rule == "code.look_alike"] == ["code.look_alike"] * bool(
        meant
    )
