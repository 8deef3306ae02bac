"""The same words, approved and published by the actions: in pages, feeds, mail, the API and every file of a release."""

import ast
import csv
import email
import email.policy
import html
import io
import json
import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.core import mail
from markdown_it import MarkdownIt

from codes.review import actions, notices
from codes.review.models import Proposal
from tests.support.files import FILES
from tests.support.kept import Kept
from tests.support.markup import foreign_in_html, foreign_in_markdown
from tests.support.people import DAY, START, account, board

from .markup import elements
from .payloads import chunks
from .world import URL, approved

pytestmark = pytest.mark.usefixtures("published")

HARMLESS = "Harmless words stand here and mean nothing to any program."
ATOM = "{http://www.w3.org/2005/Atom}"
TYPESCRIPT = "harness_error_codes.ts"
LATER = START + 120 * DAY
TEXTS = {"tool.harmless": HARMLESS, **{f"tool.p{number:02}": text for number, text in enumerate(chunks())}}


@Kept
def _made():
    """All of it, in release 1.1.0."""
    board()
    sam = account("sam")
    made = [
        approved(code, text, sam, START + timedelta(hours=number)).number
        for number, (code, text) in enumerate(TEXTS.items())
    ]
    actions.publish(proposals=made, by=account("max"), at=LATER)


