"""POST inspect, GET routing, POST routing/check."""

import json
import logging

import pytest
from django.apps import apps

from codes.web.problems import CATALOGUE
from tests.harness_errors.inspector import draft

pytestmark = pytest.mark.django_db

INSPECT, CHECK = "/api/v1/inspect", "/api/v1/routing/check"
MARK = "sk-a-mark-that-must-stay-nowhere"


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.fixture
def ask(client):
    def ask(address, body, **more):
        content = body if isinstance(body, str | bytes) else json.dumps(body)
        return client.post(address, content, content_type="application/json", **more)

    return ask


def check(answer, slug):
    kind = CATALOGUE[slug]
    assert (answer.status_code, answer["Content-Type"]) == (kind.status, "application/problem+json"), answer.content
    return answer.json()


@pytest.mark.parametrize("raw", [draft.MCP, json.dumps(draft.MCP)])
def test_the_mcp_example_of_the_draft(ask, raw):
    answer = ask(INSPECT, {"raw": raw})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    found = answer.json()
    where = "/result/_meta/org.agenterrors~1harness-error"
    assert (found["release"], found["found_in"], found["pointer"]) == ("1.0.0", "mcp_result", where)
    assert found["object"] == draft.MCP["result"]["_meta"]["org.agenterrors/harness-error"]
    assert [(each["level"], each["rule"], each["section"]) for each in found["findings"]] == [
        ("advice", "detail.missing", "3"),
        ("advice", "mcp.result_type", "MCP 2026-07-28"),
        ("advice", "model_feedback.trust", "10"),
    ]
    assert found["effective"]["retryable"] == {"value": False, "source": "registry"}
    assert found["resolution"] == {
        "code": "output.invalid_tool_arguments",
        "rule": "known",
        "recognized": True,
        "category": "output",
        "title": "Invalid Tool Arguments",
        "owner": "model / tool schema author",
        "superseded_by": [],
        "meant": None,
        "permalink": "https://agenterrors.org/codes/output.invalid_tool_arguments",
    }
    assert [each["action"] for each in found["actions"]] == ["feed_back_to_model", "give_up"]
    assert [each["innermost"] for each in found["causes"]] == [True]
    assert len(found["renderings"]) == 12


def test_a_whole_response_as_text(ask):
    found = ask(INSPECT, {"raw": draft.HTTP}).json()
    assert (found["found_in"], len(found["causes"])) == ("http_response", 2)


# That it is no error object is what was asked: 200, and a finding.
@pytest.mark.parametrize(
    ("raw", "rule", "place"),
    [
        ({"title": "Out of stock"}, "input.no_object", (None, None)),
        ('{"type":', "input.syntax", (1, 9)),
        ('{"a": NaN}', "input.number", (None, None)),
        (None, "input.no_object", (None, None)),
        (7, "input.no_object", (None, None)),
        ([], "input.no_object", (None, None)),
        ("", "input.syntax", (1, 1)),
    ],
)
def test_what_is_no_error_object_is_a_finding(ask, raw, rule, place):
    answer = ask(INSPECT, {"raw": raw})
    assert answer.status_code == 200
    found = answer.json()
    (finding,) = found["findings"]
    assert (finding["rule"], (finding["line"], finding["column"])) == (rule, place)
    assert (found["object"], found["resolution"], found["renderings"]) == (None, None, [])


def test_an_object_that_no_consumer_takes_has_no_renderings(ask):
    found = ask(INSPECT, {"raw": {"type": "about:blank", "code": "tool.timeout"}}).json()
    assert (found["resolution"]["recognized"], found["actions"], found["renderings"]) == (False, [], [])


def test_a_release_can_be_named(ask):
    assert ask(INSPECT, {"raw": 1, "release": "1.0.0"}).json()["release"] == "1.0.0"
    check(ask(INSPECT, {"raw": 1, "release": "9.9.9"}), "unknown-release")


def test_the_routing_table(client, registry):
    answer = client.get("/api/v1/routing")
    found = answer.json()
    assert found["registry"] == {"version": "1.0.0", "sha256": registry.sha256}
    assert [rule["match"]["by"] for rule in found["rules"]] == ["code"] * 31 + ["category"] * 7 + ["any"]
    assert 'rel="describedby"' in answer["Link"]


