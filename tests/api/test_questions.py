"""Questions in a body: what is answered, and what is refused with the place of it."""

import json
import logging

import pytest
from django.apps import apps

from codes.web.problems import CATALOGUE
from tests.harness_errors.objects import TURNS, of

pytestmark = pytest.mark.django_db

RENDER, TRANSLATE = "/api/v1/render", "/api/v1/translate"


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
    assert answer.json()["type"] == f"https://agenterrors.org/problems/{slug}"
    return answer.json()


def test_an_object_is_rendered_for_one_carrier(ask):
    answer = ask(RENDER, {"object": TURNS, "carrier": "a2a", "version": "1.0", "form": "protocol_error"})
    assert answer.status_code == 200
    (rendering,) = answer.json()["renderings"]
    assert answer.json()["release"] == "1.0.0"
    assert (rendering["carrier"], rendering["version"], rendering["form"]) == ("a2a", "1.0", "protocol_error")
    assert rendering["content"]["error"]["data"][1]["value"] == TURNS


def test_options_go_to_the_carrier(ask):
    asked = {"object": TURNS, "carrier": "a2a", "options": {"task_id": "t-9", "extension_active": False}}
    (rendering,) = ask(RENDER, asked).json()["renderings"]
    assert rendering["content"]["id"] == "t-9"
    assert rendering["notes"] == ["The client has not activated the extension, so the object stays behind."]


def test_without_a_carrier_all_of_them_in_every_version(ask):
    found = ask(RENDER, {"object": TURNS}).json()["renderings"]
    assert len(found) == 12
    assert [each["version"] for each in found if each["carrier"] == "mcp"] == ["2025-06-18", "2025-11-25", "2026-07-28"]


def test_a_carrier_without_a_place_answers_null_and_why(ask):
    (rendering,) = ask(RENDER, {"object": TURNS, "carrier": "tcp-ap"}).json()["renderings"]
    assert rendering["content"] is None
    assert rendering["notes"]


def test_a_signal_is_translated(ask):
    found = ask(TRANSLATE, {"source": "openai", "signal": "insufficient_quota", "status": 429}).json()
    assert (found["how"], found["row"]["id"], found["confidence"]) == ("row", "xw-058", "lossy")
    assert found["object"] == {
        "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
        "title": "Upstream Invalid Request",
        "code": "upstream.invalid_request",
        "origin": "upstream",
        "retryable": False,
        "upstream": {"provider": "openai", "status": 429, "code": "insufficient_quota"},
    }
    assert [each["code"] for each in found["alternatives"]] == ["upstream.rate_limited"]


def test_a_context_decides(ask):
    asked = {"source": "mcp", "signal": "-32602", "context": {"method": "tools/call", "tool_offered": True}}
    assert ask(TRANSLATE, asked).json()["row"]["id"] == "xw-003"


@pytest.mark.parametrize("raw", [{"isError": True, "content": []}, '{"isError": true, "content": []}'])
def test_a_whole_message_is_translated(ask, raw):
    assert ask(TRANSLATE, {"raw": raw}).json()["object"]["code"] == "tool.execution_failed"


def test_a_release_can_be_named(ask):
    assert ask(TRANSLATE, {"status": 401, "release": "1.0.0"}).json()["release"] == "1.0.0"
    check(ask(TRANSLATE, {"status": 401, "release": "9.9.9"}), "unknown-release")


@pytest.mark.parametrize("address", [RENDER, TRANSLATE, "/api/v1/inspect", "/api/v1/routing/check"])
def test_a_query_is_refused_and_not_passed_over(address, ask):
    """All that is asked stands in the body; `?release=1.0.0` must not be answered from another release."""
    (error,) = check(ask(f"{address}?release=1.0.0", {}), "invalid-parameter")["errors"]
    assert (error["parameter"], error["code"]) == ("release", "unknown_parameter")


FAULTS = [
    (RENDER, {}, [("/object", "missing")]),
    (RENDER, [], [("", "wrong_type")]),
    (RENDER, {"object": 5}, [("/object", "wrong_type")]),
    (RENDER, {"object": {}}, [("/object/code", "missing"), ("/object/type", "missing")]),
    (RENDER, {"object": of("tool.timeout", type="about:blank")}, [("/object/type", "unknown_value")]),
    (RENDER, {"object": of("Tool.Timeout")}, [("/object/code", "invalid_value")]),
    (RENDER, {"object": TURNS, "carier": "http"}, [("/carier", "unknown_member")]),
    (RENDER, {"object": TURNS, "a/b~c": 1}, [("/a~1b~0c", "unknown_member")]),
    (RENDER, {"object": TURNS, "carrier": "smtp"}, [("/carrier", "unknown_value")]),
    (RENDER, {"object": TURNS, "carrier": "mcp", "version": "1"}, [("/version", "invalid_value")]),
    (RENDER, {"object": TURNS, "carrier": "mcp", "form": "task"}, [("/form", "invalid_value")]),
    (RENDER, {"object": TURNS, "version": "1.0"}, [("/version", "invalid_value")]),
    (
        RENDER,
        {"object": TURNS, "carrier": "http", "options": {"trace_id": "t"}},
        [("/options/trace_id", "invalid_value")],
    ),
    (
        RENDER,
        {"object": TURNS, "carrier": "mcp", "options": {"met_by_tool": "false"}},
        [("/options/met_by_tool", "wrong_type")],
    ),
    (TRANSLATE, {}, [("/signal", "missing")]),
    (TRANSLATE, {"source": "mcp"}, [("/signal", "missing")]),
    (TRANSLATE, {"signal": -32602}, [("/signal", "wrong_type")]),
    (TRANSLATE, {"status": 600}, [("/status", "out_of_range")]),
    (TRANSLATE, {"status": True}, [("/status", "wrong_type")]),
    (TRANSLATE, {"signal": "x", "kind": "rumour"}, [("/kind", "unknown_value")]),
    (TRANSLATE, {"signal": "x", "context": {"local": 1}}, [("/context/local", "wrong_type")]),
    (TRANSLATE, {"signal": "x", "context": {"weather": 1}}, [("/context/weather", "unknown_member")]),
    (TRANSLATE, {"raw": {}, "signal": "x", "status": 429}, [("/signal", "not_with_raw"), ("/status", "not_with_raw")]),
    (TRANSLATE, {"raw": '{"a":1,"a":2}'}, [("/raw/a", "duplicate_name")]),
    (TRANSLATE, {"raw": '{"a":'}, [("/raw", "syntax")]),
]


