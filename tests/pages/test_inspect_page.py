"""/inspect and /routing: what is pasted is answered, shown as text, and kept nowhere."""

import html
import json
import logging
import re
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.conf import settings as site
from django.urls import resolve
from django.views.debug import SafeExceptionReporterFilter

from codes.harness_errors.inspect import RULES
from codes.harness_errors.routing import RULES as ROUTING_RULES
from tests.harness_errors.inspector import draft
from tests.support.markup import foreign_in_html

pytestmark = pytest.mark.django_db

MARK = "sk-a-mark-that-must-stay-nowhere"
# An A2A task with nothing but what says that it failed.
BARE_TASK = json.dumps(
    {
        "status": {
            "state": "failed",
            "message": {
                "parts": [
                    {"kind": "text", "text": "It took too long."},
                    {
                        "kind": "data",
                        "data": {"type": draft.TYPE, "code": "tool.timeout", "detail": "It took too long."},
                        "metadata": {"https://agenterrors.org/ext/a2a/v1": True},
                    },
                ]
            },
        }
    }
)
TABLE = "*,loop.timeout,retry\n*,*,give_up\n"


# What model APIs write has a `type` too, and is not accused of breaking the draft's rules.
OF_MODEL_APIS = {
    '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}': "upstream.overloaded , by row",
    '{"type": "message", "role": "assistant", "content": [{"type": "text"}], "stop_reason": "max_tokens"}': (
        "output.truncated , by row"
    ),
    'HTTP/1.1 429 X\nContent-Type: application/problem+json\n\n{"type": "https://api.example/slow", "status": 429}': (
        "upstream.rate_limited , by row"
    ),
}


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.fixture
def ask(client):
    """The answer to a form, as a browser sends it."""
    return lambda address, fields: client.post(
        address, urlencode(fields), content_type="application/x-www-form-urlencoded"
    )


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().replace("<wbr>", "")).split())


def test_the_forms_are_pages_like_any_other(client):
    for address in ("/inspect", "/routing"):
        answer = client.get(address)
        assert (answer.status_code, answer["Cache-Control"][:6]) == (200, "public")
        assert not answer.cookies
        assert "csrf" not in answer.content.decode()
        assert client.options(address)["Allow"] == "GET, HEAD, OPTIONS, POST"
        refused = client.put(address)
        assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD, OPTIONS, POST")


def test_the_form_lists_every_rule_with_an_id(client):
    page = client.get("/inspect").content.decode()
    assert [rule for rule in RULES if f'<div id="{rule}">' not in page] == []
    assert [rule for rule in ROUTING_RULES if rule not in client.get("/routing").content.decode()] == []


def test_the_example_in_the_box_has_the_fault_that_people_make(client, ask):
    page = client.get("/inspect").content.decode()
    example = page.split("<textarea")[1].split(">\n", 1)[1].split("</textarea>")[0].replace("&quot;", '"')
    said = words(ask("/inspect", {"text": example}))
    assert "tool.timeout Tool Timeout" in said
    assert "It is ignored. What counts is retryable = true" in said


def test_what_it_is_what_is_wrong_what_counts_and_what_to_do(ask):
    answer = ask("/inspect", {"text": draft.HTTP.replace("\n", "\r\n")})
    assert answer.status_code == 200
    said = words(answer)
    assert "output.retries_exhausted Output Retries Exhausted" in said
    assert "A registered code. Found in the body of an HTTP response." in said
    assert "Rule detail.missing , section 3." in said
    assert "retryable false the object" in said
    assert "output.schema_violation Output Schema Violation failed first" in said
    for carrier in ("MCP 2026-07-28", "A2A 0.3", "A2A 1.0", "OpenTelemetry", "Log line"):
        assert carrier in said
    assert "/causes/0/model_feedback dropped:" in said