@pytest.mark.parametrize(
    "table",
    [
        "*,loop.timeout,retry\n*,*,give_up\n",
        '{"* | loop.timeout": "retry", "* | *": "give_up"}',
        {"* | loop.timeout": "retry", "* | *": "give_up"},
    ],
)
def test_a_table_is_checked_however_it_is_written(ask, table):
    answer = ask(CHECK, {"table": table})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    assert answer.json() == {
        "release": "1.0.0",
        "faults": [
            {
                "rule": "retries_in_vain",
                "level": "error",
                "line": 1,
                "code": "loop.timeout",
                "message": "loop.timeout is not retryable by default; retry it only where the object itself says so.",
            }
        ],
        "unrouted": [],
        "new": [],
    }


def test_a_table_made_for_a_release(ask):
    assert ask(CHECK, {"table": "*,*,stop\n", "since": "1.0.0"}).json()["new"] == []
    check(ask(CHECK, {"table": "*,*,stop\n", "since": "0.1.0"}), "unknown-release")


FAULTS = [
    (INSPECT, {}, [("/raw", "missing")]),
    (INSPECT, {"raw": 1, "rew": 2}, [("/rew", "unknown_member")]),
    (INSPECT, {"raw": 1, "release": 1}, [("/release", "wrong_type")]),
    (INSPECT, '{"raw": {"code": 1, "code": 2}}', [("/raw/code", "duplicate_name")]),
    (INSPECT, '{"raw": ', [("", "syntax")]),
    (INSPECT, '{"raw": ' + "[" * 64 + "]" * 64 + "}", [("", "too_deep")]),
    (CHECK, {}, [("/table", "missing")]),
    (CHECK, {"table": ""}, [("/table", "no_table")]),
    (CHECK, {"table": "*,tool.timeout"}, [("/table", "no_table")]),
    (CHECK, {"table": {"tool.timeout": "stop"}}, [("/table", "no_table")]),
    (CHECK, {"table": {"* | *": 1}}, [("/table", "no_table")]),
    (CHECK, {"table": [1]}, [("/table", "wrong_type")]),
    (CHECK, {"table": "*,*,stop\n" * 2001}, [("/table", "no_table")]),
]


@pytest.mark.parametrize(("address", "body", "faults"), FAULTS)
def test_a_wrong_body_is_refused_with_its_place(ask, address, body, faults):
    problem = check(ask(address, body), "invalid-body")
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == faults


@pytest.mark.parametrize("address", [INSPECT, CHECK])
def test_size_and_media_type(client, ask, address):
    check(ask(address, '{"raw": "' + "a" * 65_536 + '"}'), "content-too-large")
    check(client.post(address, b"{}", content_type="text/plain"), "unsupported-media-type")
    answer = client.get(address)
    assert (answer.status_code, answer["Allow"]) == (405, "POST, OPTIONS")


@pytest.mark.parametrize(
    ("address", "body"),
    [
        (INSPECT, {"raw": {"type": draft.TYPE, "code": "tool.timeout", "detail": MARK}}),
        (INSPECT, {"raw": f"HTTP/1.1 500 X\r\n\r\n{{{MARK}"}),
        (INSPECT, {"raw": MARK, "release": MARK}),
        (INSPECT, f'{{"raw": "{MARK}'),
        (CHECK, {"table": f"*,{MARK},stop\n"}),
        (CHECK, {"table": MARK}),
    ],
)
def test_a_body_is_in_no_log_and_no_table(ask, caplog, address, body):
    with caplog.at_level(logging.DEBUG):
        assert ask(address, body).status_code < 500
    assert MARK not in caplog.text
    for model in apps.get_models():
        for row in model.objects.values_list():
            assert MARK not in str(row)


def test_a_failure_of_our_own_tells_nothing_of_the_body(client, ask, monkeypatch, caplog):
    client.raise_request_exception = False
    monkeypatch.setattr("codes.api.inspection.inspect", lambda *_, **__: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        answer = ask(INSPECT, {"raw": MARK})
    check(answer, "internal-error")
    assert MARK.encode() not in answer.content
    assert MARK not in caplog.text
