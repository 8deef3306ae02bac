"""What one entry says about another."""

from itertools import combinations

from .data import CODES, SIGNALS

OUTPUT = ("malformed", "schema_violation", "truncated", "empty", "unknown_tool", "invalid_tool_arguments")
UPSTREAM = (
    "rate_limited", "overloaded", "unavailable", "authentication_failed", "invalid_request",
    "invalid_response", "agent_failed",
)  # fmt: skip

# The pairs of the guide. The fixtures have more.
GUIDE = [
    ("output.malformed", "output.truncated"),
    ("output.malformed", "output.schema_violation"),
    ("output.unknown_tool", "tool.not_available"),
    ("output.invalid_tool_arguments", "output.schema_violation"),
    *combinations(
        (
            "tool.permission_denied",
            "policy.approval_denied",
            "tool.sandbox_violation",
            "policy.guardrail_triggered",
        ),
        2,
    ),
    ("tool.timeout", "loop.timeout"),
    *combinations(("upstream.rate_limited", "upstream.overloaded", "upstream.unavailable"), 2),
    ("policy.model_refusal", "policy.content_filtered"),
    *combinations(("loop.max_turns_exceeded", "loop.repetition_detected", "loop.budget_exceeded"), 2),
    *(("tool.execution_failed", f"upstream.{name}") for name in UPSTREAM),
    # The inner code of a failed agent can be any; these two the draft shows (Table 7, its last example).
    ("upstream.agent_failed", "policy.model_refusal"),
    ("upstream.agent_failed", "loop.max_turns_exceeded"),
    ("upstream.invalid_request", "context.window_exceeded"),
    ("harness.cancelled", "loop.timeout"),
    ("harness.cancelled", "tool.timeout"),
    *(("output.retries_exhausted", f"output.{name}") for name in OUTPUT),
]

RELATIONS = [(name, row["code"]) for name, code in CODES.items() for row in code["confusable_with"]]


def test_confusion_is_mutual():
    assert {(other, code) for code, other in RELATIONS} == set(RELATIONS)


def test_confusable_codes_stand_once_and_in_order():
    assert sorted(set(RELATIONS), key=lambda row: (list(CODES).index(row[0]), row[1])) == RELATIONS
    assert [row for row in RELATIONS if row[0] == row[1]] == []


def test_the_pairs_of_the_guide_are_told_apart():
    assert [pair for pair in GUIDE if pair not in RELATIONS] == []


def test_each_code_is_told_apart_from_another():
    assert {code for code, _ in RELATIONS} == set(CODES)
    assert len(RELATIONS) == 126


def test_a_line_tells_when_the_other_code_is_right():
    differences = [row["difference"] for code in CODES.values() for row in code["confusable_with"]]
    assert [text for text in differences if not text.startswith("Choose it when ")] == []
    # Two lines of one page that say the same would tell nothing apart.
    assert [
        name
        for name, code in CODES.items()
        if len({row["difference"] for row in code["confusable_with"]}) < len(code["confusable_with"])
    ] == []


def test_only_the_guardrail_stands_for_other_codes():
    assert {code.get("generalizes_to") for code in CODES.values()} == {None, "policy.guardrail_triggered"}


def test_every_code_that_is_named_is_registered():
    named = {other for _, other in RELATIONS}
    named |= {code["generalizes_to"] for code in CODES.values() if "generalizes_to" in code}
    named |= {code for row in SIGNALS for code in row["codes"]}
    assert named - set(CODES) == set()


def test_every_code_has_a_signal():
    assert set(CODES) - {code for row in SIGNALS for code in row["codes"]} == set()


def test_constants_of_client_libraries_do_not_collide():
    assert len({code.upper().replace(".", "_") for code in CODES}) == len(CODES)
