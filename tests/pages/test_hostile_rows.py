"""Markup in every text that the rows take, published: each page, file and feed shows it as text, and says it whole."""

import csv
import html
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from codes.registry.models import Category, Code, Confusable, NonError, Reference, Signal
from tests.support.history import change, deprecate, publish_next, register
from tests.support.markup import foreign_in_html, foreign_in_markdown

pytestmark = pytest.mark.django_db

TITLE = '="><script>alert(1)</script>![x](javascript:y)'
TEXT = f"{TITLE} [l](javascript:z) <img src=x onerror=y> `a` | **b** _c_ ]]> &amp; &lt; \\ 'd' -->"
LINK = "https://example.org/a)![x](javascript:y)'&quot;`b`"
ATOM = "{http://www.w3.org/2005/Atom}"
PAGES = [
    "/", "/codes/", "/codes/tool.rusty", "/codes/tool.timeout", "/codes/loop.timeout", "/categories/tool",
    "/problems/harness-error", "/bindings/http", "/bindings/mcp", "/ext/a2a/v1", "/bindings/telemetry", "/clients",
    "/compare?a=tool.rusty&b=tool.timeout", "/compare?a=tool.timeout&b=tool.rusty", "/lookup?q=rusty",
    "/signals/", "/signals/?q=alert", "/guide/", "/guide/failed.tool.time",
    "/lookup?q=alert", "/lookup?q=script", "/releases/", "/releases/1.0.0/", "/releases/2.0.0/",
    "/releases/1.0.0...2.0.0", "/codes/tool.rusty?release=2.0.0", "/codes/tool.nope", "/categories/nope", "/api/",
]  # fmt: skip
MARKDOWN = [
    "/codes.md", "/codes/tool.rusty.md", "/codes/tool.timeout.md", "/codes/loop.timeout.md", "/categories/tool.md",
    "/problems/harness-error.md", "/bindings/http.md", "/bindings/mcp.md", "/ext/a2a/v1.md", "/llms.txt",
    "/releases/2.0.0/registry.md",
]  # fmt: skip


@pytest.fixture
def _hostile(published):
    advice = {"owner": TITLE, "side_effect_warning": TEXT}
    register("tool.rusty", title=TITLE, description=TEXT, change_controller=TEXT, **advice)
    Reference.objects.create(code_id="tool.rusty", title=TEXT, url=LINK, section=TITLE)
    Confusable.objects.create(code_id="tool.rusty", other_id="tool.timeout", difference=TEXT)
    Confusable.objects.create(code_id="tool.timeout", other_id="tool.rusty", difference=f"Choose it {TEXT}")
    Category.objects.filter(name="tool").update(description=TEXT)
    Reference.objects.filter(category_id="tool").update(title=TEXT, url=LINK, section=TITLE)
    rows = Signal.objects.filter(choices__code_id="tool.timeout")
    assert rows
    Signal.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(
        signal=TITLE,
        name=TITLE,
        field=TITLE,
        source_version=TITLE,
        condition=TEXT,
        note=TEXT,
        citation=TEXT,
        seen_at=TEXT,
    )
    NonError.objects.create(source="openai", signal=TEXT, why=TEXT, citation=TEXT)
    change("tool.timeout", title=TITLE, default_retryable=False)
    deprecate("loop.timeout", "tool.rusty")
    Code.objects.filter(code="loop.timeout").update(deprecation_reason=TEXT, deprecation_note=TEXT)
    publish_next()


class Words(HTMLParser):
    """The text of a page, and of a cell of a table in Markdown, without its markup."""

    def __init__(self, text):
        super().__init__()
        self.words = ""
        self.feed(text)

    def handle_data(self, data):
        self.words += data

    def __str__(self):
        return re.sub(r"\s+", " ", self.words)


@pytest.mark.usefixtures("_hostile")
def test_pages_show_text_and_say_it_whole(client):
    for address in PAGES:
        answer = client.get(address, headers={"Accept": "text/html"})
        assert answer.status_code == (404 if "nope" in address else 200), address
        assert foreign_in_html(answer.content.decode()) == [], address
    page = str(Words(client.get("/codes/tool.rusty").content.decode()))
    # Title, and twice each: meaning, reference; what may be repeated, the difference, the controller.
    assert page.count(TEXT) >= 6
    assert str(Words(client.get("/categories/tool").content.decode())).count(TEXT) >= 2
    assert html.escape(LINK) in client.get("/codes/tool.rusty").content.decode()


@pytest.mark.usefixtures("_hostile")
def test_markdown_shows_text_says_it_whole_and_links_to_what_was_meant(client):
    for address in MARKDOWN:
        text = client.get(address).content.decode()
        assert foreign_in_markdown(text) == [], address
        drawn = str(Words(MarkdownIt("commonmark", {"html": False}).enable("table").render(text)))
        assert ("<script>alert(1)</script>" in drawn) == ("/bindings/" not in address and "/ext/" not in address)
    for address in ("/codes/tool.rusty.md", "/categories/tool.md"):
        text = client.get(address).content.decode()
        blocks = MarkdownIt("commonmark").enable("table").parse(text)
        links = [token.attrs["href"] for block in blocks for token in block.children or [] if token.type == "link_open"]
        assert "https://example.org/a)!%5Bx%5D(javascript:y)'&quot;%60b%60" in links
        assert TEXT in str(Words(MarkdownIt("commonmark").enable("table").render(text)))


@pytest.mark.usefixtures("_hostile")
def test_files_and_the_feed_say_it_whole(client):
    rows = list(csv.DictReader(client.get("/codes.csv").content.decode().splitlines()))
    (rusty,) = (row for row in rows if row["code"] == "tool.rusty")
    # A spreadsheet takes what begins with = for a formula.
    assert {name: rusty[name] for name in ("title", "description")} == {"title": f"'{TITLE}", "description": f"'{TEXT}"}
    tree = ElementTree.fromstring(client.get("/releases/2.0.0/registry.xml").content)  # noqa: S314  ours
    texts = [each.text for each in tree.iter()]
    assert {TITLE, TEXT} <= set(texts)
    (entry,) = (
        each
        for each in json.loads(client.get("/releases/2.0.0/registry.json").content)["codes"]
        if each["code"] == "tool.rusty"
    )
    assert (entry["title"], entry["description"]) == (TITLE, TEXT)

    feed = ElementTree.fromstring(client.get("/feeds/changes.atom").content)  # noqa: S314  ours
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert f"2.0.0: tool.timeout: title Tool Timeout → {TITLE}" in titles
    assert f"2.0.0: non-error openai: {TEXT}: added" in titles
    for each in feed.iter(f"{ATOM}id"):
        assert re.fullmatch(r"[!-;=?-Z_a-z~]+", each.text), each.text
