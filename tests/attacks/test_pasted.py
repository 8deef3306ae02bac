"""What somebody pastes to be read, or asks for in an address, is shown as text: the toolkit's pages and answers."""

import json
from urllib.parse import quote, urlencode

import pytest

from tests.support.markup import foreign_in_html, foreign_in_markdown

from .markup import elements
from .payloads import PAYLOADS, chunks

pytestmark = [pytest.mark.usefixtures("published"), pytest.mark.from_memory]

HARMLESS = "harmless words"
TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"


def error(text):
    """An error object with `text` in every member that takes words, and as the name of one."""
    return {
        "type": TYPE, "title": text, "detail": text, "instance": text, "code": "tool.timeout", "status": 504,
        "model_feedback": text, "operation_id": text, "limit": {"name": text, "value": 1}, "retry_after": text,
        "causes": [{"type": TYPE, "code": text, "title": text, "detail": text}], text: text,
        "location": {"pointer": text, "line": text},
    }  # fmt: skip


WAYS = {
    "an object": lambda text: json.dumps(error(text), ensure_ascii=False),
    "another code": lambda text: json.dumps({**error(text), "code": text, "type": text}, ensure_ascii=False),
    "as it is": lambda text: text,
    "an HTTP response": lambda text: (
        f"HTTP/1.1 504 x\nContent-Type: application/problem+json\n\n{json.dumps(error(text))}"
    ),
    "a tool's result": lambda text: json.dumps(
        {"isError": True, "content": [{"type": "text", "text": text}], "structuredContent": error(text)}
    ),
    "a JSON-RPC error": lambda text: json.dumps(
        {"jsonrpc": "2.0", "id": text, "error": {"code": -32602, "message": text, "data": error(text)}}
    ),
    "a table": lambda text: f'objective,outcome,next\n"{text}",tool.timeout,"{text}"\n*,"{text}",stop',
}


def pasted(client, where, text):
    fields = {"text": text} if where == "/inspect" else {"table": text, "since": ""}
    answer = client.post(where, urlencode(fields), "application/x-www-form-urlencoded")
    assert answer.status_code in (200, 400, 422), answer.status_code
    shown = answer.content.decode()
    assert foreign_in_html(shown) == [], text
    return elements(shown).keys()


@pytest.mark.parametrize("where", ["/inspect", "/routing"])
@pytest.mark.parametrize("way", WAYS)
def test_pasted_into_a_page(where, way, client):
    write = WAYS[way]
    usual = elements(client.get(where).content.decode()).keys() | pasted(client, where, write(HARMLESS))
    for text in chunks(300):
        # Another finding is another row, in elements that the page has for findings.
        new = {each[0] for each in pasted(client, where, write(text)) - usual}
        assert new <= {"li", "p", "code", "td", "tr", "th", "dt", "dd", "a", "pre", "ul", "ol", "div", "table", "thead",
                       "tbody", "caption", "wbr", "strong", "section", "h2", "h3", "dl", "span", "details", "summary",
                       "input", "label"}, new  # fmt: skip


@pytest.mark.parametrize("call", ["inspect", "translate", "render"])
def test_sent_to_the_api(call, client):
    for text in chunks(300):
        for body in ({"raw": text}, {"raw": error(text)}, {"object": error(text)}, {text: text}, text):
            answer = client.post(f"/api/v1/{call}", json.dumps(body), "application/json")
            assert answer.status_code in (200, 400, 422), answer.status_code
            assert answer["Content-Type"] in ("application/json", "application/problem+json")
            assert answer["X-Content-Type-Options"] == "nosniff"
            json.loads(answer.content)


def test_asked_for_in_an_address(client):
    for text in [*PAYLOADS[::4], *chunks(120)[::4]]:
        asked = quote(text, safe="")
        for address in (f"/lookup?q={asked}", f"/signals/?q={asked}", f"/codes/?q={asked}", f"/codes/{asked}"):
            for accept in ("text/html", "text/markdown"):
                answer = client.get(address, headers={"Accept": accept})
                assert answer.status_code in (200, 301, 302, 400, 404), address
                look = foreign_in_markdown if answer["Content-Type"].startswith("text/markdown") else foreign_in_html
                assert look(answer.content.decode()) == [], (address, accept)
