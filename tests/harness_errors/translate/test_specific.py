"""What was told beside the signal decides between rows; what was not told is never guessed."""

import pytest

from codes.harness_errors.translate import Received, translate

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(registry, signals):
    return lambda **told: translate(Received(**told), registry, signals)


CASES = [
    # MCP: one number, many meanings
    ({"source": "mcp", "signal": "-32602", "message": "Unknown tool: fly"}, "output.unknown_tool", "xw-002"),
    (
        {"source": "mcp", "signal": "-32602", "facts": {"method": "tools/call", "tool_offered": True}},
        "output.invalid_tool_arguments",
        "xw-003",
    ),
    ({"source": "mcp", "signal": "-32602", "facts": {"method": "resources/read"}}, "tool.execution_failed", "xw-004"),
    ({"source": "mcp", "signal": "-32602", "facts": {"data": {"uri": "file:///a"}}}, "tool.execution_failed", "xw-004"),
    (
        {"source": "mcp", "signal": "-32602", "message": "missing _meta io.modelcontextprotocol/clientInfo"},
        "harness.internal_error",
        "xw-005",
    ),
    ({"source": "mcp", "signal": "-32602"}, "output.invalid_tool_arguments", "draft-t5-03"),
    ({"source": "mcp", "version": "2025-11-25", "signal": "-32002"}, "tool.execution_failed", "xw-006"),
    ({"source": "mcp", "signal": "-32050"}, "tool.execution_failed", "draft-t5-08"),
    ({"source": "mcp", "signal": "-32020"}, "harness.internal_error", "xw-008"),
    ({"source": "mcp", "signal": "request timeout"}, "tool.timeout", "draft-t5-09"),
    ({"source": "mcp", "status": 401}, "upstream.authentication_failed", "xw-015"),
    (
        {"source": "mcp", "status": 403, "facts": {"www_authenticate": 'Bearer error="insufficient_scope"'}},
        "upstream.authentication_failed",
        "xw-016",
    ),
    (
        {"source": "mcp", "status": 403, "facts": {"www_authenticate": ""}, "message": "Origin not allowed"},
        "upstream.invalid_request",
        "xw-017",
    ),
    (
        {"source": "mcp", "version": "2025-11-25", "status": 404, "facts": {"session": True}},
        "tool.not_available",
        "xw-018",
    ),
    # SDKs pass on what the protocol says, and make errors of their own
    ({"source": "mcp-python-sdk", "signal": "-32601"}, "tool.not_available", "xw-011"),
    ({"source": "mcp-python-sdk", "signal": "-32001"}, "tool.timeout", "xw-022"),
    (
        {"source": "mcp-python-sdk", "signal": "-32600", "message": "Session terminated"},
        "tool.not_available",
        "xw-024",
    ),
    ({"source": "mcp-python-sdk", "signal": "-32600"}, "harness.internal_error", "xw-012"),
    (
        {"source": "mcp-python-sdk", "signal": "isError: true", "message": "Unknown tool: fly"},
        "output.unknown_tool",
        "xw-025",
    ),
    (
        {"source": "mcp-typescript-sdk", "signal": "isError=true", "message": "Input validation error: x"},
        "output.invalid_tool_arguments",
        "xw-028",
    ),
    ({"source": "mcp-typescript-sdk", "signal": "isError", "message": "boom"}, "tool.execution_failed", "xw-001"),
    # A2A
    ({"source": "a2a", "signal": "-32001"}, "upstream.invalid_request", "xw-037"),
    ({"source": "a2a", "signal": "TaskNotFoundError"}, "upstream.invalid_request", "xw-037"),
    ({"source": "a2a", "signal": "canceled"}, "upstream.agent_failed", "xw-034"),
    ({"source": "a2a", "signal": "canceled", "facts": {"cancel_requested": True}}, "harness.cancelled", "xw-035"),
    (
        {"source": "a2a", "signal": "auth-required", "facts": {"run_ends": True}},
        "upstream.authentication_failed",
        "xw-036",
    ),
    ({"source": "a2a", "status": 500}, "upstream.unavailable", "draft-t7-15"),
    (
        {"source": "a2a", "status": 500, "facts": {"error_code": "INVALID_AGENT_RESPONSE"}},
        "upstream.invalid_response",
        "xw-048",
    ),
    # Model APIs: the body first, then the status
    ({"source": "openai", "signal": "insufficient_quota", "status": 429}, "upstream.invalid_request", "xw-058"),
    ({"source": "openai", "signal": "billing_hard_limit_reached"}, "upstream.invalid_request", "xw-058"),
    ({"source": "openai", "signal": "nobody_knows", "status": 429}, "upstream.rate_limited", "draft-t8-06"),
    ({"source": "openai", "signal": "openai.RateLimitError"}, "upstream.rate_limited", "xw-061"),
    ({"source": "azure-openai", "signal": "context_length_exceeded"}, "context.window_exceeded", "xw-057"),
    ({"source": "google-gemini", "signal": "RESOURCE_EXHAUSTED"}, "upstream.rate_limited", "xw-092"),
    (
        {"source": "google-gemini", "signal": "INVALID_ARGUMENT", "message": "API key not valid"},
        "upstream.authentication_failed",
        "xw-094",
    ),
    ({"source": "mistral", "signal": "length"}, "output.truncated", "draft-t8-02"),
    # Frameworks: the message of the exception
    ({"source": "smolagents", "signal": "AgentToolExecutionError"}, "tool.execution_failed", "xw-155"),
    (
        {"source": "smolagents", "signal": "AgentToolExecutionError", "message": "Unknown tool fly"},
        "output.unknown_tool",
        "xw-154",
    ),
    (
        {"source": "pydantic-ai", "signal": "UsageLimitExceeded", "facts": {"limit": "request_limit"}},
        "loop.max_turns_exceeded",
        "xw-115",
    ),
    ({"source": "pydantic-ai", "signal": "UnexpectedModelBehavior"}, "output.retries_exhausted", "xw-117"),
    ({"source": "autogen", "signal": "Maximum number of turns 12 reached."}, "loop.max_turns_exceeded", "xw-150"),
    ({"source": "autogen", "signal": "max turns exceeded"}, "loop.max_turns_exceeded", "draft-t8-09"),
    # Nobody knows who sent it, and every row says the same
    ({"signal": "overloaded_error"}, "upstream.overloaded", "xw-076"),
    ({"status": 401}, "upstream.authentication_failed", "xw-015"),
]