def test_a_rule_leads_to_its_line_on_the_page_with_the_form(client, ask):
    shown = ask("/inspect", {"text": draft.HTTP}).content.decode()
    (target,) = set(re.findall(r'href="(/inspect[^"]*#[^"]+)"', shown))
    assert target == "/inspect?rules#detail.missing"
    assert '<div id="detail.missing">' in client.get(target).content.decode()


def test_an_mcp_result_with_its_pointer(ask):
    said = words(ask("/inspect", {"text": json.dumps(draft.MCP)}))
    assert "Found in the result of an MCP tool call, at /result/_meta/" in said
    assert "Only if turns to feed errors back are left." in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("it went wrong", "No error object Nothing in it is a harness error object. Is it right?"),
        ('{"isError": true, "content": []}', "harness error object. It is the result of an MCP tool call."),
        ('{\n  "type": "x",\n}', "Line 3, column 1."),
        ('{"type": "about:blank", "code": "tool.timeout"}', "To consumers this is a plain problem"),
        ("error.type=x-acme.seats", "A private code"),
        ("error.type=tool.time_out", "Did you mean tool.timeout ?"),
        ("error.type=tool.exploded", "consumers treat it as a generic error of tool."),
    ],
)
def test_other_things_that_are_pasted(ask, text, said):
    assert said in words(ask("/inspect", {"text": text}))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"isError": true, "content": []}', "What to report for it advice # tool.execution_failed , by row xw-001"),
        ("HTTP/1.1 401 Unauthorized\r\n\r\n{}", "What to report for it"),
        ('{"status": "ERROR", "trace_id": "t", "verdict": null, "error": {"failure_domain": "network"}}', None),
        ("it went wrong", None),
        ('{"type": ', None),
    ],
)
def test_a_signal_without_an_object_is_translated(ask, text, said):
    shown = words(ask("/inspect", {"text": text}))
    assert "No error object" in shown
    assert ("What to report for it" in shown) == (said is not None)
    assert said is None or said in shown


def test_a_chain_is_a_list_inside_a_list(ask):
    inner = {"type": draft.TYPE, "code": "tool.timeout"}
    outer = {"type": draft.TYPE, "code": "upstream.agent_failed", "causes": [inner, {"type": "about:blank"}]}
    chain = ask("/inspect", {"text": json.dumps(outer)}).content.decode().split('id="causes"')[1].split("</section>")[0]
    assert (chain.count("<ul>"), chain.count("</ul>"), chain.count("<li>"), chain.count("failed first")) == (2, 2, 3, 2)


@pytest.mark.parametrize(
    "payload",
    [
        '"><script>alert(1)</script>',
        "</textarea><script>alert(1)</script>",
        "'><img src=x onerror=alert(1)>",
        "{{ 7 }}",
    ],
)
def test_what_is_pasted_is_shown_as_text(ask, payload):
    error = {"type": draft.TYPE, "code": payload, "title": payload, "detail": payload, payload: payload, "limit": {}}
    wrapped = {"type": draft.TYPE, "code": "tool.timeout", "title": payload, "causes": [error]}
    for text in (payload, json.dumps(error), json.dumps(wrapped), f"HTTP/1.1 500 {payload}\n{payload}\n\n{{"):
        assert foreign_in_html(ask("/inspect", {"text": text}).content.decode()) == []
    for table in (payload, f"*,{payload},retry\n*,*,{payload}\n"):
        assert foreign_in_html(ask("/routing", {"table": table, "since": ""}).content.decode()) == []


def test_the_answer_is_for_nobody_to_keep(ask):
    for answer in (
        ask("/inspect", {"text": draft.HTTP}),
        ask("/inspect", {"text": draft.HTTP, "other": "x"}),
        ask("/inspect", {}),
        ask("/routing", {"table": TABLE, "since": ""}),
        ask("/routing", {"table": TABLE, "since": "9.9.9"}),
    ):
        assert answer["Cache-Control"] == "private, no-store"
        assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")
        assert not answer.cookies
        assert "ETag" not in answer.headers


