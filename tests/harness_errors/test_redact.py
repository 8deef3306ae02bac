"""What leaves the house of an error object."""

import copy
import json

import pytest

from codes.harness_errors import credentials
from codes.harness_errors.redact import redact

pytestmark = pytest.mark.django_db

TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"
FULL = {
    "type": TYPE,
    "title": "Tool Timeout",
    "status": 504,
    "detail": "lookup(customer='Ada') took 30 s",
    "instance": "https://agent.example/runs/8f2c",
    "code": "tool.timeout",
    "origin": "tool",
    "retryable": True,
    "model_recoverable": False,
    "model_feedback": "The customer Ada has 300 orders.",
    "retry_after": 5,
    "attempts": 2,
    "max_attempts": 2,
    "limit": {"name": "wall_clock_seconds", "value": 30},
    "location": {"run_id": "r", "turn": 5, "tool_name": "lookup", "tool_call_id": "c", "pointer": "/customer"},
    "upstream": {"provider": "acme", "code": "E7"},
    "tenant": "ada-gmbh",
    "causes": [
        {"type": TYPE, "title": "My words", "code": "policy.model_refusal", "origin": "model", "detail": "Ada again"},
        "no object",
    ],
}


def removed(found):
    return [(each.pointer, each.what) for each in found.removed]


def test_an_untrusted_consumer_gets_what_it_needs_to_react_and_no_text(registry):
    given = copy.deepcopy(FULL)
    found = redact(given, registry)
    assert given == FULL
    assert found.object == {
        "type": TYPE,
        "title": "Tool Timeout",
        "status": 504,
        "code": "tool.timeout",
        "origin": "tool",
        "retryable": True,
        "model_recoverable": False,
        "retry_after": 5,
        "attempts": 2,
        "max_attempts": 2,
        "limit": {"name": "wall_clock_seconds", "value": 30},
        "location": {"turn": 5},
        "causes": [{"type": TYPE, "title": "Guardrail Triggered", "code": "policy.guardrail_triggered"}],
    }
    assert removed(found) == [
        ("/detail", "dropped"),
        ("/instance", "dropped"),
        ("/model_feedback", "dropped"),
        ("/location", "cut"),
        ("/upstream", "dropped"),
        ("/tenant", "dropped"),
        ("/causes/0/title", "generalised"),
        ("/causes/0/origin", "dropped"),
        ("/causes/0/detail", "dropped"),
        ("/causes/0/code", "generalised"),
        ("/causes/1", "dropped"),
    ]
    assert all(each.why.endswith(".") for each in found.removed)
    assert "Ada" not in json.dumps(found.object)


@pytest.mark.parametrize("code", ["policy.model_refusal", "policy.content_filtered", "policy.approval_denied"])
def test_guards_cannot_be_told_apart(code, registry):
    entry = registry.code(code)
    specific = {
        "type": TYPE,
        "title": entry.title,
        "code": code,
        "origin": entry.informative.origin,
        "retryable": False,
        "model_recoverable": entry.default_model_recoverable,
        "causes": [],
        "location": {"turn": 2},
    }
    assert redact(specific, registry).object == {
        "type": TYPE,
        "title": "Guardrail Triggered",
        "code": "policy.guardrail_triggered",
        "location": {"turn": 2},
    }


def test_a_trusted_consumer_gets_everything_but_credentials(registry):
    secret = "Bearer not-a-real-token-000000"
    given = {**FULL, "detail": f"Refused: Authorization: {secret}", "api_key": "abc-123"}
    found = redact(given, registry, for_="trusted")
    assert removed(found) == [("/detail", "cut"), ("/api_key", "cut")]
    assert found.object == {**FULL, "detail": found.object["detail"], "api_key": "[removed]"}
    assert found.object["detail"].startswith("Refused: ")
    assert "not-a-real-token" not in found.object["detail"]


def test_what_is_dropped_anyway_is_not_told_twice(registry):
    found = redact({"type": TYPE, "code": "x-acme.a", "detail": "password=hunter2000"}, registry)
    assert removed(found) == [("/detail", "dropped")]