@pytest.mark.parametrize(("told", "code", "row"), CASES)
def test_the_most_specific_row_is_used(ask, told, code, row):
    found = ask(**told)
    assert (found.object["code"], found.row.id) == (code, row)


@pytest.mark.parametrize(
    ("told", "assumed"),
    [
        ({"source": "mcp", "signal": "-32602"}, "received by an MCP client; for any other reason"),
        ({"source": "a2a", "signal": "canceled"}, "cancellation not requested by this harness"),
        ({"source": "a2a", "signal": "canceled", "facts": {"cancel_requested": False}}, None),
        ({"source": "a2a", "signal": "-32001"}, None),
        ({"source": "openai", "signal": "RateLimitError"}, "error.code is not a quota code"),
        ({"source": "openai", "signal": "RateLimitError", "facts": {"error_code": "x"}}, None),
    ],
)
def test_a_condition_that_nobody_told_is_named_as_assumed(ask, told, assumed):
    assert ask(**told).assumed == assumed


def test_a_condition_that_does_not_hold_rules_its_row_out(ask):
    found = ask(source="openai", signal="RateLimitError", facts={"error_code": "insufficient_quota"}, status=429)
    assert found.row.id == "draft-t8-06"


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        (
            {"source": "openai-agents-python", "signal": "ModelBehaviorError"},
            {
                "output.unknown_tool",
                "output.invalid_tool_arguments",
                "output.schema_violation",
                "output.malformed",
                "output.empty",
            },
        ),
        (
            {"source": "pydantic-ai", "signal": "UsageLimitExceeded"},
            {"loop.max_turns_exceeded", "loop.budget_exceeded"},
        ),
        ({"source": "vercel-ai-sdk", "signal": "AI_RetryError"}, {"upstream.unavailable", "harness.cancelled"}),
    ],
)
def test_where_only_the_condition_decides_there_is_no_guess(ask, told, codes):
    found = ask(**told)
    assert (found.how, found.object, found.row) == ("ambiguous", None, None)
    assert {each.code for each in found.alternatives} == codes