def test_a_table_is_checked(ask):
    said = words(ask("/routing", {"table": TABLE, "since": "1.0.0"}))
    assert "1 remark, measured against release 1.0.0." in said
    assert "loop.timeout is not retryable by default; retry it only where the object itself says so. 1" in said
    assert "nothing is wrong with the table" in words(ask("/routing", {"table": "*,*,stop", "since": ""}))
    assert "It cannot be read. The table has no rows." in words(ask("/routing", {"table": " ", "since": ""}))
    assert "It cannot be read. Row 1: 2 cells" in words(ask("/routing", {"table": "*,a", "since": ""}))


def test_our_own_table_shown_is_one_that_passes(client, ask):
    page = client.get("/routing").content.decode()
    own = page.split("<summary>All rows</summary>")[1].split("<code>")[1].split("</code>")[0]
    assert "nothing is wrong with the table" in words(ask("/routing", {"table": own, "since": "1.0.0"}))


@pytest.mark.parametrize(
    ("address", "fields", "status"),
    [
        ("/inspect", {}, 415),
        ("/inspect", {"other": "x"}, 400),
        ("/inspect", [("text", "a"), ("text", "b")], 400),
        ("/routing", {"table": TABLE}, 400),
        ("/routing", {"since": ""}, 400),
        ("/routing", {"table": TABLE, "since": "9.9.9"}, 404),
    ],
)
def test_a_form_that_is_not_ours_is_refused(ask, address, fields, status):
    assert ask(address, fields).status_code == status


def test_size_and_media_type(client, ask):
    assert "maxlength" not in client.get("/inspect").content.decode().split("<textarea")[1].split(">")[0]
    assert ask("/inspect", {"text": "a" * 65_536}).status_code == 200
    for text in ("a" * 65_537, "é" * 32_769):
        answer = ask("/inspect", {"text": text})
        said = f"At most 65536 bytes (64 KiB) are inspected at a time, and this has {len(text.encode())}"
        assert (answer.status_code, said in words(answer)) == (413, True)
    assert ask("/inspect", {"text": "a" * 250_000}).status_code == 413
    assert "The table has more than 65536 bytes." in words(ask("/routing", {"table": "a" * 70_000, "since": ""}))
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
        assert client.post("/inspect", b"{}", content_type=kind).status_code == 415
    assert client.post("/inspect", {"text": "x"}).status_code == 415


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/inspect", {"text": json.dumps({"type": draft.TYPE, "code": "tool.timeout", "detail": MARK})}),
        ("/inspect", {"text": MARK}),
        ("/inspect", {"text": f'{{"{MARK}'}),
        ("/inspect", {"other": MARK}),
        ("/routing", {"table": f"*,{MARK},stop", "since": ""}),
        ("/routing", {"table": MARK, "since": MARK}),
    ],
)
def test_a_pasted_body_is_in_no_log_and_no_table(ask, caplog, address, fields):
    with caplog.at_level(logging.DEBUG):
        answer = ask(address, fields)
    assert answer.status_code < 500
    assert MARK not in caplog.text
    assert all(MARK not in f"{name}: {value}" for name, value in answer.headers.items())
    for model in apps.get_models():
        for row in model.objects.values_list():
            assert MARK not in str(row)


