"""Addresses that programs look at by convention, each generated from the release."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from codes.harness_errors import canonical
from codes.releases.current import Current, current
from codes.web.answer import CURRENT, absolute, validated
from codes.web.door import public
from codes.web.problems import CATALOGUE
from codes.web.render import modified

_BINDINGS = (
    "/bindings/",
    "/bindings/http",
    "/bindings/json-rpc",
    "/bindings/mcp",
    "/bindings/telemetry",
    "/ext/a2a/v1",
)
# RFC 9116: the date after which the file must not be trusted; it is renewed with every answer.
_SECURITY_VALID = timedelta(days=180)


@public
def robots(request: HttpRequest) -> HttpResponse:
    return _text(request, f"User-agent: *\nDisallow: /lookup\n\nSitemap: {absolute('/sitemap.xml')}\n")


@public
def security(request: HttpRequest) -> HttpResponse:
    """RFC 9116. Expires moves once a day, so that the file can be cached."""
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {(today + _SECURITY_VALID).strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "Preferred-Languages: en",
        f"Canonical: {absolute('/.well-known/security.txt')}",
    )
    return _text(request, "\n".join(lines) + "\n", keep=False)


@public
def llms(request: HttpRequest) -> HttpResponse:
    """What an agent should read here, as Markdown."""
    now = current()
    text = render_to_string("llms.txt", {"registry": now.registry, "release": now.release})
    return _text(request, text, media_type="text/markdown; charset=utf-8", modified=modified(now))


@public
def opensearch(request: HttpRequest) -> HttpResponse:
    text = render_to_string("opensearch.xml", {})
    return _text(request, text, media_type="application/opensearchdescription+xml")


@public
def sitemap(request: HttpRequest) -> HttpResponse:
    now = current()
    text = render_to_string("sitemap.xml", {"addresses": _addresses(now), "changed": now.release.published})
    return _text(request, text, media_type="application/xml", modified=modified(now))


@public
def api_catalog(request: HttpRequest) -> HttpResponse:
    """RFC 9727: where a program finds what it can use here."""
    now = current()
    media_type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
    response = HttpResponse(canonical.dumps(_linkset(now)), content_type=media_type)
    response.headers["Link"] = f'<{absolute("/.well-known/api-catalog")}>; rel="api-catalog"'
    return validated(request, response, cache=CURRENT, modified=modified(now))


def _linkset(now: Current) -> dict[str, Any]:
    documentation = [
        {"href": absolute(path), "type": "text/html"} for path in ("/api/", "/problems/harness-error", "/clients")
    ]
    return {
        "linkset": [
            {
                "anchor": absolute("/.well-known/api-catalog"),
                "item": [
                    {"href": absolute("/releases/latest/registry.json"), "type": "application/json"},
                    {"href": absolute("/releases/latest/signals.json"), "type": "application/json"},
                    {"href": absolute("/releases/manifest.json"), "type": "application/json"},
                    {"href": absolute("/codes.json"), "type": "application/json"},
                    {"href": absolute("/problems/harness-error.schema.json"), "type": "application/schema+json"},
                    {"href": absolute("/feeds/changes.atom"), "type": "application/atom+xml"},
                    {"href": absolute("/feeds/proposals.atom"), "type": "application/atom+xml"},
                ],
                "service-desc": [{"href": absolute("/api/v1/openapi.json"), "type": "application/json"}],
                "service-doc": documentation,
                "status": [{"href": absolute("/healthz"), "type": "application/json"}],
            },
        ]
    }


def _addresses(now: Current) -> list[str]:
    """Every page that is worth finding, as absolute addresses."""
    paths = [
        "/",
        "/codes/",
        *(f"/codes/{entry.code}" for entry in now.registry.codes),
        *(f"/categories/{entry.category}" for entry in now.registry.categories),
        "/problems/harness-error",
        "/problems/",
        *(f"/problems/{slug}" for slug in CATALOGUE),
        *_BINDINGS,
        "/guide/",
        "/signals/",
        "/inspect",
        "/routing",
        "/compare",
        "/api/",
        "/clients",
        "/releases/",
        *(f"/releases/{each.version}/" for each in now.history),
        "/policy",
        "/proposals/",
        "/proposals/new",
        "/status",
    ]
    return [absolute(path) for path in paths]


def _text(
    request: HttpRequest,
    text: str,
    media_type: str = "text/plain; charset=utf-8",
    modified: datetime | None = None,
    keep: bool = True,
) -> HttpResponse:
    response = HttpResponse(text, content_type=media_type)
    return validated(request, response, cache=CURRENT, modified=modified, keep=keep)
