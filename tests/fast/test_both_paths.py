"""Django's answer and the one from memory, side by side: status, every header, body."""

import random
from datetime import UTC, datetime
from itertools import product

import pytest
from django.urls import resolve

from codes import urls
from codes.api.proposals.views import Act
from tests.support.wsgi import ask

pytestmark = [pytest.mark.django_db, pytest.mark.from_memory]

KEPT = [
    "/", "/?category=tool", "/codes/", "/codes/?q=time&retryable=true", "/codes/?utm_source=x", "/codes.json",
    "/codes.md", "/codes.csv?category=tool", "/codes/tool.timeout", "/codes/tool.timeout.json",
    "/codes/tool.timeout.md", "/codes/tool.timeout?release=1.0.0", "/categories/tool", "/categories/tool.json",
    "/problems/", "/problems/harness-error", "/problems/harness-error.json", "/problems/harness-error.md",
    "/problems/harness-error.schema.json", "/problems/not-found", "/problems/not-found.md", "/ext/a2a/v1",
    "/ext/a2a/v1.json", "/ext/a2a/v1.md", "/bindings/", "/bindings/http", "/bindings/http.json", "/bindings/http.md",
    "/clients", "/clients.json", "/clients.md", "/inspect", "/routing", "/api/v1/routing",
    "/bindings/json-rpc", "/bindings/json-rpc.json", "/bindings/json-rpc.md", "/bindings/mcp", "/bindings/mcp.json",
    "/bindings/mcp.md", "/bindings/telemetry", "/bindings/telemetry.json", "/bindings/telemetry.md", "/compare",
    "/compare?a=tool.timeout&b=loop.timeout", "/lookup", "/lookup?q=504", "/releases/", "/releases/1.0.0/",
    "/guide/", "/guide/failed.tool", "/guide/failed.tool.time", "/signals/", "/signals/?source=mcp&fit=lossy",
    "/releases/1.0.0/registry.json", "/releases/1.0.0/signals.json", "/releases/1.0.0...1.0.0",
    "/releases/manifest.json", "/releases/keys.json", "/feeds/changes.atom",
    "/feeds/changes.atom?category=tool", "/robots.txt", "/llms.txt", "/opensearch.xml", "/sitemap.xml",
    "/.well-known/api-catalog", "/api/", "/api/v1/openapi.json", "/api/v1/registry", "/api/v1/codes",
    "/api/v1/codes?category=tool&limit=2", "/api/v1/codes?q=timeout", "/api/v1/codes/tool.timeout",
    "/api/v1/codes/tool.timeout/history", "/api/v1/categories", "/api/v1/categories/tool", "/api/v1/signals?source=mcp",
    "/api/v1/resolve?code=tool.nonsense", "/api/v1/releases", "/api/v1/releases/1.0.0",
    "/api/v1/releases/1.0.0...1.0.0",
]  # fmt: skip
# Redirects, refusals, what tells of now, what is made from rows, what changes by the day.
NOT_KEPT = [
    "/codes", "/codes/TOOL.timeout", "/codes/tool.nonsense", "/codes/tool.nonsense.json", "/codes.json?category=x",
    "/categories/x", "/categories/", "/problems/x", "/lookup?q=tool.timeout", "/lookup?q=zzzzzz", "/releases/9.9.9/",
    "/releases/latest/", "/releases/latest/registry.json", "/releases/1.0.0/x.json", "/releases/manifest.json.sig",
    "/releases/next/", "/releases/next/registry.json", "/releases/since", "/healthz", "/status", "/metrics", "/nope",
    "/policy", "/proposals/", "/proposals/?state=open", "/proposals/new", "/proposals/1", "/feeds/proposals.atom",
    "/api/v1/proposals", "/api/v1/proposals/9",
    "/.well-known/security.txt", "//example.org/", "/codes/%ff", "/compare?a=tool.timeout&a=loop.timeout",
    "/api/v1/inspect", "/api/v1/routing/check",
    "/api/docs/", "/api/v1/codes/tool.nonsense", "/api/v1/codes?x=1", "/api/v1/nope", "/api/v1/codes/",
    "/api/v1/render", "/api/v1/translate", "/guide/nope", "/guide", "/signals/?source=nope",
]  # fmt: skip

