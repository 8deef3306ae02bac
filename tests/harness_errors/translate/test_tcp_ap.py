"""TCP/AP envelopes: five closed domains, codes that may be more, and what an envelope owes."""

from typing import Any

import pytest

from codes.harness_errors.render import render
from codes.harness_errors.tcp_ap import RULES, is_envelope, read
from codes.harness_errors.translate.tcp_ap import translate_envelope
from tests.harness_errors.objects import TYPE, of

pytestmark = pytest.mark.django_db

DOMAINS = ("request", "protocol", "artifact", "interpretation", "platform")
STATUS = {"request": 400, "protocol": 400, "artifact": 400, "interpretation": 422, "platform": 503}
GONE = object()


def envelope(domain, code, *, http_status=None, **members):
    """A correct envelope of an error; `GONE` leaves a member out."""
    status = http_status or STATUS[domain]
    found = {
        "status": "EVALUATED" if status == 422 else "ERROR",
        "trace_id": "trace_1",
        "provenance": None,
        "verdict": {"conformant": False, "output_label": None} if status == 422 else None,
        "error": {"failure_domain": domain, "failure_code": code, "param": None, "retryable": False, "message": "m"},
        "attestation": None,
    }
    for name, value in members.items():
        at = found if name in found else found["error"]
        if value is GONE:
            del at[name]
        else:
            at[name] = value
    return found


@pytest.fixture
def ask(registry, signals):
    return lambda data, http_status=None: translate_envelope(data, registry, signals, http_status)


UPSTREAM = {"provider": "tcp-ap", "trace_id": "trace_1"}


def test_a_violated_constraint_is_a_schema_violation_and_the_place_loses_its_prefix(ask):
    found = ask(envelope("artifact", "CONSTRAINTS_VALIDATION_FAILED", param="/artifact/years", message="integer"), 400)
    assert (found.how, found.confidence, found.faults) == ("row", "exact", ())
    assert found.object == {
        "type": TYPE,
        "title": "Output Schema Violation",
        "code": "output.schema_violation",
        "origin": "model",
        "model_recoverable": True,
        "retryable": False,
        "detail": "integer",
        "location": {"pointer": "/years"},
        "upstream": {
            **UPSTREAM,
            "status": 400,
            "failure_domain": "artifact",
            "failure_code": "CONSTRAINTS_VALIDATION_FAILED",
        },
    }


@pytest.mark.parametrize(
    ("domain", "failure", "code", "confidence"),
    [
        ("request", "MISSING_FIELD", "upstream.invalid_request", "close"),
        ("protocol", "PROTOCOL_MALFORMED", "upstream.invalid_request", "lossy"),
        ("interpretation", "INTERPRETATION_DRIFT", "policy.guardrail_triggered", "lossy"),
        ("platform", "KERNEL_FAULT", "upstream.unavailable", "exact"),
    ],
)
def test_the_other_baseline_codes(ask, domain, failure, code, confidence):
    found = ask(envelope(domain, failure))
    assert (found.how, found.object["code"], found.confidence, found.faults) == ("row", code, confidence, ())
    assert found.object["upstream"] == {**UPSTREAM, "failure_domain": domain, "failure_code": failure}


@pytest.mark.parametrize(
    ("domain", "code", "confidence", "owner"),
    [
        ("request", "upstream.invalid_request", "close", "integrator"),
        ("protocol", "upstream.invalid_request", "lossy", "protocol author"),
        ("artifact", "output.schema_violation", "lossy", "whoever regenerates the artifact"),
        ("interpretation", "policy.guardrail_triggered", "lossy", "shared: a person reviews"),
        ("platform", "upstream.unavailable", "close", "operator"),
    ],
)
def test_an_unknown_code_is_translated_by_its_domain(ask, domain, code, confidence, owner):
    found = ask(envelope(domain, "SOMETHING_NEW"))
    assert (found.how, found.object["code"], found.confidence, found.faults) == ("domain", code, confidence, ())
    assert found.reason.endswith(f"{owner} mends it.")


def test_an_interpretation_failure_gives_neither_origin_nor_place_nor_reason(ask):
    found = ask(envelope("interpretation", "INTERPRETATION_DRIFT", message="the reason"), 422).object
    assert set(found) == {"type", "title", "code", "retryable", "upstream"}
    assert "the reason" not in str(found)


