"""The members of draft section 4: their types, their ranges, and what they say together."""

from .base import Case, clean, without

_EXHAUSTED = clean("output.retries_exhausted", "Output Retries Exhausted")
_MALFORMED = clean("output.malformed", "Malformed Output")
_TRUNCATED = clean("output.truncated", "Output Truncated")
_BUDGET = clean("loop.budget_exceeded", "Budget Exceeded")


def _limit(**members: object) -> dict[str, object]:
    return {**_BUDGET, "limit": {"name": "cost", "value": 5, "observed": 5.12, "unit": "EUR", **members}}


CASES = (
    Case("member.json_type", "/retryable", clean(retryable="false"), clean(retryable=True)),
    Case("member.range", "/retry_after", clean(retry_after=-1), clean(retry_after=0.5)),
    Case("member.unknown", "/tenant", clean(tenant="t-1"), clean(instance="urn:t-1")),
    Case("member.look_alike", "/retriable", clean(retriable=True), clean(retryable=True)),
    Case("origin.value", "/origin", clean(origin="llm"), clean(origin="tool")),
    Case("origin.differs", "/origin", clean(origin="harness"), clean(origin="tool")),
    Case("retryable.differs", "/retryable", clean(retryable=False), clean(retryable=True)),
    Case(
        "model_recoverable.differs", "/model_recoverable", clean(model_recoverable=False), clean(model_recoverable=True)
    ),
    Case(
        "model_feedback.unused",
        "/model_feedback",
        {**_TRUNCATED, "model_feedback": "Write less."},
        {**_MALFORMED, "model_feedback": "Write JSON."},
    ),
    Case(
        "model_feedback.missing",
        "",
        {**without(_MALFORMED, "detail"), "model_recoverable": True},
        {**_MALFORMED, "model_recoverable": True},
        (("detail.missing", ""),),
    ),
    Case("retry_after.not_retryable", "/retry_after", {**_MALFORMED, "retry_after": 30}, clean(retry_after=30)),
    Case("attempts.zero", "/attempts", clean(attempts=0), clean(attempts=1)),
    Case("attempts.above_max", "/attempts", clean(attempts=4, max_attempts=3), clean(attempts=3, max_attempts=3)),
    Case(
        "attempts.left",
        "/attempts",
        {**_EXHAUSTED, "attempts": 2, "max_attempts": 3, "causes": [_MALFORMED]},
        {**_EXHAUSTED, "attempts": 3, "max_attempts": 3, "causes": [_MALFORMED]},
    ),
    Case(
        "limit.incomplete",
        "/limit",
        {**_BUDGET, "limit": {"name": "output_tokens"}},
        {**_BUDGET, "limit": {"name": "output_tokens", "value": 4096}},
    ),
    Case(
        "limit.name",
        "/limit/name",
        {**_BUDGET, "limit": {"name": "turns", "value": 50}},
        {**_BUDGET, "limit": {"name": "input_tokens", "value": 50}},
    ),
    Case("limit.unit_missing", "/limit", {**_BUDGET, "limit": {"name": "cost", "value": 5}}, _limit()),
    Case("limit.unit_currency", "/limit/unit", _limit(unit="dollars"), _limit(unit="USD")),
    Case("limit.not_exceeded", "/limit/observed", _limit(observed=4.99), _limit(observed=5)),
    Case(
        "location.pointer",
        "/location/pointer",
        clean(location={"pointer": "items/0"}),
        clean(location={"pointer": "/items/0/a~1b"}),
    ),
)
