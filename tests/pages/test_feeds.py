from dataclasses import replace
from xml.etree import ElementTree

import pytest

from codes.pages import feeds
from codes.registry.models import NonError
from codes.releases import current
from codes.releases.diff import Change
from codes.releases.read import Recorded
from tests.support.history import change, deprecate, publish_next, register
from tests.support.kept import Kept

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@Kept
def _three_releases():
    register("tool.rusty")
    publish_next()
    change("tool.timeout", default_retryable=False, title="Tool <Time> & Out")
    deprecate("loop.timeout", None)
    publish_next()


@pytest.fixture
def history(published):
    _three_releases()


def read(client, query=""):
    answer = client.get(f"/feeds/changes.atom{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ElementTree.fromstring(answer.content)  # noqa: S314  ours


def titles(feed):
    return [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]


def test_one_entry_for_each_change_newest_release_first(client, history):
    found = titles(read(client))
    assert sorted(found[:3]) == [
        "2.0.0: loop.timeout: deprecated",
        "2.0.0: tool.timeout: default of retryable true → false",
        "2.0.0: tool.timeout: title Tool Timeout → Tool <Time> & Out",
    ]
    assert found[3] == "1.1.0: tool.rusty: added"
    assert len(found) == 4 + 38


def test_an_entry_says_when_and_where(client, history):
    feed = read(client, "?class=addition&category=tool")
    entry = next(feed.iter(f"{ATOM}entry"))
    assert entry.findtext(f"{ATOM}id") == "tag:agenterrors.org,2026:1.1.0:code:tool.rusty:"
    assert entry.findtext(f"{ATOM}updated") == "2026-12-01T00:00:00+00:00"
    assert entry.find(f"{ATOM}link").get("href") == "https://agenterrors.org/codes/tool.rusty"
    assert entry.find(f"{ATOM}category").get("term") == "addition"
    assert feed.findtext(f"{ATOM}updated") == "2026-12-02T00:00:00+00:00"


def test_an_id_is_an_iri_whatever_the_subject(client, published):
    NonError.objects.create(source="openai", signal='stop <now> "ü" 50% a b', why="It is asked for.", citation="Docs.")
    publish_next()
    entry = next(read(client).iter(f"{ATOM}entry"))
    assert entry.findtext(f"{ATOM}id") == (
        "tag:agenterrors.org,2026:1.0.1:non_error:openai%3A%20stop%20%3Cnow%3E%20%22%C3%BC%22%2050%25%20a%20b:"
    )


def test_ids_name_the_host_without_its_port(client, history, settings):
    settings.PUBLIC_BASE_URL = "http://localhost:8000"
    entry = next(read(client, "?class=addition&category=tool").iter(f"{ATOM}entry"))
    assert entry.findtext(f"{ATOM}id") == "tag:localhost,2026:1.1.0:code:tool.rusty:"


def test_characters_that_xml_cannot_hold_break_no_feed(client, published, monkeypatch):
    now = current.current()
    value = Change("changed", "signal", "x", "/note", "a\x00b\x07c", "d\ud800\ufffe\r\ne\x85", "editorial")
    recorded = {("signal", "x"): (Recorded(now.release, 1, value),)}
    monkeypatch.setattr(feeds, "current", lambda: replace(now, changes=recorded))
    assert titles(read(client)) == ["1.0.0: signal x: note a\ufffdb\ufffdc → d\ufffd\ufffd e"]


def test_a_feed_has_the_newest_two_hundred_changes(client, history, monkeypatch):
    now = current.current()
    change_ = now.changes["code", "tool.rusty"][0].change
    many = {
        ("code", f"tool.c{number}"): (Recorded(now.release, number, replace(change_, subject=f"tool.c{number}")),)
        for number in range(250)
    }
    monkeypatch.setattr(feeds, "current", lambda: replace(now, changes=many))
    assert titles(read(client)) == [f"2.0.0: tool.c{number}: added" for number in range(200)]


@pytest.mark.parametrize("accept", ["text/html", "application/atom+xml;q=0, */*"])
def test_a_feed_has_one_form(accept, client, published):
    refused = client.get("/feeds/changes.atom", headers={"Accept": accept})
    assert (refused.status_code, refused.json()["available"]) == (406, ["application/atom+xml"])


def test_ids_stay_when_the_feed_is_made_again(client, history):
    def ids():
        return [entry.findtext(f"{ATOM}id") for entry in read(client).iter(f"{ATOM}entry")]

    before = ids()
    assert len(set(before)) == len(before)
    current.forget()
    assert ids() == before
    change("tool.timeout", title="Once more")
    publish_next()
    assert ids()[1:] == before


def test_a_feed_of_one_class_or_category(client, history):
    assert titles(read(client, "?class=behavioural")) == ["2.0.0: tool.timeout: default of retryable true → false"]
    assert all("loop" in title for title in titles(read(client, "?category=loop")))
    assert titles(read(client, "?class=behavioural&category=loop")) == []
    assert titles(read(client, "?class=deprecation")) == ["2.0.0: loop.timeout: deprecated"]


@pytest.mark.parametrize(
    "query", ["?class=record", "?class=big", "?category=memory", "?class=editorial&class=addition"]
)
def test_a_feed_of_nothing_we_know(query, client, history):
    answer = client.get(f"/feeds/changes.atom{query}")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_a_feed_can_be_found(client, history):
    for address in ("/", "/releases/", "/codes/tool.timeout"):
        page = client.get(address).content.decode()
        assert '<link rel="alternate" type="application/atom+xml" href="/feeds/changes.atom"' in page
        assert '<a href="/feeds/changes.atom"' in page
    assert '<a href="/feeds/changes.atom?category=tool"' in client.get("/categories/tool").content.decode()


def test_so_can_the_feed_of_each_class_and_category(client, history):
    releases = client.get("/releases/").content.decode()
    for each in ("behavioural", "deprecation", "addition", "editorial"):
        assert f'<a href="/feeds/changes.atom?class={each}"' in releases
    assert '<link rel="alternate" type="application/atom+xml" href="/feeds/changes.atom?class=behavioural"' in releases
    category = client.get("/categories/tool").content.decode()
    for element in ('<link rel="alternate" type="application/atom+xml" ', "<a "):
        assert f'{element}href="/feeds/changes.atom?category=tool"' in category


def test_a_feed_can_be_asked_whether_it_changed(client, history):
    answer = client.get("/feeds/changes.atom")
    assert answer["Cache-Control"] == "public, no-cache"
    assert client.get("/feeds/changes.atom", headers={"If-None-Match": answer["ETag"]}).status_code == 304
