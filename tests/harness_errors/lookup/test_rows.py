"""Rows of the crosswalk: which leave no doubt, and which are listed."""

import pytest

from codes.harness_errors.lookup import TOO_LITTLE, says_too_little

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("MaxTurnsExceeded", "loop.max_turns_exceeded"),
        ("maxturnsexceeded", "loop.max_turns_exceeded"),
        ("MaxTurnsExceeded()", "loop.max_turns_exceeded"),
        ("agents.exceptions.MaxTurnsExceeded: after 10", "loop.max_turns_exceeded"),
        ("RunCancelled", "harness.cancelled"),
        ('{"error":{"type":"overloaded_error"}}', "upstream.overloaded"),
        ('{\\"error\\":{\\"type\\":\\"overloaded_error\\"}}', "upstream.overloaded"),
        ('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "upstream.overloaded"),
        ("botocore.errorfactory.ThrottlingException: (ThrottlingException) when calling", "upstream.rate_limited"),
    ],
)
def test_rows_that_leave_no_doubt(leads_to, text, code):
    assert leads_to(text) == code


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Exception", ["xw-146"]),
        ("RuntimeError", ["xw-026"]),
        ("asyncio.TimeoutError", ["xw-145"]),
        ("AgentError", ["xw-156"]),
        ("openai.RateLimitError", ["xw-061"]),
        ("NodeTimeoutError", ["xw-137"]),
        ("GraphRecursionError", ["xw-136"]),
        ("RESOURCE_EXHAUSTED", ["xw-092", "xw-195"]),
        ("api_error", ["xw-075", "xw-166"]),
        ("PERMISSION_DENIED", ["xw-169"]),
        ("failed", ["draft-t7-01"]),
        ("CONSTRAINTS_VALIDATION_FAILED", ["xw-196"]),
        ("MALFORMED_FUNCTION_CALL", ["xw-089"]),
        ("SAFETY", ["xw-087"]),
        ("foo.MaxTurnsExceeded", ["xw-106"]),
        ("-32000", ["xw-021", "draft-t5-08"]),
        ("404", ["xw-018"]),
        ("insufficient_quota", ["xw-058"]),
        ("billing_hard_limit_reached", ["xw-058"]),
        ("openai said insufficient_quota, see billing.", ["xw-058"]),
        ('"code": "insufficient_quota"', ["xw-058"]),
        ("finish_reason: length", ["xw-049", "draft-t8-02"]),
        ("finish_reason=length", ["xw-049", "draft-t8-02"]),
        ("stop_reason=max_tokens", ["xw-066", "xw-086", "xw-095", "draft-t8-01"]),
        ("max_tokens", ["xw-066", "xw-086", "xw-095", "draft-t8-01"]),
        ("state: failed", ["draft-t7-01"]),
        ("transport closed while reading", ["draft-t5-11"]),
        ("error.type=_OTHER", ["xw-193"]),
    ],
)
def test_rows_in_doubt_are_listed(ask, leads_to, text, rows):
    assert [hit.signal.id for hit in ask(text) if hit.kind == "signal"] == rows
    assert leads_to(text) is None


def test_a_row_is_given_whole(ask):
    (hit,) = ask("NodeTimeoutError")
    assert hit.codes == ("loop.timeout", "tool.timeout", "upstream.unavailable")
    for words in ("LangGraph", "lossy: something is lost", "Otherwise tool.timeout or", "Send retryable: true", "1.2."):
        assert words in hit.reason
    (hit,) = ask("insufficient_quota")
    assert "The same for: credit_balance_exhausted, " in hit.reason
    (hit,) = ask("openai.RateLimitError")
    assert "When: error.code is not a quota code" in hit.reason


def test_is_error_is_a_field_with_its_value(ask):
    rows = {hit.signal.signal for hit in ask('{"content": [], "isError": true}')}
    assert rows == {"isError: true"}


@pytest.mark.parametrize(
    "name", ["Exception", "RuntimeError", "ValueError", "TimeoutError", "AgentError", "error", "failed", "unknown"]
)
def test_a_name_that_is_anybodys_is_never_picked_out_of_a_line(ask, leads_to, name):
    assert says_too_little(name)
    assert not [hit for hit in ask(f"{name}: CUDA out of memory") if hit.kind == "signal"]
    assert leads_to(name) is None
    assert all(TOO_LITTLE in hit.reason for hit in ask(name) if hit.kind == "signal")


def test_a_line_with_nothing_known_in_it_leads_nowhere(find):
    assert find("RuntimeError: CUDA out of memory") == []


def test_a_line_with_a_known_word_is_a_guess(find, leads_to):
    line = "TimeoutError: tool search_web did not answer"
    assert find(line) == [("related", "tool.timeout"), ("related", "loop.timeout")]
    assert leads_to(line) is None


def test_the_name_of_a_setting_is_no_stop_reason(find):
    assert {kind for kind, _ in find("max_tokens=1024 temperature=0")} <= {"related"}


def test_every_row_is_found_by_its_own_signal(ask, signals):
    """But for the catch-all, which stands for numbers that are not written."""
    missed = [
        row.id
        for row in signals.signals
        if not any(row.id in (hit.signal and hit.signal.id, hit.twin and hit.twin.id) for hit in ask(_as_met(row)))
    ]
    assert missed == []


def _as_met(row):
    return {"5xx": "502", "-32700 to -32603": "-32650", "other server error": "-32050"}.get(row.signal, row.signal)