@pytest.mark.parametrize("number", ["-32001", "-32002", "-32602", "-32603"])
def test_a_number_without_its_protocol_means_nothing(ask, number):
    found = ask(signal=number)
    assert (found.how, found.object) == ("ambiguous", None)
    assert len(found.alternatives) > 1


def test_no_row_gives_no_object_and_the_nearest_signals(ask):
    found = ask(source="openai", signal="rate_limit_exceded")
    assert (found.how, found.object) == ("no_match", None)
    assert found.reason.startswith("No row is about rate_limit_exceded of openai.")
    assert found.nearest[0].signal == "rate_limit_exceeded"


def test_nothing_alike_gives_no_nearest_signals(ask):
    found = ask(source="openai", signal="zzzzzzzzqqqqq")
    assert (found.how, found.nearest) == ("no_match", ())


def test_an_unknown_source_is_named_with_what_may_be_meant(ask):
    found = ask(source="langchian", signal="ToolException")
    assert (found.how, found.object) == ("no_match", None)
    assert found.reason == "langchian is no source of the crosswalk. Did you mean langchain?"


def test_nothing_at_all_is_no_match(ask):
    assert ask(source="mcp").how == "no_match"


@pytest.mark.parametrize(
    "told",
    [
        {"source": "a2a", "signal": "working"},
        {"source": "a2a", "signal": "TASK_STATE_COMPLETED"},
        {"source": "a2a", "signal": "input-required"},
        {"source": "a2a", "signal": "auth-required"},
        {"source": "anthropic", "signal": "end_turn"},
        {"source": "openai", "signal": "stop"},
        {"source": "google-gemini", "signal": "STOP"},
        {"source": "openai", "signal": "stop", "kind": "finish_reason"},
        {"source": "mcp", "status": 202},
        {"status": 304},
    ],
)
def test_what_goes_on_or_ended_well_is_no_error(ask, told):
    found = ask(**told)
    assert (found.how, found.object) == ("not_an_error", None)
    assert found.reason


@pytest.mark.parametrize(("version", "code"), [("2025-11-25", "policy.approval_denied"), ("2026-07-28", None)])
def test_a_version_decides(ask, version, code):
    found = ask(source="mcp", version=version, signal="-1", facts={"method": "sampling/createMessage"})
    assert (found.object and found.object["code"]) == code


def test_a_wait_becomes_retry_after(ask):
    found = ask(source="openai", signal="rate_limit_exceeded", status=429, retry_after=7.5)
    assert found.object == {
        "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
        "title": "Upstream Rate Limited",
        "code": "upstream.rate_limited",
        "origin": "upstream",
        "retry_after": 7.5,
        "upstream": {"provider": "openai", "status": 429, "code": "rate_limit_exceeded"},
    }


def test_a_status_from_nobody_in_particular_names_no_provider(ask):
    assert ask(status=401).object["upstream"] == {"status": 401}


@pytest.mark.parametrize("signal", ["Exception", "TimeoutError", "RuntimeError", "UserError", "refusal"])
def test_a_name_that_is_anybodys_leads_nowhere_without_its_source(ask, signal):
    found = ask(signal=signal)
    assert (found.how, found.object) == ("ambiguous", None)


def test_a_status_from_nobody_in_particular_promises_no_more_than_every_row_for_it(ask, signals):
    rows = [row for row in signals.signals if row.signal == "429"]
    assert {row.confidence for row in rows} == {"exact", "lossy"}
    found = ask(status=429)
    assert (found.object["code"], found.confidence, found.row.id) == ("upstream.rate_limited", "lossy", "draft-t8-06")
    assert ask(source="a2a", status=429).confidence == "exact"


def test_a_condition_of_no_row_is_said_to_have_decided_nothing(ask):
    beside = "The condition that was given is that of no row about this signal, so it decided nothing."
    known = "tools/call naming a tool the server does not offer"
    mistyped = ask(source="mcp", signal="-32602", condition=known.upper())
    assert mistyped.reason.endswith(f" {beside}")
    assert mistyped.row == ask(source="mcp", signal="-32602").row
    assert beside not in ask(source="mcp", signal="-32602", condition=known).reason
