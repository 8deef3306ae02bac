"""Harness error objects for tests, written out: nothing here comes from the code under test."""

TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"
INTERIM = "https://agenterrors.org/problems/harness-error"

ARGUMENTS = {
    "type": TYPE,
    "title": "Invalid Tool Arguments",
    "status": 422,
    "detail": "Argument date of user 7 was '4 November'.",
    "code": "output.invalid_tool_arguments",
    "origin": "model",
    "model_recoverable": True,
    "model_feedback": "date must be written as YYYY-MM-DD; got 4 November.",
    "location": {"tool_name": "reserve_table", "pointer": "/date"},
}
TURNS = {
    "type": TYPE,
    "title": "Maximum Turns Exceeded",
    "detail": "Gave up after 50 turns without a plan.",
    "code": "loop.max_turns_exceeded",
    "origin": "harness",
    "retryable": False,
    "model_recoverable": False,
    "limit": {"name": "turns", "value": 50, "observed": 50},
}
RATE = {
    "type": INTERIM,
    "title": "Upstream Rate Limited",
    "code": "upstream.rate_limited",
    "origin": "upstream",
    "retryable": True,
    "retry_after": 29.2,
}


def of(code, **members):
    """The least that is a harness error object."""
    return {"type": TYPE, "code": code, **members}


def without_status(found):
    return {name: value for name, value in found.items() if name != "status"}
