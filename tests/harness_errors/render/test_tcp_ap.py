import pytest

from codes.harness_errors.render import render
from tests.fixtures_facts.draft_tables import DRAFT
from tests.harness_errors.objects import of

pytestmark = pytest.mark.django_db

CONSTRAINTS = ("artifact", "CONSTRAINTS_VALIDATION_FAILED", 400)
# code: failure domain, failure code, HTTP status; every other code has no form.
PLACES = {
    "output.schema_violation": CONSTRAINTS,
    "output.invalid_tool_arguments": CONSTRAINTS,
    "output.malformed": ("artifact", "OUTPUT_MALFORMED", 400),
    "output.truncated": ("artifact", "OUTPUT_TRUNCATED", 400),
    "output.empty": ("artifact", "OUTPUT_EMPTY", 400),
    "output.unknown_tool": ("artifact", "OUTPUT_UNKNOWN_TOOL", 400),
    "output.retries_exhausted": ("artifact", "OUTPUT_RETRIES_EXHAUSTED", 400),
    "upstream.invalid_request": ("request", "UPSTREAM_INVALID_REQUEST", 400),
    "upstream.overloaded": ("platform", "KERNEL_FAULT", 503),
    "upstream.unavailable": ("platform", "KERNEL_FAULT", 503),
    "harness.internal_error": ("platform", "KERNEL_FAULT", 500),
    "policy.guardrail_triggered": ("interpretation", "INTERPRETATION_DRIFT", 422),
}


@pytest.mark.parametrize("code", [row[0] for row in DRAFT])
def test_every_code_has_its_place_or_none(registry, code):
    content = render(of(code), registry, "tcp-ap", trace_id="t-1").content
    if code not in PLACES:
        assert content is None
        return
    error = content["body"]["error"]
    assert (error["failure_domain"], error["failure_code"], content["http_status"]) == PLACES[code]


def test_where_there_is_no_form_the_answer_says_so(registry):
    found = render(of("loop.timeout"), registry, "tcp-ap")
    assert found.notes == ("loop.timeout has no form in TCP/AP: none of its five domains is about that.",)


def test_a_whole_envelope(registry):
    given = of("output.schema_violation", detail="years must be an integer", location={"pointer": "/years"})
    assert render(given, registry, "tcp-ap", trace_id="t-1").content == {
        "http_status": 400,
        "body": {
            "status": "ERROR",
            "trace_id": "t-1",
            "provenance": None,
            "verdict": None,
            "error": {
                "failure_domain": "artifact",
                "failure_code": "CONSTRAINTS_VALIDATION_FAILED",
                "param": "/artifact/years",
                "retryable": False,
                "message": "years must be an integer",
            },
            "attestation": None,
        },
    }


def test_an_interpretation_failure_is_the_same_body_whatever_the_reason(registry):
    given = [
        of("policy.guardrail_triggered", detail=detail, location={"pointer": pointer}, retryable=retryable)
        for detail, pointer, retryable in (("rule 7 of two", "/a", True), ("none", "/b", False))
    ]
    one, other = (render(each, registry, "tcp-ap", trace_id="t-1").content for each in given)
    assert one == other
    assert (one["http_status"], one["body"]["status"]) == (422, "EVALUATED")
    assert one["body"]["verdict"] == {"conformant": False, "output_label": None}
    assert (one["body"]["error"]["param"], one["body"]["error"]["retryable"]) == (None, False)


@pytest.mark.parametrize(
    ("code", "members", "retryable"),
    [
        ("upstream.unavailable", {}, True),
        ("upstream.unavailable", {"retryable": False}, False),
        ("upstream.unavailable", {"retryable": "false"}, True),
        ("harness.internal_error", {}, False),
        ("harness.internal_error", {"retryable": True}, True),
        ("output.empty", {}, False),
        ("output.schema_violation", {"retryable": True}, False),
    ],
)
def test_retryable_is_the_effective_value_and_false_for_400_and_422(registry, code, members, retryable):
    found = render(of(code, **members), registry, "tcp-ap", trace_id="t-1")
    assert found.content["body"]["error"]["retryable"] is retryable


def test_what_came_from_tcp_ap_goes_back_as_it_came(registry):
    upstream = {
        "provider": "tcp-ap",
        "failure_domain": "protocol",
        "failure_code": "PROTOCOL_MALFORMED",
        "param": "/protocol/rules",
        "trace_id": "t-9",
    }
    body = render(of("upstream.invalid_request", upstream=upstream), registry, "tcp-ap").content["body"]
    assert body["trace_id"] == "t-9"
    assert (body["error"]["failure_domain"], body["error"]["failure_code"], body["error"]["param"]) == (
        "protocol",
        "PROTOCOL_MALFORMED",
        "/protocol/rules",
    )


def test_a_domain_that_does_not_fit_the_code_is_not_believed(registry):
    upstream = {"provider": "tcp-ap", "failure_domain": "platform", "failure_code": "KERNEL_FAULT"}
    error = render(of("output.empty", upstream=upstream), registry, "tcp-ap", trace_id="t").content["body"]["error"]
    assert (error["failure_domain"], error["failure_code"]) == ("artifact", "OUTPUT_EMPTY")


def test_a_missing_trace_id_is_told(registry):
    found = render(of("upstream.unavailable"), registry, "tcp-ap")
    assert found.content["body"]["trace_id"] is None
    assert found.notes == ("trace_id is null: TCP/AP requires one on every response, and none was given.",)
