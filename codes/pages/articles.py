"""The prose pages: the type URI, the bindings, the A2A extension, client libraries; each written once, in Markdown.

The Markdown is served as it is and drawn as HTML from the same text; the JSON form holds the page's data.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical
from codes.harness_errors.document import Registry
from codes.releases.current import Current, current
from codes.releases.formats.problem_schema import problem_schema
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import markdown, modified, page

from . import article_data
from .prose import draw


@dataclass(frozen=True, slots=True)
class Article:
    address: str
    template: str
    data: Callable[[Registry, str], dict[str, Any]]


_PROBLEM_TYPE = Article("/problems/harness-error", "articles/problem-type.md", article_data.problem_type)
_HTTP = Article("/bindings/http", "articles/http.md", article_data.http)
_JSON_RPC = Article("/bindings/json-rpc", "articles/json-rpc.md", article_data.json_rpc)
_MCP = Article("/bindings/mcp", "articles/mcp.md", article_data.mcp)
_TELEMETRY = Article("/bindings/telemetry", "articles/telemetry.md", article_data.telemetry)
_A2A = Article("/ext/a2a/v1", "articles/a2a.md", article_data.a2a)
_CLIENTS = Article("/clients", "articles/clients.md", article_data.clients)


_BINDINGS = (_HTTP, _JSON_RPC, _MCP, _A2A, _TELEMETRY)

# A link: its target, and the section in it.
_LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
# Pages that are Markdown, too.
_ALSO_MARKDOWN = re.compile(r"/codes/([^/.]+\.[^/.]+)?|/(categories|problems|bindings)/[^/.]+|/ext/a2a/v1|/clients")


@public
def bindings(request: HttpRequest) -> HttpResponse:
    """What the object travels over: a page that leads to each of the five."""
    now = current()
    body = page(
        "bindings.html",
        now,
        address="/bindings/",
        bindings=[(each.address, draw(_text(now, each))) for each in _BINDINGS],
    )
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/bindings/", modified=modified(now))


@public
def problem_type(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    """The type URI of harness errors. Also answers its JSON Schema, by media type or suffix."""
    now = current()
    schema = Offer(
        Form.SCHEMA,
        lambda: problem_schema(now.registry, strict=False),
        f"{_PROBLEM_TYPE.address}{Form.SCHEMA.suffix}",
    )
    described = link(absolute(schema.address or ""), "describedby", Form.SCHEMA.bare_type)
    return _answer(request, now, _PROBLEM_TYPE, only, more=(schema,), links=(described,))


@public
def http(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    return _answer(request, current(), _HTTP, only)


@public
def json_rpc(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    return _answer(request, current(), _JSON_RPC, only)


@public
def mcp(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    return _answer(request, current(), _MCP, only)


@public
def telemetry(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    return _answer(request, current(), _TELEMETRY, only)


@public
def a2a(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    return _answer(request, current(), _A2A, only)


@public
def clients(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    """How a library bundles the registry, refreshes it and falls back."""
    return _answer(request, current(), _CLIENTS, only)


def _answer(
    request: HttpRequest,
    now: Current,
    article: Article,
    only: Form | None,
    more: tuple[Offer, ...] = (),
    links: tuple[str, ...] = (),
) -> HttpResponse:
    def html() -> str:
        return page("article.html", now, address=article.address, offers=offers, prose=draw(_text(now, article)))

    offers = (
        Offer(Form.MARKDOWN, lambda: linked(_text(now, article)), f"{article.address}.md"),
        Offer(Form.JSON, lambda: canonical.dumps(_data(now, article)), f"{article.address}.json"),
        *more,
    )
    return answer(
        request,
        [Offer(Form.HTML, html), *offers],
        address=article.address,
        only=only,
        modified=modified(now),
        links=links,
    )


def _data(now: Current, article: Article) -> dict[str, Any]:
    return article.data(now.registry, settings.PUBLIC_BASE_URL)


def _text(now: Current, article: Article) -> str:
    return markdown(article.template, now, base=settings.PUBLIC_BASE_URL, **_data(now, article))


def linked(text: str) -> str:
    """Markdown for readers elsewhere: links within the site are whole addresses, and lead to Markdown where it is."""
    return _LINK.sub(lambda found: f"]({_in_markdown(found[1])}{found[2] or ''})", text)


def _in_markdown(target: str) -> str:
    address = target.removeprefix(settings.PUBLIC_BASE_URL)
    if _ALSO_MARKDOWN.fullmatch(address):
        address = f"{address.rstrip('/')}.md"
    return absolute(address) if address.startswith("/") else address
