"""The JSON Schema of the harness error object: what it lets through, what it refuses and where."""

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from codes.harness_errors import canonical
from codes.harness_errors.document import Registry
from codes.harness_errors.problem_type import INTERIM_TYPE_URI, TYPE_URI
from codes.releases.formats.problem_schema import problem_schema

# Draft section 9.
RETRIES_EXHAUSTED = {
    "type": TYPE_URI,
    "title": "Output Retries Exhausted",
    "detail": "Structured output failed validation after 3 attempts.",
    "code": "output.retries_exhausted",
    "origin": "harness",
    "retryable": False,
    "model_recoverable": False,
    "attempts": 3,
    "max_attempts": 3,
    "location": {"run_id": "run_8f2c", "turn": 5},
    "causes": [
        {
            "type": TYPE_URI,
            "title": "Output Schema Violation",
            "code": "output.schema_violation",
            "origin": "model",
            "model_recoverable": True,
            "model_feedback": "Field 'price' must be a number, got string.",
            "location": {"turn": 5, "pointer": "/items/0/price"},
        }
    ],
}
# The objects of the draft's appendix "MCP and A2A Examples".
INVALID_ARGUMENTS = {
    "type": TYPE_URI,
    "title": "Invalid Tool Arguments",
    "code": "output.invalid_tool_arguments",
    "origin": "model",
    "model_recoverable": True,
    "model_feedback": "Argument 'date' must be YYYY-MM-DD, got '11/04'.",
    "location": {"tool_name": "book_meeting", "pointer": "/date"},
}
MAX_TURNS = {
    "type": TYPE_URI,
    "title": "Maximum Turns Exceeded",
    "code": "loop.max_turns_exceeded",
    "origin": "harness",
    "retryable": False,
    "model_recoverable": False,
    "limit": {"name": "turns", "value": 50, "observed": 50},
}
MINIMAL = {"type": INTERIM_TYPE_URI, "code": "tool.timeout"}


@pytest.fixture
def validator(registry: Registry) -> Draft202012Validator:
    return Draft202012Validator(json.loads(problem_schema(registry, strict=False)))


@pytest.fixture
def strict(registry: Registry) -> Draft202012Validator:
    return Draft202012Validator(json.loads(problem_schema(registry, strict=True)))


def faults(validator: Draft202012Validator, found: Any) -> list[str]:
    """The JSON Pointers of what is wrong, each once."""
    errors = validator.iter_errors(found)
    return sorted({"".join(f"/{part}" for part in error.absolute_path) for error in errors})


@pytest.mark.parametrize("form", [False, True], ids=["open", "strict"])
def test_both_forms_are_valid_schemas_in_canonical_bytes(registry: Registry, form: bool) -> None:
    content = problem_schema(registry, strict=form)
    Draft202012Validator.check_schema(json.loads(content))
    assert canonical.dumps(json.loads(content)) == content


def test_each_form_has_an_address_of_its_own_in_the_release(registry: Registry) -> None:
    ids = [json.loads(problem_schema(registry, strict=form))["$id"] for form in (False, True)]
    origin = registry.problem_type.documentation.removesuffix("/problems/harness-error")
    assert ids == [
        f"{origin}/releases/{registry.version}/problem.schema.json",
        f"{origin}/releases/{registry.version}/problem.strict.schema.json",
    ]


@pytest.mark.parametrize("found", [RETRIES_EXHAUSTED, INVALID_ARGUMENTS, MAX_TURNS, MINIMAL])
def test_the_examples_of_the_draft_pass_both_forms(
    validator: Draft202012Validator, strict: Draft202012Validator, found: dict[str, Any]
) -> None:
    assert (faults(validator, found), faults(strict, found)) == ([], [])


