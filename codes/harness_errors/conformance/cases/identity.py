"""Type, code and the words that go with them (draft sections 3, 4.1, 5.3)."""

from ...problem_type import INTERIM_TYPE_URI
from .base import Case, clean, without

_IANA = "https://iana.org/assignments/http-problem-types#"
_UNKNOWN = clean("tool.exploded", "Tool Exploded")

CASES = (
    Case("type.missing", "", without(clean(), "type"), clean()),
    Case(
        "type.near_miss",
        "/type",
        {**clean(), "type": "http://www.iana.org/assignments/http-problem-types#agent-harness-error"},
        {**clean(), "type": INTERIM_TYPE_URI},
    ),
    Case("type.other", "/type", {**clean(), "type": "https://example.org/problems/out-of-stock"}, clean()),
    Case(
        "type.unregistered", "/type", {**clean(), "type": f"{_IANA}tool-timeout"}, {**clean(), "type": INTERIM_TYPE_URI}
    ),
    Case("code.missing", "", without(clean(), "code"), clean()),
    Case("code.syntax", "/code", clean("tool timeout!exceeded", "Exceeded"), clean()),
    Case("code.unknown_category", "/code", clean("billing.card_declined", "Card Declined"), _UNKNOWN),
    Case("code.unknown", "/code", _UNKNOWN, clean()),
    Case("code.look_alike", "/code", clean("tool.time_out"), _UNKNOWN, (("code.unknown", "/code"),)),
    Case("code.private", "/code", clean("x-acme.seat_limit", "Seat Limit"), clean()),
    Case(
        "code.should_have",
        "",
        clean("upstream.rate_limited", "Upstream Rate Limited"),
        clean("upstream.rate_limited", "Upstream Rate Limited", retry_after=30),
    ),
    Case("title.missing", "", without(clean(), "title"), clean()),
    Case("title.differs", "/title", clean(title="Timeout"), clean()),
    Case("detail.missing", "", without(clean(), "detail"), clean()),
    Case("instance.syntax", "/instance", clean(instance="run 8f2c"), clean(instance="urn:run:8f2c%20")),
)

# Where the registry has a deprecated code; the rule has to wait for one otherwise.
DEPRECATED = Case("code.deprecated", "/code", clean(), clean("tool.execution_failed", "Tool Execution Failed"))
