import html
import json
import re

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.from_memory]

INTERIM = "https://agenterrors.org/problems/harness-error"


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.fixture
def ask(client):
    return lambda asked, accept="text/html": client.get("/lookup", {"q": asked}, headers={"Accept": accept})


def shown(answer):
    """The text that a person reads, its white space made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.mark.parametrize("accept", ["text/html", "text/markdown"])
@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("TOOL.Timeout", "/codes/tool.timeout"),
        ("TOOL_TIMEOUT", "/codes/tool.timeout"),
        (INTERIM, "/problems/harness-error"),
        ("https://iana.org/assignments/http-problem-types#agent-harness-error", "/problems/harness-error"),
        ("tool", "/categories/tool"),
        ("MaxTurnsExceeded", "/codes/loop.max_turns_exceeded#xw-106"),
    ],
)
def test_what_leaves_no_doubt_leads_to_its_page(asked, target, accept, ask):
    answer = ask(asked, accept)
    assert (answer.status_code, answer["Location"], answer["Vary"]) == (302, target, "Accept")


def test_who_asks_for_json_gets_the_one_hit_in_a_list(ask):
    answer = ask("MaxTurnsExceeded", "application/json")
    assert answer.status_code == 200
    assert "Accept" in answer["Vary"]
    data = json.loads(answer.content)
    assert (data["release"], data["asked"]) == ("1.0.0", "MaxTurnsExceeded")
    (hit,) = data["hits"]
    assert hit.keys() == {"kind", "target", "permalink", "reason", "signal"}
    assert (hit["kind"], hit["target"]) == ("signal", "loop.max_turns_exceeded")
    assert hit["permalink"].endswith("/codes/loop.max_turns_exceeded#xw-106")
    assert hit["signal"]["id"] == "xw-106"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            "504",
            [
                "You received it from a provider, tool or agent: read the body first",
                "5xx",
                "A harness sends it with these codes",
                "loop.timeout",
                "tool.timeout",
            ],
        ),
        ("429", ["used-up quota", "retryable: false", "upstream.rate_limited"]),
        (
            "-32001",
            [
                "As a JSON-RPC number",
                "The same number means different things",
                "A2A: task not found",
                "MCP Python SDK: its own time-out, never on the wire",
                "The draft says the same",
            ],
        ),
        (INTERIM.replace("https", "http"), ["Did you mean", INTERIM]),
        ("x-acme.thing", ["x-acme.thing", "private"]),
        ("pause_turn", ["No error", "pause_turn", "Provider paused a long turn"]),
        ("quota", ["May be about", "A guess from the words", "insufficient_quota", "send retryable: false"]),
        ("TimeoutError", ["The name alone says too little", "When: max_execution_time"]),
        (
            "NodeTimeoutError",
            [
                "LangGraph: NodeTimeoutError",
                "loop.timeout , or tool.timeout , or upstream.unavailable",
                "send retryable: true",
                "Fit lossy: something is lost, or a default is wrong",
                "A single node ran out of time",
                "Version seen: langgraph",
            ],
        ),
    ],
)
def test_anything_else_is_listed_with_all_that_belongs_to_it(asked, words, ask):
    answer = ask(asked)
    assert answer.status_code == 200
    text = shown(answer)
    for word in words:
        assert word in text


def test_every_code_of_a_row_links_to_the_row(ask, client):
    page = ask("NodeTimeoutError").content.decode()
    for code in ("loop.timeout", "tool.timeout", "upstream.unavailable"):
        assert f'href="/codes/{code}#xw-137"' in page
        assert 'id="xw-137"' in client.get(f"/codes/{code}").content.decode()


@pytest.mark.parametrize("asked", ["504", "NodeTimeoutError", "quota", "pause_turn"])
def test_numbers_alone_mean_different_things(asked, ask):
    assert "The same number means" not in shown(ask(asked))


def test_the_forms_agree(ask):
    asked = "NodeTimeoutError"
    (hit,) = json.loads(ask(asked, "application/json").content)["hits"]
    text = ask(asked, "text/markdown").content.decode()
    assert text.startswith("# Look up\n")
    for code in hit["signal"]["codes"]:
        assert f"/codes/{code}.md)" in text
    assert "lossy: something is lost" in hit["reason"]
    assert "lossy: something is lost" in text


def test_what_is_no_error_has_no_page(ask):
    (hit,) = json.loads(ask("pause_turn", "application/json").content)["hits"]
    assert (hit["kind"], hit["permalink"], hit["signal"]) == ("non_error", None, None)


@pytest.mark.parametrize("accept", ["text/html", "text/markdown", "application/json"])
def test_nothing_found_is_a_404_that_helps(accept, ask):
    answer = ask("output.malformd", accept)
    assert answer.status_code == 404
    assert "output.malformed" in answer.content.decode()


def test_a_name_of_anybodys_that_is_not_here_says_so(ask):
    answer = ask("ValueError")
    assert answer.status_code == 404
    assert "The name alone says too little" in shown(answer)
    assert "The name alone" not in shown(ask("zzzzzz"))


@pytest.mark.parametrize("asked", ["null", "undefined", "<script>alert(1)</script>", "☃"])
def test_no_suggestion_is_better_than_a_broken_one(asked, ask):
    answer = ask(asked)
    assert answer.status_code == 404
    assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize("asked", ["", "   "])
def test_an_empty_question_shows_what_can_be_asked(asked, ask):
    answer = ask(asked)
    assert answer.status_code == 200
    assert 'name="q"' in answer.content.decode()
    assert json.loads(ask(asked, "application/json").content)["hits"] == []
    assert "/lookup?q=TEXT" in ask(asked, "text/markdown").content.decode()