def test_a_failure_of_our_own_tells_nothing_of_the_body(client, ask, caplog, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("codes.pages.inspection.inspect", lambda *_, **__: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        answer = ask("/inspect", {"text": MARK})
    assert answer.status_code == 500
    assert MARK not in answer.content.decode()
    assert MARK not in caplog.text


def test_a_failure_report_for_operators_leaves_the_body_out(rf, monkeypatch):
    request = rf.post("/inspect", f"text={MARK}", content_type="application/x-www-form-urlencoded")
    monkeypatch.setattr("codes.pages.inspection.inspect", lambda *_, **__: 1 / 0)
    assert not site.DEBUG
    with pytest.raises(ZeroDivisionError):
        resolve("/inspect").func(request)
    assert MARK not in str(SafeExceptionReporterFilter().get_post_parameters(request))


def test_what_is_not_recognised_is_shown_the_way_to_the_look_up_and_put_in_no_address(client, ask):
    page = ask("/inspect", {"text": MARK}).content.decode()
    assert '<a href="/lookup">The look-up</a> knows those of many systems' in page
    assert re.findall(rf'(?:href|action)="[^"]*{MARK}', page) == []
    assert client.get("/lookup").status_code == 200
    for text in (json.dumps({"type": draft.TYPE, "code": "tool.timeout"}), "HTTP/1.1 401 Unauthorized\r\n\r\n{}"):
        assert "knows those of many systems" not in ask("/inspect", {"text": text}).content.decode()


def test_each_example_on_the_page_is_right(client, ask):
    section = client.get("/inspect").content.decode().split('id="examples"')[1].split("</section>")[0]
    shown = [
        html.unescape(each) for each in re.findall(r"<pre[^>]*data-copy[^>]*><code>(.*?)</code>", section, re.DOTALL)
    ]
    assert len(shown) == len(re.findall("<details>", section)) - section.count("no place for it")
    for text in shown:
        said = words(ask("/inspect", {"text": text}))
        assert ("tool.timeout" in said, "breaks a rule" in said) == (True, False), text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps({"type": draft.TYPE}), "Wrong The object breaks a rule."),
        ("it went wrong", "Wrong It could not be read as an error object."),
        (BARE_TASK, "Wrong The carrier breaks a rule. A2A 0.3 requires id in a task."),
    ],
)
def test_what_breaks_a_rule_is_named(ask, text, said):
    assert said in words(ask("/inspect", {"text": text}))


def test_a_control_character_is_said_to_be_at_a_line_once(ask):
    said = words(ask("/inspect", {"text": '{"type": "a\nb"}'}))
    assert "Not JSON: Invalid control character at line 1, column 12." in said


@pytest.mark.parametrize("text", OF_MODEL_APIS)
def test_an_error_of_a_model_api_is_told_what_to_report_for_it(ask, text):
    answer = words(ask("/inspect", {"text": text}))
    assert f"What to report for it advice # {OF_MODEL_APIS[text]}" in answer
    # It comes first, with the object itself and as each carrier writes it.
    assert (
        answer.index("What to report for it") < answer.index("&quot;upstream&quot;: {") < answer.index("Is it right?")
    )
    assert "The same object, as each carrier writes it" in answer
    assert ("code.missing" in answer) is ("https://api.example/slow" in text)
    assert "tool call" not in answer


TRACEBACK = """Traceback (most recent call last):
  File "/app/run.py", line 12, in <module>
    await Runner.run(agent, "hi")
agents.exceptions.MaxTurnsExceeded: Max turns (10) exceeded
"""


@pytest.mark.parametrize("text", [TRACEBACK, "  File x\n" * 3000 + TRACEBACK, "{'error': \"loop.max_turns_exceeded\"}"])
def test_what_only_the_look_up_knows_is_said_here_and_in_no_address(ask, text):
    page = ask("/inspect", {"text": text}).content.decode()
    assert '<a href="/codes/loop.max_turns_exceeded' in page
    assert "The look-up</a> knows" not in page
    assert "lookup?q=" not in page


def test_the_look_up_knows_what_other_conventions_write_and_is_not_asked_of_what_went_well(ask):
    span = json.dumps({"attributes": {"error.type": "agents.exceptions.MaxTurnsExceeded"}})
    assert "/codes/loop.max_turns_exceeded" in ask("/inspect", {"text": span}).content.decode()
    well = json.dumps({"isError": False, "content": [{"type": "text", "text": "see loop.timeout, MaxTurnsExceeded"}]})
    assert "/codes/loop." not in ask("/inspect", {"text": well}).content.decode()


def test_what_nobody_knows_is_sent_to_the_look_up(ask):
    page = ask("/inspect", {"text": "it went wrong"}).content.decode()
    assert "The look-up</a> knows" in page
