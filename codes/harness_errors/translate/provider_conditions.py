"""Conditions of the rows for model APIs, and TCP/AP, gRPC and telemetry, which have none."""

from collections.abc import Mapping

from .received import Received
from .verdicts import Test, Verdict, any_of, fact, says, unless

_QUOTA_CODES = (
    "insufficient_quota",
    "credit_balance_exhausted",
    "organization_spend_limit_exceeded",
    "project_spend_limit_exceeded",
    "organization_usage_limit_exceeded",
    "billing_hard_limit_reached",
)


def _per_day(received: Received) -> Verdict:
    """Google writes the quota's name into the details, such as GenerateRequestsPerDayPerProject."""
    data = received.facts.get("data")
    if data is None and received.message is None:
        return Verdict.UNKNOWN
    told = f"{data} {received.message}".lower().replace(" ", "")
    return Verdict.YES if "perday" in told else Verdict.NO


PROVIDERS: Mapping[str, Test] = {
    "error.code is not a quota code": unless(fact("error_code", *_QUOTA_CODES)),
    "HTTP 400, innererror.code ResponsibleAIPolicyViolation": fact("error_code", "ResponsibleAIPolicyViolation"),
    "details.error_code is not a spend limit": unless(fact("error_code", "enforced_spend_limit_reached")),
    "no PerDay quota in details": unless(_per_day),
    "message says the input token count exceeds the maximum": says(r"token count.*exceeds"),
    "ErrorInfo.reason API_KEY_INVALID": any_of(
        fact("error_code", "API_KEY_INVALID"), says(r"API[_ ]key.*(not valid|invalid)|API_KEY_INVALID")
    ),
}
