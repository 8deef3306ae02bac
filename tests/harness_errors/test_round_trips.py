"""Whatever is rendered is found again by who receives it, and what receivers make of it is what the draft says."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codes.harness_errors import strict_json
from codes.harness_errors.inspect import inspect
from codes.harness_errors.render import render
from codes.harness_errors.render.http import as_text
from codes.harness_errors.translate import translate_raw
from tests.fixtures_facts.draft_tables import DRAFT
from tests.harness_errors.objects import INTERIM, TYPE

pytestmark = pytest.mark.django_db

CODES = [row[0] for row in DRAFT] + ["tool.not_known", "x-acme.stale", "billing.no_category"]
# What strict JSON refuses in strings is left out: no message with it would be read at all.
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
NUMBER = st.integers(0, 10**6) | st.floats(0, 10**6, allow_nan=False)
FLAG = st.booleans()
LIMIT = st.fixed_dictionaries({"name": st.sampled_from(["turns", "cost"]), "value": NUMBER}, optional={"unit": TEXT})
LOCATION = st.fixed_dictionaries({}, optional={"run_id": TEXT, "turn": st.integers(1, 99), "pointer": TEXT})
UPSTREAM = st.fixed_dictionaries({}, optional={"provider": TEXT, "status": st.integers(400, 599), "code": TEXT})
ANY = st.none() | FLAG | NUMBER | TEXT | st.lists(TEXT, max_size=2) | st.dictionaries(TEXT, TEXT, max_size=2)


def objects(causes):
    """Harness error objects with any of their members, right or wrong, and members that nobody defined."""
    return st.fixed_dictionaries(
        {"type": st.sampled_from([TYPE, INTERIM]), "code": st.sampled_from(CODES)},
        optional={
            "title": TEXT,
            "detail": TEXT | ANY,
            "origin": st.sampled_from(["model", "harness", "tool", "upstream", "user"]) | ANY,
            "retryable": FLAG | ANY,
            "model_recoverable": FLAG | ANY,
            "model_feedback": TEXT | ANY,
            "retry_after": NUMBER,
            "attempts": st.integers(0, 9),
            "limit": LIMIT,
            "location": LOCATION,
            "upstream": UPSTREAM,
            "causes": causes,
            "acme_extension": ANY,
        },
    )


OBJECTS = objects(st.lists(objects(st.just([])), max_size=3))
FORMS = [
    ("json-rpc", None, None, "json_rpc_error"),
    ("mcp", "2025-06-18", None, None),
    ("mcp", "2025-11-25", None, None),
    ("mcp", "2026-07-28", None, None),
    ("a2a", "0.3", "task", "a2a_task_0.3"),
    ("a2a", "1.0", "task", "a2a_task_1.0"),
    ("a2a", "0.3", "task_status", "a2a_task_0.3"),
    ("a2a", "1.0", "task_status", "a2a_task_1.0"),
    ("a2a", "0.3", "protocol_error", "json_rpc_error"),
    ("a2a", "1.0", "protocol_error", "a2a_error_1.0"),
    ("a2a", "1.0", "http_error", "a2a_error_1.0"),
    ("object", None, None, "object"),
    ("log", None, None, "log_line"),
]
CHANNELS = {"tool_execution_error": "mcp_result", "jsonrpc_error": "json_rpc_error"}
usual = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def received(rendering):
    """As it arrives: through JSON, in the message that a status alone stands in."""
    content = rendering.content if isinstance(rendering.content, str) else json.dumps(rendering.content)
    return f'{{"id": "t", "status": {content}}}' if rendering.form == "task_status" else content


@pytest.mark.parametrize(("carrier", "version", "form", "found_in"), FORMS)
@usual
@given(found=OBJECTS)
def test_what_is_rendered_is_found_again_unchanged(registry, carrier, version, form, found_in, found):
    rendering = render(found, registry, carrier, version=version, form=form)
    report = inspect(received(rendering), registry)
    assert report.object == found
    assert report.found_in == (found_in or CHANNELS[rendering.form])


@usual
@given(found=OBJECTS)
def test_over_http_the_object_gains_its_status_and_nothing_else(registry, found):
    content = render(found, registry, "http").content
    report = inspect(as_text(content), registry)
    assert (report.found_in, report.object) == ("http_response", {**found, "status": content["status"]})


@pytest.mark.parametrize(
    ("carrier", "version"),
    [("http", None), ("json-rpc", None), ("mcp", "2025-06-18"), ("mcp", "2025-11-25"), ("mcp", "2026-07-28")],
)
@usual
@given(found=OBJECTS)
def test_received_over_http_json_rpc_and_mcp_the_code_is_kept(registry, signals, carrier, version, found):
    content = render(found, registry, carrier, version=version).content
    raw = as_text(content) if carrier == "http" else content
    back = translate_raw(raw, registry, signals, source="mcp" if carrier == "mcp" else None).object
    assert back["code"] == found["code"]
    if carrier == "mcp":
        own = found.get("origin")
        assert back == {**found, "origin": own if isinstance(own, str) else "tool"}


@pytest.mark.parametrize(
    ("version", "form"),
    [("0.3", "task"), ("1.0", "task"), ("0.3", "protocol_error"), ("1.0", "protocol_error"), ("1.0", "http_error")],
)
@usual
@given(found=OBJECTS)
def test_received_over_a2a_it_is_the_cause_of_a_failed_agent(registry, signals, version, form, found):
    content = render(found, registry, "a2a", version=version, form=form).content
    back = translate_raw(content, registry, signals, source="a2a").object
    assert (back["code"], back["causes"]) == ("upstream.agent_failed", [found])
    defaults = {row[0]: row[3] for row in DRAFT}
    own = found.get("retryable")
    assert back["retryable"] is (own if isinstance(own, bool) else defaults.get(found["code"], False))


@usual
@given(found=OBJECTS)
def test_every_rendering_is_strict_json(registry, found):
    """Draft section 6.2: and an event is read by the rules of server-sent events, one data line."""
    for carrier in ("json-rpc", "mcp", "a2a", "opentelemetry", "tcp-ap", "log", "object"):
        content = render(found, registry, carrier).content
        text = content if isinstance(content, str) else json.dumps(content)
        strict_json.parse(text.encode())
    event = render(found, registry, "event").content
    assert json.loads(event.split("\n")[1].removeprefix("data: ")) == found
