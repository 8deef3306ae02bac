"""Codes, categories and type URIs, as people have them in hand."""

import pytest

pytestmark = pytest.mark.django_db

TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"

INTERIM = "https://agenterrors.org/problems/harness-error"


@pytest.mark.parametrize(
    "text",
    [
        "tool.timeout",
        "TOOL.Timeout",
        " tool.timeout\n",
        '"tool.timeout"',
        "'tool.timeout',",
        "“tool.timeout”",
        "error.type=tool.timeout",
        "error.type: tool.timeout",
        'error_type="tool.timeout"',
        "code: tool.timeout",
        "TOOL_TIMEOUT",
        "/codes/tool.timeout",
        "https://agenterrors.org/codes/tool.timeout/",
        "ERROR run 8f2c turn 5: tool.timeout after 30 s (book_meeting)",
        '{"type": "about:blank", "code": "tool.timeout"}',
        "[tool.timeout] tool.timeout again",
        "HTTP 504 tool.timeout, MCP error -32001, RateLimitError",
    ],
)
def test_one_code(find, leads_to, text):
    assert find(text) == [("code", "tool.timeout")]
    assert leads_to(text) == "tool.timeout"


@pytest.mark.parametrize("text", [TYPE, INTERIM, f'"{TYPE}"'])
def test_the_type_uris(find, leads_to, text):
    assert find(text) == [("type", text.strip('"'))]
    assert leads_to(text) == text.strip('"')


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("http://iana.org/assignments/http-problem-types#agent-harness-error", TYPE),
        ("https://www.iana.org/assignments/http-problem-types#agent-harness-error", TYPE),
        ("https://www.iana.org/assignments/http-problem-types.xhtml#agent-harness-error", TYPE),
        ("https://iana.org/assignments/http-problem-type#agent-harness-errors", TYPE),
        ("#agent-harness-errors", TYPE),
        (f"{INTERIM}/", INTERIM),
        ("agenterrors.org/problems/harness-error", INTERIM),
        ("https://agenterrors.org/problem/harness-error", INTERIM),
        ("/problem/harness-error", INTERIM),
        ("/problems/harness-error", INTERIM),
    ],
)
def test_a_near_miss_of_a_type_uri_is_never_the_same(find, leads_to, text, meant):
    assert find(text) == [("suggestion", meant)]
    assert leads_to(text) is None


@pytest.mark.parametrize("text", ["https://agenterrors.org/problems/", "/problems/not-found", "#agent", "a/b", "#"])
def test_another_address_is_no_near_miss(find, text):
    assert not [kind for kind, _ in find(text) if kind == "suggestion"]


def test_a_category(find):
    assert find("tool") == find("Tool.*") == find("tool.") == [("category", "tool")]


def test_a_private_code(find, leads_to):
    assert find("x-acme.index_stale") == [("private", "x-acme.index_stale")]
    assert find("failed with x-acme.index_stale") == [("private", "x-acme.index_stale")]
    assert leads_to("x-acme.index_stale") is None


def test_several_codes_in_one_line_keep_their_order(find, leads_to):
    line = "upstream.agent_failed caused by loop.timeout"
    assert find(line) == [("code", "upstream.agent_failed"), ("code", "loop.timeout")]
    assert leads_to(line) is None


@pytest.mark.parametrize("text", ["tool.timeouts", "mytool.timeout", "tool.timeout-x", "my-tool.timeout"])
def test_a_code_inside_a_longer_word_is_not_the_code(find, text):
    assert find(text) == []
