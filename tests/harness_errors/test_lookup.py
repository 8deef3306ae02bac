"""What people have in hand, and where it leads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors.lookup import KINDS, TOO_LITTLE, certain, look_up, says_too_little

pytestmark = pytest.mark.django_db

TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"
INTERIM = "https://agenterrors.org/problems/harness-error"
QUOTA = (
    "Error code: 429 - {'error': {'message': 'You exceeded your current quota', 'type': 'insufficient_quota',"
    " 'param': None, 'code': 'insufficient_quota'}}"
)


@pytest.fixture
def ask(registry, signals):
    return lambda text: look_up(text, registry, signals)


@pytest.fixture
def find(ask):
    """Kinds and targets, each pair once."""
    return lambda text: list(dict.fromkeys((hit.kind, hit.target) for hit in ask(text)))


@pytest.fixture
def leads_to(ask):
    """Where there is no doubt: the target, else None."""
    return lambda text: hit.target if (hit := certain(ask(text))) else None


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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("MaxTurnsExceeded", "loop.max_turns_exceeded"),
        ("maxturnsexceeded", "loop.max_turns_exceeded"),
        ("MaxTurnsExceeded()", "loop.max_turns_exceeded"),
        ("agents.exceptions.MaxTurnsExceeded: after 10", "loop.max_turns_exceeded"),
        ("RunCancelled", "harness.cancelled"),
        ('{"error":{"type":"overloaded_error"}}', "upstream.overloaded"),
        ('{\\"error\\":{\\"type\\":\\"overloaded_error\\"}}', "upstream.overloaded"),
        ('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "upstream.overloaded"),
        ("botocore.errorfactory.ThrottlingException: (ThrottlingException) when calling", "upstream.rate_limited"),
    ],
)
def test_rows_that_leave_no_doubt(leads_to, text, code):
    assert leads_to(text) == code


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Exception", ["xw-146"]),
        ("RuntimeError", ["xw-026"]),
        ("asyncio.TimeoutError", ["xw-145"]),
        ("AgentError", ["xw-156"]),
        ("openai.RateLimitError", ["xw-061"]),
        ("NodeTimeoutError", ["xw-137"]),
        ("GraphRecursionError", ["xw-136"]),
        ("RESOURCE_EXHAUSTED", ["xw-092", "xw-195"]),
        ("api_error", ["xw-075", "xw-166"]),
        ("PERMISSION_DENIED", ["xw-169"]),
        ("failed", ["draft-t7-01"]),
        ("CONSTRAINTS_VALIDATION_FAILED", ["xw-196"]),
        ("MALFORMED_FUNCTION_CALL", ["xw-089"]),
        ("SAFETY", ["xw-087"]),
        ("foo.MaxTurnsExceeded", ["xw-106"]),
        ("-32000", ["xw-021", "draft-t5-08"]),
        ("404", ["xw-018"]),
        ("insufficient_quota", ["xw-058"]),
        ("billing_hard_limit_reached", ["xw-058"]),
        ("openai said insufficient_quota, see billing.", ["xw-058"]),
        ('"code": "insufficient_quota"', ["xw-058"]),
        ("finish_reason: length", ["xw-049", "draft-t8-02"]),
        ("finish_reason=length", ["xw-049", "draft-t8-02"]),
        ("stop_reason=max_tokens", ["xw-066", "xw-086", "xw-095", "draft-t8-01"]),
        ("max_tokens", ["xw-066", "xw-086", "xw-095", "draft-t8-01"]),
        ("state: failed", ["draft-t7-01"]),
        ("transport closed while reading", ["draft-t5-11"]),
        ("error.type=_OTHER", ["xw-193"]),
    ],
)
def test_rows_in_doubt_are_listed(ask, leads_to, text, rows):
    assert [hit.signal.id for hit in ask(text) if hit.kind == "signal"] == rows
    assert leads_to(text) is None


def test_a_row_is_given_whole(ask):
    (hit,) = ask("NodeTimeoutError")
    assert hit.codes == ("loop.timeout", "tool.timeout", "upstream.unavailable")
    for words in ("LangGraph", "lossy: something is lost", "Otherwise tool.timeout or", "Send retryable: true", "1.2."):
        assert words in hit.reason
    (hit,) = ask("insufficient_quota")
    assert "The same for: credit_balance_exhausted, " in hit.reason
    (hit,) = ask("openai.RateLimitError")
    assert "When: error.code is not a quota code" in hit.reason


def test_is_error_is_a_field_with_its_value(ask):
    rows = {hit.signal.signal for hit in ask('{"content": [], "isError": true}')}
    assert rows == {"isError: true"}


@pytest.mark.parametrize(
    "name", ["Exception", "RuntimeError", "ValueError", "TimeoutError", "AgentError", "error", "failed", "unknown"]
)
def test_a_name_that_is_anybodys_is_never_picked_out_of_a_line(ask, leads_to, name):
    assert says_too_little(name)
    assert not [hit for hit in ask(f"{name}: CUDA out of memory") if hit.kind == "signal"]
    assert leads_to(name) is None
    assert all(TOO_LITTLE in hit.reason for hit in ask(name) if hit.kind == "signal")


def test_a_line_with_nothing_known_in_it_leads_nowhere(find):
    assert find("RuntimeError: CUDA out of memory") == []


def test_a_line_with_a_known_word_is_a_guess(find, leads_to):
    line = "TimeoutError: tool search_web did not answer"
    assert find(line) == [("related", "tool.timeout"), ("related", "loop.timeout")]
    assert leads_to(line) is None


def test_the_name_of_a_setting_is_no_stop_reason(find):
    assert {kind for kind, _ in find("max_tokens=1024 temperature=0")} <= {"related"}


SPELLINGS = [
    "{}", "HTTP {}", "http {}", "HTTP/1.1 {} {phrase}", "HTTP/2 {}", "{} {phrase}", "status: {}", "status {}",
    "status code {}", "status=502", "status={}", "status_code={}", '"status": {}', "HTTP status {}", "HTTP error {}",
    "Error code: {}", "Error code: {} - {{}}", '"HTTP/1.1 {} {phrase}"', "'{} {phrase}'",
]  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_spelling_of_a_status_does_not_change_the_answer(ask, spelling):
    assert ask(spelling.format(502, phrase="Bad Gateway")) == ask("502")


@pytest.mark.parametrize(
    "line",
    [
        'HTTP Request: POST https://api.example.com/v1/chat/completions "HTTP/1.1 502 Bad Gateway"',
        "HTTPStatusError: Server error '502 Bad Gateway' for url 'https://api.example.com/'",
        "upstream answered status=502 after 3 tries",
    ],
)
def test_a_status_inside_a_line(ask, line):
    assert ask(line) == ask("502")


@pytest.mark.parametrize(
    ("status", "received", "sent"),
    [
        (401, ["xw-015", "draft-t5-13", "draft-t7-12"], 0),
        (403, ["xw-016", "xw-017", "draft-t5-14", "draft-t7-13"], 5),
        (404, ["xw-018"], 0),
        (408, [], 0),
        (413, ["xw-077"], 0),
        (422, [], 16),
        (429, ["draft-t7-11", "draft-t8-06"], 1),
        (500, ["xw-048", "draft-t7-15"], 1),
        (502, ["draft-t7-15"], 4),
        (503, ["draft-t8-08", "draft-t7-15"], 2),
        (504, ["draft-t7-15"], 2),
        (529, ["draft-t8-07", "draft-t7-15"], 0),
    ],
)
def test_a_status_is_answered_for_who_received_it_and_for_who_sends_it(ask, leads_to, registry, status, received, sent):
    hits = ask(str(status))
    assert hits
    assert leads_to(str(status)) is None
    assert [hit.signal.id for hit in hits if hit.kind == "signal"] == received
    recommended = [hit.target for hit in hits if hit.kind == "recommended"]
    assert recommended == [each.code for each in registry.codes if each.informative.http_status == status]
    assert len(recommended) == sent
    assert all("read the body first" in hit.reason for hit in hits if hit.kind == "signal")


def test_429_warns_of_a_used_up_quota(ask):
    assert all("retryable: false" in hit.reason for hit in ask("429") if hit.kind == "signal")


def test_what_stands_in_the_body_comes_before_the_status(ask):
    first, *others = ask(QUOTA)
    assert first.signal.id == "xw-058"
    assert first.signal.overrides == {"retryable": False}
    assert others == ask("429")


def test_a_jsonrpc_number_means_different_things_to_different_protocols(ask):
    hits = {hit.signal.id: hit for hit in ask("-32001")}
    assert list(hits) == ["xw-022", "xw-037", "draft-t5-08"]
    assert "MCP Python SDK: its own time-out, never on the wire" in hits["xw-022"].reason
    assert "A2A: task not found" in hits["xw-037"].reason
    assert hits["xw-037"].twin.id == "draft-t7-04"


@pytest.mark.parametrize(
    ("number", "rows"),
    [
        ("-32005", ["xw-041", "draft-t5-08"]),
        ("-32020", ["xw-008"]),
        ("-32050", ["draft-t5-08"]),
        ("-32600", ["xw-012", "xw-024"]),
        ("-32601", ["xw-011", "draft-t5-04"]),
        ("-32603", ["xw-014", "xw-047", "draft-t5-07", "draft-t7-10"]),
        ("-32700", ["xw-013", "draft-t7-10"]),
        ("-1", ["xw-019"]),
        ("-32500", []),
    ],
)
def test_the_rows_of_a_number(ask, leads_to, number, rows):
    assert [hit.signal.id for hit in ask(number)] == rows
    assert leads_to(number) is None


@pytest.mark.parametrize(
    "text",
    [
        "\u221232001",
        "JSON-RPC -32001",
        "MCP error -32001: Request timed out",
        '{"error": {"code": -32001, "message": "x"}}',
        "code=-32001",
    ],
)
def test_the_spelling_of_a_number_does_not_change_the_answer(ask, text):
    assert ask(text) == ask("-32001")


@pytest.mark.parametrize(
    ("text", "signals_"),
    [
        ("pause_turn", ["pause_turn"]),
        ("stop_reason: pause_turn", ["pause_turn"]),
        ('{"stop_reason":"pause_turn"}', ["pause_turn"]),
        ("input required", ["TASK_STATE_INPUT_REQUIRED", "resultType: input_required"]),
        ("input-required", ["TASK_STATE_INPUT_REQUIRED", "resultType: input_required"]),
        ("TASK_STATE_INPUT_REQUIRED", ["TASK_STATE_INPUT_REQUIRED"]),
        ("langgraph.errors.GraphInterrupt: waiting", ["GraphInterrupt"]),
        ("CallDeferred", ["ApprovalRequired / CallDeferred"]),
        ("end_turn", ["end_turn"]),
        ("finish_reason=stop", ["stop"]),
    ],
)
def test_what_is_no_error_is_said_to_be_none(ask, leads_to, text, signals_):
    hits = ask(text)
    assert [(hit.kind, hit.target) for hit in hits] == [("non_error", signal) for signal in signals_]
    assert all(hit.reason.startswith("No error") for hit in hits)
    assert leads_to(text) is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("quota", {"upstream.invalid_request"}),
        ("ECONNRESET", {"upstream.unavailable", "tool.not_available"}),
        ("read ECONNRESET", {"upstream.unavailable", "tool.not_available"}),
        ("connection reset by peer", {"upstream.unavailable", "tool.not_available"}),
        (
            "json.decoder.JSONDecodeError: Expecting value: line 1",
            {"output.malformed", "output.invalid_tool_arguments", "upstream.invalid_response"},
        ),
        ("guardrail", {"policy.guardrail_triggered"}),
        ("prompt is too long", {"context.window_exceeded"}),
    ],
)
def test_before_giving_up_words_are_searched_for(ask, leads_to, text, codes):
    hits = ask(text)
    assert {hit.kind for hit in hits} == {"related"}
    assert {hit.target for hit in hits} == codes
    assert leads_to(text) is None


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "tool.nothing", "200", "-2", "null", "undefined", "a" * 2000, "the model did not answer"]
)
def test_nothing(find, text):
    assert find(text) == []


@pytest.mark.parametrize("text", ["tool.timeouts", "mytool.timeout", "tool.timeout-x", "my-tool.timeout"])
def test_a_code_inside_a_longer_word_is_not_the_code(find, text):
    assert find(text) == []


def test_any_text_has_an_answer(registry, signals):
    pieces = st.sampled_from(
        [row.signal for row in signals.signals] + ["{", '"', ":", "=", " ", "HTTP", "429", "-32001"]
    )

    @given(st.one_of(st.text(max_size=300), st.lists(pieces, max_size=12).map("".join)))
    def answered(text):
        hits = look_up(text, registry, signals)
        for hit in hits:
            assert hit.reason
            assert hit.kind in KINDS
            assert all(registry.code(code) for code in hit.codes) or hit.signal is None
        if (hit := certain(hits)) and hit.signal:
            assert (hit.signal.confidence, hit.signal.condition, hit.signal.overrides) == ("exact", None, {})

    answered()


@pytest.mark.parametrize(
    "text", [" " * 2000, "a " * 1000, "A-" * 1000, "status" + " " * 1990, "502" + " A" * 990, "=" * 2000, "a=" * 1000]
)
def test_long_text_is_read_in_time(ask, text):
    ask(text)


def test_every_row_is_found_by_its_own_signal(ask, signals):
    """But for the catch-all, which stands for numbers that are not written."""
    missed = [
        row.id
        for row in signals.signals
        if not any(row.id in (hit.signal and hit.signal.id, hit.twin and hit.twin.id) for hit in ask(_as_met(row)))
    ]
    assert missed == []


def _as_met(row):
    return {"5xx": "502", "-32700 to -32603": "-32650", "other server error": "-32050"}.get(row.signal, row.signal)
