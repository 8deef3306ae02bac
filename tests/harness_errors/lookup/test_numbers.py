"""HTTP statuses and JSON-RPC numbers, which mean different things to different people."""

import pytest

pytestmark = pytest.mark.django_db

QUOTA = (
    "Error code: 429 - {'error': {'message': 'You exceeded your current quota', 'type': 'insufficient_quota',"
    " 'param': None, 'code': 'insufficient_quota'}}"
)

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
