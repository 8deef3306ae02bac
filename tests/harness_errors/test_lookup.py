"""What people have in hand, and where it leads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors.lookup import look_up

pytestmark = pytest.mark.django_db

TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"
INTERIM = "https://agenterrors.org/problems/harness-error"


@pytest.fixture
def find(registry, signals):
    def found(text):
        return list(dict.fromkeys((hit.kind, hit.target) for hit in look_up(text, registry, signals)))

    return found


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
    ],
)
def test_one_code(find, text):
    assert find(text) == [("code", "tool.timeout")]


@pytest.mark.parametrize("text", [TYPE, INTERIM, f'"{TYPE}"'])
def test_the_type_uris(find, text):
    assert find(text) == [("type", text.strip('"'))]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("http://iana.org/assignments/http-problem-types#agent-harness-error", TYPE),
        ("https://www.iana.org/assignments/http-problem-types#agent-harness-error", TYPE),
        ("https://www.iana.org/assignments/http-problem-types.xhtml#agent-harness-error", TYPE),
        (f"{INTERIM}/", INTERIM),
        ("agenterrors.org/problems/harness-error", INTERIM),
    ],
)
def test_a_near_miss_of_a_type_uri_is_never_the_same(find, text, meant):
    assert find(text) == [("suggestion", meant)]


def test_a_category(find):
    assert find("tool") == find("Tool.*") == find("tool.") == [("category", "tool")]


def test_a_private_code(find):
    assert find("x-acme.index_stale") == [("private", "x-acme.index_stale")]
    assert find("failed with x-acme.index_stale") == [("private", "x-acme.index_stale")]


def test_several_codes_in_one_line_keep_their_order(find):
    assert find("upstream.agent_failed caused by loop.timeout") == [
        ("code", "upstream.agent_failed"),
        ("code", "loop.timeout"),
    ]


@pytest.mark.parametrize("text", ["504", "HTTP 504", "HTTP/1.1 504 Gateway Timeout", "status: 504"])
def test_a_status(find, text):
    assert {("code", "loop.timeout"), ("code", "tool.timeout")} <= set(find(text))


def test_a_jsonrpc_number_means_different_things_to_different_protocols(registry, signals):
    hits = look_up("-32001", registry, signals)
    assert {hit.signal.source for hit in hits} == {"a2a", "draft", "mcp-python-sdk"}
    assert all("-32001" in hit.reason and hit.signal.source in hit.reason for hit in hits)


def test_the_minus_sign_of_a_typesetter_is_a_minus(find):
    assert find("\u221232001") == find("-32001")


@pytest.mark.parametrize(
    "text", ["MaxTurnsExceeded", "maxturnsexceeded", "agents.exceptions.MaxTurnsExceeded: after 10"]
)
def test_the_name_of_an_exception(find, text):
    assert find(text) == [("code", "loop.max_turns_exceeded")]


def test_another_exception(find):
    assert find("GraphRecursionError") == [("code", "loop.max_turns_exceeded")]


def test_a_stop_reason(find):
    assert ("code", "output.truncated") in find("max_tokens")


@pytest.mark.parametrize("text", ["", " ", "hello", "tool.nothing", "200", "-2", "null", "undefined", "a" * 2000])
def test_nothing(find, text):
    assert find(text) == []


@pytest.mark.parametrize("text", ["tool.timeouts", "mytool.timeout", "tool.timeout-x", "my-tool.timeout"])
def test_a_code_inside_a_longer_word_is_not_the_code(find, text):
    assert find(text) == []


def test_any_text_has_an_answer(registry, signals):
    @given(st.text(max_size=300))
    def answered(text):
        for hit in look_up(text, registry, signals):
            assert hit.reason

    answered()