@pytest.mark.parametrize(
    "more",
    [
        {"title": "t", "detail": "d", "status": 429, "instance": "/runs/5"},
        {"retry_after": 0.5, "attempts": 0, "max_attempts": 0},
        {"attempts": 3.0},  # what Protocol Buffers make of 3
        {"limit": {"name": "cost", "value": 5, "observed": 5.1, "unit": "EUR"}},
        {"limit": {"name": "requests", "value": 5, "unit": "per minute"}},
        {"location": {}},
        {"location": {"pointer": ""}},
        {"location": {"pointer": "/a~1b/~0/"}},
        {"upstream": {"provider": "mcp", "code": "-32602", "message": "not listed in the draft"}},
        {"causes": []},
        {"causes": [{"type": "about:blank", "status": 500}, {"title": "a problem of another type"}]},
        {"x_unknown": {"anything": [1]}},
    ],
)
def test_optional_and_unknown_members_pass(validator: Draft202012Validator, more: dict[str, Any]) -> None:
    assert faults(validator, {**MINIMAL, **more}) == []


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"type": "about:blank"}, "/type"),
        ({"type": f"{INTERIM_TYPE_URI}/"}, "/type"),
        ({"title": None}, "/title"),
        ({"status": "429"}, "/status"),
        ({"status": 42}, "/status"),
        ({"detail": ["text"]}, "/detail"),
        ({"instance": 5}, "/instance"),
        ({"origin": "network"}, "/origin"),
        ({"retryable": "false"}, "/retryable"),
        ({"retryable": None}, "/retryable"),
        ({"model_recoverable": 1}, "/model_recoverable"),
        ({"model_feedback": {}}, "/model_feedback"),
        ({"retry_after": -1}, "/retry_after"),
        ({"retry_after": "30"}, "/retry_after"),
        ({"attempts": 1.5}, "/attempts"),
        ({"attempts": -1}, "/attempts"),
        ({"max_attempts": True}, "/max_attempts"),
        ({"limit": "turns"}, "/limit"),
        ({"limit": {"value": 5}}, "/limit"),
        ({"limit": {"name": "turns"}}, "/limit"),
        ({"limit": {"name": "turns", "value": "5"}}, "/limit/value"),
        ({"limit": {"name": "turns", "value": 5, "observed": None}}, "/limit/observed"),
        ({"limit": {"name": "cost", "value": 5, "unit": "dollars"}}, "/limit/unit"),
        ({"location": []}, "/location"),
        ({"location": {"run_id": 5}}, "/location/run_id"),
        ({"location": {"turn": 0}}, "/location/turn"),
        ({"location": {"tool_name": 5}}, "/location/tool_name"),
        ({"location": {"tool_call_id": 5}}, "/location/tool_call_id"),
        ({"location": {"pointer": "items/0"}}, "/location/pointer"),
        ({"location": {"pointer": "/a~2"}}, "/location/pointer"),
        ({"upstream": "529"}, "/upstream"),
        ({"upstream": {"provider": 5}}, "/upstream/provider"),
        ({"upstream": {"status": "529"}}, "/upstream/status"),
        ({"upstream": {"code": -32602}}, "/upstream/code"),
        ({"upstream": {"stop_reason": None}}, "/upstream/stop_reason"),
        ({"causes": {}}, "/causes"),
        ({"causes": ["tool.timeout"]}, "/causes/0"),
        ({"causes": [MINIMAL, {**MINIMAL, "attempts": "3"}]}, "/causes/1/attempts"),
        ({"causes": [{"type": TYPE_URI}]}, "/causes/0"),
    ],
)
def test_a_wrong_member_is_refused_at_its_place(
    validator: Draft202012Validator, more: dict[str, Any], pointer: str
) -> None:
    assert faults(validator, {**MINIMAL, **more}) == [pointer]


@pytest.mark.parametrize("missing", ["type", "code"])
def test_type_and_code_must_be_there(validator: Draft202012Validator, missing: str) -> None:
    found = {name: value for name, value in MINIMAL.items() if name != missing}
    assert faults(validator, found) == [""]


@pytest.mark.parametrize("found", [None, [], "tool.timeout", True])
def test_what_is_no_object_is_refused(validator: Draft202012Validator, found: Any) -> None:
    assert faults(validator, found) == [""]


@pytest.mark.parametrize("code", ["tool.not_yet_registered", "new_category.thing", "x-acme.quota_drained"])
def test_the_open_form_allows_codes_that_the_strict_one_refuses(
    validator: Draft202012Validator, strict: Draft202012Validator, code: str
) -> None:
    found = {**MINIMAL, "code": code}
    assert (faults(validator, found), faults(strict, found)) == ([], ["/code"])


@pytest.mark.parametrize(
    "code",
    [
        "",
        "tool",
        "tool.",
        ".timeout",
        "Tool.timeout",
        "tool.timeout\n",
        " tool.timeout",
        "tool.time-out",
        "tool.timeout.extra",
        "tööl.timeout",
        f"tool.{'a' * 65}",
        "x-.quota",
        "x-acme",
        5,
        None,
    ],
)
def test_malformed_codes_are_refused(validator: Draft202012Validator, code: Any) -> None:
    assert faults(validator, {**MINIMAL, "code": code}) == ["/code"]


def test_the_strict_form_allows_every_registered_code(registry: Registry, strict: Draft202012Validator) -> None:
    wrong = [entry.code for entry in registry.codes if faults(strict, {**MINIMAL, "code": entry.code})]
    assert wrong == []


def test_the_strict_form_holds_causes_to_registered_codes(strict: Draft202012Validator) -> None:
    found = copy.deepcopy(RETRIES_EXHAUSTED)
    found["causes"] = [{"type": TYPE_URI, "code": "x-acme.quota_drained"}]
    assert faults(strict, found) == ["/causes/0/code"]
