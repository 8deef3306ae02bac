"""The content under test like code: every code, every facet, every link."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from codes.web.facets import FACETS

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """What the tests ask of a page: ids, links, headings, images without text."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.headings, self.tags = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes.get("href"))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))


def read(client, address):
    answer = client.get(address, headers={"Accept": "text/html"})
    return answer, Page(answer.content.decode())


def test_every_code_answers_in_every_form(client, registry):
    for entry in registry.codes:
        page = client.get(f"/codes/{entry.code}").content.decode()
        assert entry.title in page
        data = client.get(f"/codes/{entry.code}", headers={"Accept": "application/json"}).json()
        assert data == client.get(f"/codes/{entry.code}.json").json()
        assert data.pop("release") == "1.0.0"
        assert data == next(each for each in json.loads(registry.to_bytes())["codes"] if each["code"] == entry.code)
        text = client.get(f"/codes/{entry.code}.md").content.decode()
        assert text.splitlines()[0] == f"# `{entry.code}` — {entry.title}"


def test_every_category_answers_in_every_form(client, registry):
    for entry in registry.categories:
        assert client.get(f"/categories/{entry.category}").status_code == 200
        data = client.get(f"/categories/{entry.category}.json").json()
        assert data["codes"] == [code.code for code in registry.codes_of(entry.category)]
        text = client.get(f"/categories/{entry.category}.md").content.decode()
        for code in registry.codes_of(entry.category):
            assert f"`{code.code}`" in text


@pytest.mark.parametrize("address", ["/", "/codes/"])
def test_the_table_has_a_row_for_every_code(address, client, registry):
    _, page = read(client, address)
    rows = [attributes["id"] for tag, attributes in page.tags if tag == "tr" and "id" in attributes]
    assert sorted(rows) == [entry.code for entry in registry.codes]


@pytest.mark.parametrize("facet", FACETS, ids=lambda facet: facet.name)
def test_the_values_of_a_facet_together_are_all_codes(facet, client, registry):
    found = []
    for value in {facet.value(entry) for entry in registry.codes}:
        data = client.get("/codes.json", {facet.name: value}).json()
        assert data["count"] == len(data["results"])
        found += [entry["code"] for entry in data["results"]]
    assert sorted(found) == [entry.code for entry in registry.codes]


def test_facets_and_words_narrow_together(client):
    def codes(**query):
        return [entry["code"] for entry in client.get("/codes.json", query).json()["results"]]

    assert codes(q="timeout") == ["loop.timeout", "tool.timeout"]
    assert codes(q="TOOL timeout") == ["tool.timeout"]
    assert codes(retryable="true", model_recoverable="true") == ["output.empty", "tool.timeout"]
    assert codes(a2a_state="canceled") == ["harness.cancelled"]
    assert codes(category="loop", q="turns") == ["loop.max_turns_exceeded"]
    assert codes(status="deprecated") == []


@pytest.mark.parametrize("query", ["", "category=tool", "q=timeout&retryable=true"])
def test_the_forms_of_a_selection_hold_the_same_codes(query, client):
    data = [entry["code"] for entry in client.get(f"/codes.json?{query}").json()["results"]]
    lines = client.get(f"/codes.csv?{query}").content.decode().split("\r\n")
    assert [line.split(",")[0] for line in lines[1:-1]] == data
    text = client.get(f"/codes.md?{query}").content.decode()
    assert re.findall(r"^\| \[`([a-z_.]+)`\]", text, re.MULTILINE) == data
    page = Page(client.get(f"/codes/?{query}").content.decode())
    rows = [attributes["id"] for tag, attributes in page.tags if tag == "tr" and "id" in attributes]
    assert sorted(rows) == sorted(data)


def test_an_empty_selection_says_so(client, published):
    page = client.get("/codes/?q=zzzz").content.decode()
    assert "o code matches" in page


def test_no_link_is_broken_and_every_page_is_in_order(client, published):
    """From the home page over every link of our own: 200, one title, one h1, headings in order, ids that links need."""
    seen, waiting = {}, ["/"]
    while waiting:
        address = waiting.pop()
        path, _, fragment = address.partition("#")
        if path not in seen:
            # As a browser asks.
            answer = client.get(
                path,
                headers={"Accept": "text/html, */*;q=0.8"},
                follow=path.startswith(("/releases/latest/", "/lookup", "/account/", "/proposals/new/")),
            )
            assert answer.status_code == 200, address
            page = Page(answer.content.decode()) if answer["Content-Type"].startswith("text/html") else None
            seen[path] = page
            # The page of Swagger UI is its own, and begins empty.
            if page and path != "/api/docs/":
                assert len([1 for tag, _ in page.tags if tag == "title"]) == 1, path
                assert page.headings.count(1) == 1, path
                assert page.headings[0] == 1, path
                assert all(b - a <= 1 for a, b in pairwise(page.headings)), (
                    path,
                    page.headings,
                )
                assert len(page.ids) == len(set(page.ids)), path
                # A selection is a page of its own for each question; one step into them is enough.
                waiting += [
                    each if not each.startswith("#") else f"{path}{each}"
                    for each in page.links
                    if each.startswith(("/", "#")) and not ("?" in path and "?" in each)
                ]
        if fragment and seen[path]:
            assert fragment in seen[path].ids, address
    codes = [path for path in seen if re.fullmatch(r"/codes/[a-z_]+\.[a-z_]+", path)]
    assert len(codes) == 31


def test_titles_tell_pages_apart(client, registry):
    def title(address):
        return re.search(r"<title>(.*?)</title>", client.get(address).content.decode(), re.DOTALL)[1].strip()

    addresses = ["/", "/codes/", "/problems/harness-error", "/bindings/mcp", "/ext/a2a/v1", "/compare", "/status",
                 "/releases/", "/releases/1.0.0/", "/policy", "/proposals/", "/proposals/new",
                 *(f"/codes/{entry.code}" for entry in registry.codes)]  # fmt: skip
    assert len({title(address) for address in addresses}) == len(addresses)


@pytest.mark.parametrize(
    ("code", "marked"), [("loop.timeout", True), ("upstream.rate_limited", True), ("tool.timeout", False)]
)
def test_the_codes_on_which_http_only_clients_go_wrong_are_marked_in_words(code, marked, client, published):
    assert ("HTTP-only clients" in client.get(f"/codes/{code}").content.decode()) is marked
    assert ("HTTP-only clients" in client.get(f"/codes/{code}.md").content.decode()) is marked
