"""A list that is too long for one page, without any script."""

import re
from dataclasses import replace

import pytest
from django.http import QueryDict

from codes.pages import portions, releases
from codes.pages.portions import portion
from codes.web.problems import Refusal
from tests.support.history import change, publish_next

pytestmark = pytest.mark.django_db


def codes(registry, number):
    return [replace(registry.codes[0], code=f"context.made_up_{each:04}") for each in range(number)]


@pytest.mark.parametrize(
    ("number", "sizes"), [(0, [0]), (1, [1]), (500, [500]), (501, [500, 1]), (1234, [500, 500, 234])]
)
def test_every_code_is_on_exactly_one_page(number, sizes, registry):
    entries = codes(registry, number)
    pages = [portion(entries, QueryDict(f"page={each}")) for each in range(1, len(sizes) + 1)]
    assert [len(each.entries) for each in pages] == sizes
    assert [entry for each in pages for entry in each.entries] == entries
    assert all(len(each.turns) == (len(sizes) if len(sizes) > 1 else 0) for each in pages)
    for each in pages:
        assert [turn.first for turn in each.turns] == [other.entries[0] for other in pages if each.turns]


@pytest.mark.parametrize(
    "query", ["page=0", "page=3", "page=-1", "page=x", "page=1.0", "page=01", "page=1&page=2", "page=²"]
)
def test_a_page_that_is_none(query, registry):
    with pytest.raises(Refusal, match="from 1 to 2") as refused:
        portion(codes(registry, 501), QueryDict(query))
    assert refused.value.members["errors"][0]["parameter"] == "page"


def test_the_first_page_needs_no_number(registry):
    entries = codes(registry, 501)
    for query in ("", "page=", "page=1", "q=x"):
        assert portion(entries, QueryDict(query)).number == 1


@pytest.mark.parametrize("address", ["/", "/codes/", "/categories/tool"])
def test_whoever_turns_the_pages_sees_every_code_once(address, client, registry, monkeypatch):
    monkeypatch.setattr(portions, "MOST", 3)
    seen, asked = [], address
    for number in range(1, 20):
        text = client.get(asked).content.decode()
        rows = re.findall(r'<(?:tr|dt) id="([a-z_]+\.[a-z_]+)"', text)
        assert 0 < len(rows) <= 3
        seen += rows
        links = dict(re.findall(r'<a href="(\?[^"]*page=\d+)"[^>]*>Page (\d+)</a>', text))
        following = [link for link, found in links.items() if found == str(number + 1)]
        if not following:
            break
        asked = address + following[0].replace("&amp;", "&")
    wanted = [entry.code for entry in registry.codes if address != "/categories/tool" or entry.category == "tool"]
    assert seen == wanted


def test_a_question_goes_on_over_the_pages(client, published, monkeypatch):
    monkeypatch.setattr(portions, "MOST", 3)
    text = client.get("/codes/?category=tool&release=1.0.0").content.decode()
    assert 'href="?category=tool&amp;release=1.0.0&amp;page=2"' in text
    second = client.get("/codes/?category=tool&release=1.0.0&page=2").content.decode()
    assert set(re.findall(r'<tr id="(\w+)\.', second)) == {"tool"}


def test_data_are_whole_on_every_page(client, registry, monkeypatch):
    monkeypatch.setattr(portions, "MOST", 3)
    assert client.get("/codes.json").json()["count"] == len(registry.codes)
    assert "Page 1" not in client.get("/codes.md").content.decode()


def test_releases_come_in_pages_too(client, published, monkeypatch):
    for number in range(4):
        change(title=f"Title {number}")
        publish_next()
    monkeypatch.setattr(releases, "_ON_A_PAGE", 2)
    seen = []
    for number in (1, 2, 3):
        text = client.get(f"/releases/?page={number}").content.decode()
        seen += re.findall(r'<th scope="row"><a href="/releases/([\d.]+)/"', text)
    assert seen == ["1.0.4", "1.0.3", "1.0.2", "1.0.1", "1.0.0"]
    assert client.get("/releases/?page=4").status_code == 400
    assert "from <code>1.0.2</code>" in client.get("/releases/").content.decode()


def test_a_long_history_is_cut_and_says_where_the_rest_is(client, published):
    for number in range(10):
        change(title=f"Title {number}")
        publish_next()
    text = client.get("/codes/tool.timeout").content.decode()
    items = re.search(r'<ol class="history" reversed start="11">(.*?)</ol>', text, re.DOTALL)[1]
    assert items.count("<li>") == 10
    assert '<a href="/api/v1/codes/tool.timeout/history">All 11 changes</a>' in text
    assert len(client.get("/api/v1/codes/tool.timeout/history").json()["results"]) == 11


def test_a_short_list_has_no_pages_and_filters_in_the_browser(client, published):
    text = client.get("/codes/").content.decode()
    assert "portions" not in text
    assert "data-paged" not in text


def test_a_long_one_leaves_the_filter_to_the_server(client, published, monkeypatch):
    monkeypatch.setattr(portions, "MOST", 3)
    assert "data-paged" in client.get("/codes/").content.decode()