@pytest.mark.parametrize(
    ("domain", "http_status", "sent", "retryable"),
    [
        ("platform", 503, True, True),
        ("platform", None, True, True),
        ("platform", 503, False, False),
        ("platform", 503, "true", False),
        ("platform", 400, True, False),
        ("artifact", 400, True, False),
        ("artifact", None, True, False),
        ("interpretation", 422, True, False),
    ],
)
def test_retryable_is_copied_except_where_the_same_fails_again(ask, domain, http_status, sent, retryable):
    assert ask(envelope(domain, "X", retryable=sent), http_status).object["retryable"] is retryable


def test_a_sixth_domain_is_a_fault_and_no_object(ask):
    found = ask(envelope("request", "X", failure_domain="billing"))
    assert (found.how, found.object) == ("no_match", None)
    assert [(fault.rule, fault.pointer) for fault in found.faults] == [("tcp-ap-domain", "/error/failure_domain")]


def test_a_conformant_evaluation_is_no_error(ask):
    fine = {"status": "EVALUATED", "trace_id": "t", "verdict": {"conformant": True, "output_label": "A"}, "error": None}
    assert (ask(fine).how, ask(fine, 200).how, ask(fine).faults) == ("not_an_error", "not_an_error", ())


@pytest.mark.parametrize("http_status", [201, 422, 500])
def test_nothing_but_a_200_is_admissible(http_status):
    fine = {"status": "EVALUATED", "trace_id": "t", "verdict": {"conformant": True, "output_label": "A"}, "error": None}
    assert not read(fine, http_status).admissible


def test_a_conformant_verdict_beside_an_error_is_not_admissible():
    both = envelope(
        "interpretation", "INTERPRETATION_DRIFT", verdict={"conformant": True, "output_label": "A"}, http_status=422
    )
    assert not read(both).admissible


BROKEN: dict[str, list[tuple[dict[str, Any], int | None]]] = {
    "tcp-ap-status": [
        (envelope("request", "X", status="FAILED"), None),
        (envelope("request", "X", status="EVALUATED", verdict={"conformant": False, "output_label": None}), 400),
    ],
    "tcp-ap-trace-id": [(envelope("request", "X", trace_id=GONE), None), (envelope("request", "X", trace_id=""), None)],
    "tcp-ap-verdict": [
        (envelope("request", "X", verdict={}), None),
        (envelope("interpretation", "X", verdict=None), None),
    ],
    "tcp-ap-error": [(envelope("request", "X", error=None), 400), (envelope("request", "X", error="x"), None)],
    "tcp-ap-error-member": [
        (envelope("request", "X", **{name: value}), None)
        for name, value in (("failure_code", 5), ("param", 5), ("retryable", "false"), ("message", GONE))
    ],
    "tcp-ap-domain": [(envelope("request", "X", failure_domain="billing"), None)],
    "tcp-ap-code-domain": [(envelope("request", "KERNEL_FAULT"), None)],
    "tcp-ap-http-status": [(envelope("request", "X"), 404), (envelope("platform", "X"), 400)],
    "tcp-ap-deterministic": [(envelope("artifact", "X", retryable=True), None)],
    "tcp-ap-interpretation": [(envelope("interpretation", "X", param="/artifact/a"), None)],
}


def test_every_rule_has_a_case():
    assert set(BROKEN) == set(RULES)


@pytest.mark.parametrize(
    ("rule", "data", "http_status"),
    [(rule, data, status) for rule, cases in BROKEN.items() for data, status in cases],
)
def test_a_broken_rule_is_named(ask, rule, data, http_status):
    assert [fault.rule for fault in ask(data, http_status).faults] == [rule]


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_correct_envelope_breaks_none(ask, domain):
    assert ask(envelope(domain, "X"), STATUS[domain]).faults == ()


def test_the_error_object_alone_is_read_without_its_envelope(ask):
    found = ask(envelope("platform", "KERNEL_FAULT", retryable=True)["error"])
    assert (found.object["code"], found.object["retryable"], found.faults) == ("upstream.unavailable", True, ())


@pytest.mark.parametrize(
    "data", [None, [], "x", {}, {"status": "ERROR"}, {"status": 1, "error": {}}, {"error": {"code": 1}}]
)
def test_what_is_no_envelope(data):
    assert not is_envelope(data)


@pytest.mark.parametrize(
    "code",
    ["output.schema_violation", "output.malformed", "output.empty", "output.unknown_tool", "upstream.invalid_request",
     "upstream.unavailable", "policy.guardrail_triggered"],
)  # fmt: skip
def test_there_and_back_keeps_the_code(ask, registry, code):
    content = render(of(code), registry, "tcp-ap", trace_id="t").content
    back = ask(content["body"], content["http_status"])
    assert (back.object["code"], back.faults) == (code, ())
