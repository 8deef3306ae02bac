import html
import re

import pytest

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("TOOL.Timeout", "/codes/tool.timeout"),
        ("https://agenterrors.org/problems/harness-error", "/problems/harness-error"),
        ("https://iana.org/assignments/http-problem-types#agent-harness-error", "/problems/harness-error"),
        ("tool", "/categories/tool"),
        ("MaxTurnsExceeded", "/codes/loop.max_turns_exceeded"),
    ],
)
def test_one_hit_leads_to_its_page(asked, target, client):
    answer = client.get("/lookup", {"q": asked})
    assert (answer.status_code, answer["Location"]) == (302, target)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("504", ["loop.timeout", "tool.timeout", "recommended status"]),
        ("-32001", ["a2a", "mcp-python-sdk", "TaskNotFoundError"]),
        (
            "http://agenterrors.org/problems/harness-error",
            ["Did you mean", "https://agenterrors.org/problems/harness-error"],
        ),
        ("x-acme.thing", ["x-acme.thing", "private"]),
    ],
)
def test_several_hits_are_listed_with_reasons(asked, words, client):
    answer = client.get("/lookup", {"q": asked})
    assert answer.status_code == 200
    text = html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode()))
    for word in words:
        assert word in text


def test_nothing_found_is_a_404_that_helps(client):
    answer = client.get("/lookup", {"q": "output.malformd"})
    assert answer.status_code == 404
    assert "/codes/output.malformed" in answer.content.decode()


@pytest.mark.parametrize("asked", ["null", "undefined", "<script>alert(1)</script>", "☃"])
def test_no_suggestion_is_better_than_a_broken_one(asked, client):
    answer = client.get("/lookup", {"q": asked})
    assert answer.status_code == 404
    assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize("asked", ["", "   "])
def test_an_empty_question_shows_what_can_be_asked(asked, client):
    answer = client.get("/lookup", {"q": asked})
    assert answer.status_code == 200
    assert 'name="q"' in answer.content.decode()