@pytest.mark.parametrize(("address", "body", "faults"), FAULTS)
def test_a_wrong_body_is_refused_with_each_place(ask, address, body, faults):
    problem = check(ask(address, body), "invalid-body")
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == faults
    assert all(each["detail"] for each in problem["errors"])


MALFORMED = {
    "nothing": (b" ", "syntax"),
    "broken": (b'{"object": ', "syntax"),
    "twice": (b'{"signal": "a", "signal": "b"}', "duplicate_name"),
    "NaN": (b'{"retry_after": NaN}', "number"),
    "infinite": (b'{"retry_after": 1e999}', "number"),
    "NUL": (b'{"signal": "\\u0000"}', "string"),
    "half a character": (b'{"signal": "\\ud800"}', "string"),
    "deep": (b'{"raw": ' + b"[" * 70 + b"]" * 70 + b"}", "too_deep"),
    "Latin-1": (b'{"signal": "\xe9"}', "encoding"),
    "a mark before it": (b'\xef\xbb\xbf{"status": 401}', "encoding"),
}


@pytest.mark.parametrize("name", MALFORMED)
@pytest.mark.parametrize("address", [RENDER, TRANSLATE])
def test_what_is_no_strict_json_is_refused_with_its_place(ask, address, name):
    body, code = MALFORMED[name]
    (error,) = check(ask(address, body), "invalid-body")["errors"]
    assert error["code"] == code
    assert error["detail"]


def test_a_long_body_is_refused(ask):
    body = b'{"signal": "' + b"a" * 65_536 + b'"}'
    check(ask(TRANSLATE, body), "content-too-large")


@pytest.mark.parametrize(
    "sent",
    [
        {"content_type": "text/plain"},
        {"content_type": "application/x-www-form-urlencoded"},
        {"content_type": "application/json; charset=utf-16"},
        {"content_type": "application/json", "headers": {"Content-Encoding": "gzip"}},
    ],
)
def test_another_media_type_is_refused(client, sent):
    answer = client.post(TRANSLATE, b'{"status": 401}', **sent)
    assert check(answer, "unsupported-media-type")["accepts"] == ["application/json"]
    assert answer["Accept-Post"] == "application/json"


def test_json_ruled_out_is_refused(ask):
    check(ask(TRANSLATE, {"status": 401}, headers={"Accept": "text/html"}), "not-acceptable")


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE"])
@pytest.mark.parametrize("address", [RENDER, TRANSLATE])
def test_other_methods_are_told_which_one_it_takes(client, method, address):
    answer = client.generic(method, address)
    assert (answer.status_code, answer["Allow"]) == (405, "POST, OPTIONS")
    if method != "HEAD":
        check(answer, "method-not-allowed")


@pytest.mark.parametrize("address", [RENDER, TRANSLATE])
def test_any_site_may_ask_from_a_script(client, ask, address):
    answer = client.options(address, headers={"Origin": "https://example.com"})
    assert (answer.status_code, answer["Access-Control-Allow-Methods"]) == (204, "POST, OPTIONS")
    assert answer["Access-Control-Allow-Headers"] == "Accept, Content-Type"
    assert ask(address, {}, headers={"Origin": "https://example.com"})["Access-Control-Allow-Origin"] == "*"


def test_the_answer_is_for_nobody_to_keep(ask):
    answer = ask(TRANSLATE, {"status": 401})
    assert answer["Cache-Control"] == "private, no-store"
    assert not answer.cookies


MARK = "sk-a-mark-that-must-stay-nowhere"


@pytest.mark.parametrize(
    ("address", "body"),
    [
        (RENDER, {"object": of("tool.timeout", detail=MARK)}),
        (RENDER, {"object": of("tool.timeout", detail=MARK), "carrier": MARK}),
        (TRANSLATE, {"source": "mcp", "signal": MARK, "message": MARK}),
        (TRANSLATE, {"raw": f"HTTP/1.1 401 X\r\n\r\n{MARK}"}),
        (TRANSLATE, f'{{"raw": "{MARK}'),
    ],
)
def test_a_body_is_in_no_log_and_no_table(ask, caplog, address, body):
    with caplog.at_level(logging.DEBUG):
        assert ask(address, body).status_code in (200, 400, 422)
    assert MARK not in caplog.text
    for model in apps.get_models():
        for row in model.objects.values_list():
            assert MARK not in str(row)


def test_a_failure_of_our_own_tells_nothing_of_the_body(client, ask, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("codes.api.translate.translate", lambda *_: 1 / 0)
    answer = ask(TRANSLATE, {"signal": MARK})
    check(answer, "internal-error")
    assert MARK.encode() not in answer.content
