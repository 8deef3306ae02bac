"""The answer to a read: chosen form, validators, caching, links (contract of the site, section HTTP)."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date

from .negotiation import Form, acceptable, choose
from .problems import Refusal

# What a shared cache may do with an answer. Current pages may be a minute old, and a week while the site is away.
CURRENT = "public, max-age=60, stale-while-revalidate=60, stale-if-error=604800"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "public, no-cache"
PRIVATE = "private, no-store"

EXPOSED = "ETag, Link, Repr-Digest, Last-Modified"


@dataclass(frozen=True, slots=True)
class Offer:
    """One form of a resource: how to make it, and the address where it stands alone (a path), if it has one."""

    form: Form
    render: Callable[[], str | bytes]
    address: str | None = None


def absolute(path: str) -> str:
    """The public address of `path`, on the configured origin and never on the Host header of the request."""
    return f"{settings.PUBLIC_BASE_URL}{path}"


def link(target: str, relation: str, media_type: str | None = None) -> str:
    """One value of the Link header field (RFC 8288)."""
    kind = f'; type="{media_type}"' if media_type else ""
    return f'<{target}>; rel="{relation}"{kind}'


def answer(
    request: HttpRequest,
    offers: Iterable[Offer],
    *,
    address: str,
    only: Form | None = None,
    cache: str = CURRENT,
    modified: datetime | None = None,
    links: Iterable[str] = (),
) -> HttpResponse:
    """The resource at `address` in the form that `request` asks for, or in form `only` where the address names it.

    People's addresses fall back to HTML when nothing acceptable is offered; an address with a form of its own refuses.
    """
    by_form = {offer.form: offer for offer in offers}
    if only:
        require_acceptable(request, only.bare_type)
    form = only or choose(request.headers.get("Accept"), tuple(by_form)) or Form.HTML
    body = by_form[form].render()
    response = HttpResponse(body, content_type=form.media_type)
    if only is None and len(by_form) > 1:
        response.headers["Vary"] = "Accept"
    response.headers["Link"] = ", ".join(_links(by_form.values(), form, address, links))
    return validated(request, response, cache=cache, modified=modified)


def require_acceptable(request: HttpRequest, media_type: str) -> None:
    """Raises Refusal where the request rules out the one media type that its address has."""
    if not acceptable(request.headers.get("Accept"), media_type):
        raise Refusal(
            "not-acceptable",
            f"This address answers {media_type} only.",
            members={"available": [media_type]},
            headers={"Vary": "Accept"},
        )


def validated(
    request: HttpRequest, response: HttpResponse, *, cache: str, modified: datetime | None = None
) -> HttpResponse:
    """`response` with strong ETag, caching and open cross-origin reads; 304 or 412 where the request's
    conditions say so.
    """
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = cache
    seconds = None
    if modified is not None:
        seconds = int(modified.astimezone(UTC).timestamp())
        response.headers["Last-Modified"] = http_date(seconds)
    if response.status_code == 200:
        found = get_conditional_response(request, etag=etag, last_modified=seconds, response=response)
        response = found or response
    # On the 304 too: some browsers check it there.
    open_to_all(response)
    return response


def open_to_all(response: HttpResponse) -> None:
    """Any site's script may read: public reads carry no cookie, so there is nothing to protect."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED


def _links(offers: Iterable[Offer], chosen: Form, address: str, more: Iterable[str]) -> list[str]:
    alternates = [
        link(absolute(offer.address), "alternate", offer.form.bare_type)
        for offer in offers
        if offer.address and offer.form is not chosen
    ]
    return [link(absolute(address), "canonical"), *alternates, *more]