@pytest.fixture
def site(client, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    _made()
    return client


def drawn(text):
    """What a reader of the Markdown sees, with white space as one space."""
    shown = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", shown)))


def test_pages_markdown_and_data(site):
    expected = elements(site.get("/codes/tool.harmless").content.decode()).keys()
    numbers = {each.target.removeprefix("code:"): each.number for each in Proposal.objects.all()}
    for code, text in TEXTS.items():
        page = site.get(f"/codes/{code}").content.decode()
        assert foreign_in_html(page) == [], text
        assert elements(page).keys() == expected, text
        assert html.escape(text) in page, text
        markdown = site.get(f"/codes/{code}.md").content.decode()
        assert foreign_in_markdown(markdown) == [], text
        assert text in drawn(markdown), text
        for address in (f"/codes/{code}.json", f"/api/v1/codes/{code}"):
            found = site.get(address).json()
            assert (found["title"], found["description"]) == (text, text), address
            assert found["reference"] == [{"title": text, "url": URL, "section": text}]
        proposal = site.get(f"/api/v1/proposals/{numbers[code]}").json()
        assert proposal["content"]["description"] == text
        assert [each["text"] for each in proposal["comments"]] == [text] * 3
    for address in (
        "/", "/codes/", "/categories/tool", "/releases/1.1.0/", "/releases/1.0.0...1.1.0", "/api/", "/proposals/",
        "/compare?a=tool.p00&b=tool.p09", "/lookup?q=alert", "/lookup?q=evil.example",
    ):  # fmt: skip
        answer = site.get(address, headers={"Accept": "text/html"})
        assert answer.status_code in (200, 404), address
        assert foreign_in_html(answer.content.decode()) == [], address
    for address in ("/codes.md", "/categories/tool.md", "/llms.txt", "/releases/1.1.0/registry.md"):
        markdown = site.get(address).content.decode()
        assert foreign_in_markdown(markdown) == [], address
        for text in TEXTS.values():
            assert text in drawn(markdown), (address, text)


def test_feeds(site):
    for address in ("/feeds/changes.atom", "/feeds/proposals.atom"):
        content = site.get(address).content
        assert b"<!DOCTYPE" not in content
        tree = ElementTree.fromstring(content)  # noqa: S314  ours
        kinds = {each.tag.removeprefix(ATOM) for each in tree.iter()}
        assert kinds <= {"feed", "title", "link", "id", "updated", "published", "author", "name", "entry", "summary",
                         "category", "content", "subtitle", "rights"}, kinds  # fmt: skip
        for each in tree.iter():
            # A summary is HTML to a reader of the feed: words of ours alone, and nobody's else.
            if each.get("type") == "html":
                said = re.sub(r" Why: https://agenterrors\.org/proposals/\?release=[0-9.]+$", "", each.text)
                assert re.fullmatch(r"[\w .,:#()→-]+", said), each.text
            else:
                assert each.get("type") in (None, "text/html", "application/atom+xml"), each.attrib
            assert (each.get("href") or "https://").startswith("https://")


@pytest.mark.slow
def test_mail_is_plain_text_with_its_own_headers_alone(site):
    while notices.send(LATER, most=500)[0]:
        pass
    letters = [letter for letter in mail.outbox if "[harness-codes #" in letter.subject]
    assert len(letters) > 5 * len(TEXTS)
    bodies = ""
    for letter in letters:
        parsed = email.message_from_bytes(letter.message().as_bytes(), policy=email.policy.default)
        assert {name for name, _ in parsed.items()} == {
            "Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To", "Date", "Message-ID",
            "Auto-Submitted",
        }  # fmt: skip
        assert parsed.get_content_type() == "text/plain"
        assert [each.addr_spec for each in parsed["To"].addresses] == letter.to
        assert len(letter.to) == 1
        assert re.fullmatch(r"<event-\d+-[0-9a-f]{32}@agenterrors\.org>", parsed["Message-ID"])
        bodies += parsed.get_content()
    flat = re.sub(r"\s+", " ", bodies)
    assert not [text for text in TEXTS.values() if text not in flat]


def test_every_file_of_the_release(site):
    files = {name: site.get(f"/releases/1.1.0/{name}") for name in FILES}
    assert {name: each["Content-Type"] for name, each in files.items()} == FILES
    assert {each["X-Content-Type-Options"] for each in files.values()} == {"nosniff"}
    content = {name: each.content.decode() for name, each in files.items()}
    for name, read in _HOLDING.items():
        found = read(content[name])
        assert {code: found.get(code) for code in TEXTS} == TEXTS, name
    for name in content.keys() - _HOLDING.keys():
        if name.endswith(".json"):
            json.loads(content[name])
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", content[name].replace("\r\n", "\n")), name
    _formulas(content["routing.csv"])
    # Read by its compiler in tests/releases/formats/test_typescript.py.
    strings = {
        json.loads(each) for each in re.findall(r'^  "[^"]+": ("(?:[^"\\]|\\.)*"),$', content[TYPESCRIPT], re.MULTILINE)
    }
    assert set(TEXTS.values()) <= strings


def _json(text):
    return {each["code"]: each["description"] for each in json.loads(text)["codes"]}


def _csv(text):
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    for row in rows:
        # What begins with one of these is a formula to a spreadsheet.
        assert not [
            cell
            for cell in row.values()
            if cell and cell[0] in "=+-@\uff1d\uff0b\uff0d\uff20\t\r\n" and not cell.isdigit()
        ], row
    return {row["code"]: re.sub(r"\A'(?=[=+@\uff1d\uff0b\uff0d\uff20-])", "", row["description"]) for row in rows}


def _formulas(text):
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        assert not [cell for cell in row if cell[:1] in tuple("=+@\t\r\n")], row


def _xml(text):
    assert "<!DOCTYPE" not in text
    tree = ElementTree.fromstring(text)  # noqa: S314  ours
    records = [each for each in tree.iter() if each.tag.endswith("record")]
    named = [{part.tag.rpartition("}")[2]: part.text for part in each} for each in records]
    return {each["value"]: each["description"] for each in named}


def _markdown(text):
    assert foreign_in_markdown(text) == []
    shown = drawn(text)
    return {code: each for code, each in TEXTS.items() if each in shown}


def _python(text):
    tree = ast.parse(text)
    strings = {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    names = {each.func.id for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)}
    assert names <= {"Entry", "Code", "MappingProxyType", "dataclass", "frozenset", "Final", "dict", "tuple"}, names
    return {code: each for code, each in TEXTS.items() if each in strings}


_HOLDING = {
    "registry.json": _json,
    "registry.csv": _csv,
    "registry.xml": _xml,
    "registry.md": _markdown,
    "harness_error_codes.py": _python,
}