def test_redacting_again_takes_nothing_more(registry):
    for audience in ("trusted", "untrusted"):
        once = redact(FULL, registry, for_=audience)
        assert redact(once.object, registry, for_=audience).object == once.object


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("type", "https://example.org/ada"),
        ("code", "Ada was here"),
        ("code", "a" * 200 + ".b"),
        ("origin", "Ada"),
        ("retryable", "Ada"),
        ("model_recoverable", "Ada"),
        ("status", "Ada"),
        ("retry_after", "Ada"),
        ("attempts", ["Ada"]),
        ("max_attempts", True),
        ("limit", {"name": "orders of Ada", "unit": "Ada"}),
        ("limit", "Ada"),
        ("location", {"turn": "Ada"}),
        ("causes", "Ada"),
    ],
)
def test_no_member_is_a_way_for_free_text(member, value, registry):
    found = redact({"type": TYPE, "code": "tool.timeout", member: value}, registry)
    rest = {"type": TYPE, "code": "tool.timeout"}
    rest.pop(member, None)
    assert removed(found) == [(f"/{member}", "dropped")]
    assert found.object == rest


def test_of_a_limit_what_has_a_fixed_meaning_stays(registry):
    limit = {"name": "cost", "value": 5, "observed": 6, "unit": "EUR"}
    error = {"type": TYPE, "code": "loop.budget_exceeded", "limit": {**limit, "customer": "Ada"}}
    found = redact(error, registry)
    assert found.object["limit"] == limit
    assert removed(found) == [("/limit", "cut")]


def test_another_audience_is_refused(registry):
    with pytest.raises(ValueError):
        redact(FULL, registry, for_="everybody")


# Every secret is made up; they are put together here so that no scanner takes one for real.
@pytest.mark.parametrize(
    "secret",
    [
        "sk-" + "a1" * 12,
        "sk-ant-api03-" + "a1" * 12,
        "sk_live_" + "a1" * 8,
        "ghp_" + "a1" * 18,
        "github_pat_" + "a1" * 18,
        "glpat-" + "a1" * 10,
        "xoxb-" + "12345-" * 3 + "abc",
        "AKIA" + "A1" * 8,
        "AIza" + "a" * 35,
        "hf_" + "a1" * 16,
        "eyJ" + "a1" * 8 + ".eyJ" + "b2" * 8 + ".sig",
        "Bearer " + "a1" * 10,
        "Basic " + "a1" * 10 + "==",
        "password=hunter2000",
        "api_key: 'a1b2c3d4'",
        '"client_secret": "a1b2c3d4"',
        "secret_access_key=" + "aB/c" * 10,
        "Authorization: Basic " + "aBcD" * 4,
        "AccountKey=" + "aB1+" * 20 + "==",
        "Set-Cookie: sessionid=" + "a1" * 10,
        "cookie: theme=dark; sessionid=" + "a1" * 10,
        "gsk_" + "a1" * 16,
        "SG." + "a1" * 11 + "." + "b2" * 20,
        "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIabc\n-----END RSA " + "PRIVATE KEY-----",
    ],
)
def test_what_looks_like_a_credential(secret):
    text = f"It said {secret}, and stopped."
    assert credentials.may_hold(text.lower())
    shown = credentials.without(text)
    assert shown.startswith("It said ")
    assert shown.endswith(", and stopped.")
    assert secret not in shown


def test_a_signature_in_an_address():
    signed = "https://store.example/a?sv=2026&sig=" + "aB1%2B" * 8 + "&se=1"
    assert credentials.without(signed) == "https://store.example/a?sv=2026&[removed]&se=1"


@pytest.mark.parametrize("name", ["private_key", "Set-Cookie", "cookies", "AWS_SECRET_ACCESS_KEY", "x-api-key"])
def test_a_member_that_holds_a_credential_by_its_name(name, registry):
    error = {"type": TYPE, "code": "tool.timeout", "upstream": {"headers": {name: "plain words"}}}
    assert redact(error, registry, for_="trusted").object["upstream"] == {"headers": {name: "[removed]"}}


def test_a_user_in_an_address():
    assert credentials.without("postgres://app:hunter2@db/prod") == "postgres://[removed]@db/prod"


@pytest.mark.parametrize(
    "text",
    [
        "The token limit of 4096 was reached.",
        "max_tokens: 1024000",
        "task-3 asked for key: 1234",
        "https://agenterrors.org/problems/harness-error",
        "basic authentication is not offered",
        "The bearer of bad news.",
        "secretary: none",
        "Cookie: none was sent",
        "The cookie banner: accepted",
        "account: key holder",
    ],
)
def test_what_does_not(text):
    assert list(credentials.find(text)) == []