ACCEPT = [
    None, "", "*/*", "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json",
    "application/problem+json", "application/schema+json", "text/markdown", "text/markdown;q=0.5, text/html",
    "text/html;q=0, */*", "text/csv", "image/png", "application/json;q=0", "*/*;q=0", "nonsense", "a" * 300 + "/b",
    "application/json, " + ", ".join(f"x/{number}" for number in range(100)),
]  # fmt: skip
CODING = [
    None, "", "identity", "gzip", "br", "gzip, deflate, br, zstd", "br;q=0.1, gzip;q=0.2", "*", "zstd",
    "identity;q=0", "*;q=0", "identity;q=0, gzip", "gzip;q=0, br;q=0",
]  # fmt: skip
LATER, EARLIER = "Fri, 01 Jan 2100 00:00:00 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"


def conditions(tag, modified):
    """Conditional headers around an answer with this tag and date."""
    yield {"If_None_Match": tag}
    yield {"If_None_Match": f"W/{tag}"}
    yield {"If_None_Match": f'"other", {tag}'}
    yield {"If_None_Match": "*"}
    yield {"If_None_Match": '"other"'}
    yield {"If_None_Match": tag.strip('"')}
    yield {"If_None_Match": ""}
    yield {"If_Modified_Since": modified or LATER}
    yield {"If_Modified_Since": LATER}
    yield {"If_Modified_Since": EARLIER}
    yield {"If_Modified_Since": "yesterday"}
    yield {"If_None_Match": '"other"', "If_Modified_Since": LATER}
    yield {"If_None_Match": tag, "If_Modified_Since": EARLIER}
    yield {"If_Match": tag}
    yield {"If_Match": '"other"'}
    yield {"If_Unmodified_Since": EARLIER}
    yield {"Range": "bytes=0-9"}
    yield {"Range": "bytes=0-9", "If_Range": tag}


def compare(fast, slow, address, method="GET", **options):
    """From Django alone, and twice through the layer: when nothing is known, and when it is."""
    plain = ask(slow.handler, address, method, **options)
    before = slow.asked
    assert ask(fast, address, method, **options) == plain, (address, method, options)
    if slow.asked > before:
        assert ask(fast, address, method, **options) == plain, (address, method, options)
    return plain


@pytest.fixture(autouse=True)
def _same_second(monkeypatch):
    """A preview carries the time at which it was made."""
    monkeypatch.setattr("codes.pages.preview.timezone.now", lambda: datetime(2026, 12, 1, tzinfo=UTC))


def callbacks(patterns):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from callbacks(pattern.url_patterns)
        else:
            yield pattern.callback


# What is one reader's own is never kept (tests/web/test_personal.py).
PERSONAL = ("account/", "review/")
PERSONAL_PAGES = {f"codes.pages.proposals.{name}" for name in ("act", "begin", "check", "draft")}


def every(patterns):
    """The view of each pattern, but for those of one reader's own."""
    for pattern in patterns:
        if str(pattern.pattern) in PERSONAL:
            continue
        if hasattr(pattern, "url_patterns"):
            yield from every(pattern.url_patterns)
        elif pattern.callback.__module__ not in PERSONAL_PAGES and not _only_acts(pattern.callback):
            yield pattern.callback


def _only_acts(view):
    """Whether `view` makes a move of a proposal, which is no read."""
    return issubclass(getattr(view, "view_class", object), Act)


def test_every_kind_of_address_is_compared():
    compared = {resolve(address.partition("?")[0]).func for address in [*KEPT, *NOT_KEPT] if "%" not in address}
    assert set(every(urls.urlpatterns)) == compared


