"""What pages say about when they changed last: with a publication, a yank or a new build, whichever came last."""

from datetime import UTC, datetime

import pytest

from codes.releases import current
from codes.releases.yank import yank
from codes.web import render
from tests.support.history import publish_next, register
from tests.support.kept import Kept

pytestmark = pytest.mark.django_db

PAGES = [
    "/", "/codes/", "/codes.csv", "/codes/tool.timeout", "/codes/tool.timeout?release=1.0.0", "/categories/tool.md",
    "/problems/", "/problems/not-found", "/problems/harness-error.json", "/bindings/", "/bindings/http", "/compare",
    "/guide/", "/signals/",
    "/lookup?q=504", "/releases/", "/releases/1.0.0/", "/releases/1.0.0...1.1.0", "/releases/keys.json",
    "/feeds/changes.atom", "/llms.txt", "/sitemap.xml", "/.well-known/api-catalog", "/api/", "/api/v1/openapi.json",
    "/api/v1/registry", "/api/v1/codes/tool.timeout?release=1.0.0", "/api/v1/releases",
]  # fmt: skip
STORED = ["/releases/manifest.json"]
FIRST = "Mon, 30 Nov 2026 00:00:00 GMT"
SECOND = "Tue, 01 Dec 2026 00:00:00 GMT"
A_SECOND_LATER = "Tue, 01 Dec 2026 00:00:01 GMT"
YANKED = "Fri, 04 Dec 2026 12:00:00 GMT"
BUILT = "Sat, 05 Dec 2026 00:00:00 GMT"


def changed(client, addresses):
    return {client.get(address).get("Last-Modified") for address in addresses}


@pytest.fixture
def _old_build(monkeypatch):
    monkeypatch.setattr(render, "BUILT", datetime(2026, 1, 1, tzinfo=UTC))


@Kept
def _second():
    register("tool.rusty")
    publish_next()


@pytest.fixture
def _two_releases(published):
    _second()


@pytest.mark.usefixtures("_two_releases", "_old_build")
def test_each_publication_and_yank_changes_them(client):
    assert changed(client, [*PAGES, *STORED]) == {SECOND}
    yank(version="1.0.0", reason="It was wrong.", at=datetime(2026, 12, 4, 12, tzinfo=UTC))
    current.forget()
    assert changed(client, [*PAGES, *STORED]) == {YANKED}
    for address in (*PAGES, *STORED):
        assert client.get(address, headers={"If-Modified-Since": SECOND}).status_code == 200
        assert client.get(address, headers={"If-Modified-Since": YANKED}).status_code == 304


@pytest.mark.usefixtures("_two_releases", "_old_build")
def test_no_page_goes_back_in_time(client):
    """The clock of whoever yanks may be behind: the manifest is issued a second after the one before it."""
    yank(version="1.0.0", reason="It was wrong.", at=datetime(2026, 11, 30, 12, tzinfo=UTC))
    current.forget()
    assert changed(client, [*PAGES, *STORED]) == {A_SECOND_LATER}


@pytest.mark.usefixtures("_two_releases")
def test_a_new_build_changes_what_is_drawn_and_nothing_that_is_stored(client, monkeypatch):
    monkeypatch.setattr(render, "BUILT", datetime(2026, 12, 5, tzinfo=UTC))
    assert changed(client, PAGES) == {BUILT}
    assert changed(client, STORED) == {SECOND}


@pytest.mark.usefixtures("_two_releases")
def test_a_numbered_file_never_changes(client):
    yank(version="1.0.0", reason="It was wrong.", at=datetime(2026, 12, 4, tzinfo=UTC))
    current.forget()
    assert changed(client, ["/releases/1.0.0/registry.json"]) == {FIRST}
    assert changed(client, ["/releases/1.1.0/registry.json"]) == {SECOND}