@pytest.mark.parametrize("address", KEPT)
def test_every_form_and_coding(address, fast, slow):
    for accept in ACCEPT:
        compare(fast, slow, address, Accept=accept, Accept_Encoding="gzip, br")
    for coding in CODING:
        compare(fast, slow, address, Accept="text/html, */*;q=0.1", Accept_Encoding=coding)


@pytest.mark.parametrize("address", NOT_KEPT)
def test_forms_and_codings_where_nothing_is_kept(address, fast, slow):
    for accept in (None, "application/json", "text/markdown, text/html;q=0.5"):
        for coding in (None, "br", "identity;q=0"):
            compare(fast, slow, address, Accept=accept, Accept_Encoding=coding)


@pytest.mark.parametrize("address", KEPT)
def test_every_condition(address, fast, slow):
    whole = ask(slow.handler, address, Accept_Encoding="br")
    for condition in conditions(whole.headers["ETag"], whole.headers.get("Last-Modified")):
        compare(fast, slow, address, Accept_Encoding="br", **condition)
    for condition in ({}, {"If_None_Match": whole.headers["ETag"]}, {"If_None_Match": '"other"'}):
        compare(fast, slow, address, "HEAD", Accept_Encoding="br", **condition)


@pytest.mark.parametrize("address", NOT_KEPT)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_conditions_where_nothing_is_kept(address, method, fast, slow):
    tag = ask(slow.handler, address).headers.get("ETag", '"none"')
    for condition in ({}, {"If_None_Match": tag}, {"If_None_Match": "*"}, {"If_Modified_Since": LATER}):
        compare(fast, slow, address, method, **condition)


@pytest.mark.parametrize(
    "address", ["/codes/tool.timeout", "/codes.json", "/releases/1.0.0/registry.json", "/codes", "/x"]
)
def test_other_methods_and_bodies(address, fast, slow):
    ask(fast, address)
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "get"):
        compare(fast, slow, address, method)
    compare(fast, slow, address, more={"CONTENT_LENGTH": "3"})


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/codes/tool.timeout", "/codes.json", "/problems/harness-error", "/compare",
                                     "/releases/1.0.0/registry.json", "/codes/tool.nonsense"])  # fmt: skip
def test_all_of_it_together(address, fast, slow):
    """A third of all there is, another third for each address: the whole would take as long as all other slow tests."""
    every = list(product(ACCEPT, CODING, ["GET", "HEAD"]))
    for accept, coding, method in random.Random(address).sample(every, len(every) // 3):  # noqa: S311
        whole = compare(fast, slow, address, method, Accept=accept, Accept_Encoding=coding)
        for condition in conditions(whole.headers.get("ETag", '"none"'), whole.headers.get("Last-Modified")):
            compare(fast, slow, address, method, Accept=accept, Accept_Encoding=coding, **condition)


@pytest.mark.parametrize("address", KEPT)
def test_what_is_of_the_release_is_answered_without_django(address, fast, slow):
    for coding in ("identity", "gzip", "br"):
        assert ask(fast, address, Accept_Encoding=coding).status == 200
        before = slow.asked
        for method in ("GET", "HEAD"):
            answer = ask(fast, address, method, Accept_Encoding=coding)
            assert answer.status == 200
            assert int(answer.headers["Content-Length"]) == len(ask(fast, address, Accept_Encoding=coding).body)
            assert (
                ask(fast, address, method, Accept_Encoding=coding, If_None_Match=answer.headers["ETag"]).status == 304
            )
        assert slow.asked == before


@pytest.mark.parametrize("address", NOT_KEPT)
def test_the_rest_is_asked_for_each_time(address, fast, slow):
    for _ in range(2):
        before = slow.asked
        ask(fast, address)
        assert slow.asked == before + 1


def test_a_page_that_is_only_ever_asked_for_again_is_kept_too(fast, slow):
    """As a shared cache asks: with the tag it has."""
    tag = ask(slow.handler, "/codes/tool.timeout").headers["ETag"]
    assert [ask(fast, "/codes/tool.timeout", If_None_Match=tag).status for _ in range(3)] == [304] * 3
    assert slow.asked == 1
