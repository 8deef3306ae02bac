"""The answer to a read: chosen form, validators, caching, links (contract of the site, section HTTP)."""

import base64
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date

from . import coding, keeping
from .negotiation import Form, acceptable
from .problems import Refusal

# What a shared cache may do with an answer. Current pages may be a minute old, and a week while the site is away.
CURRENT = "public, max-age=60, stale-while-revalidate=60, stale-if-error=604800"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "public, no-cache"
PRIVATE = "private, no-store"

EXPOSED = "ETag, Link, Repr-Digest, Last-Modified"

# What an answer says of its body, which a 304 does not have (RFC 9110 section 15.4.5).
LEFT_OUT_OF_304 = frozenset({"content-type", "content-length", "content-encoding", "link", "repr-digest"})


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
    form = only or keeping.settle(request.headers.get("Accept"), tuple(by_form))
    body = by_form[form].render()
    response = HttpResponse(body, content_type=form.media_type)
    if only is None and len(by_form) > 1:
        keeping.note(request, forms=tuple(by_form))
        response.headers["Vary"] = "Accept"
    response.headers["Link"] = ", ".join(_links(by_form.values(), form, address, links))
    return validated(request, response, cache=cache, modified=modified)


def require_acceptable(request: HttpRequest, media_type: str) -> None:
    """Raises Refusal where the request rules out the one media type that its address has."""
    keeping.note(request, alone=media_type)
    if not acceptable(request.headers.get("Accept"), media_type):
        raise Refusal(
            "not-acceptable",
            f"This address answers {media_type} only.",
            members={"available": [media_type]},
            headers={"Vary": "Accept"},
        )


def validated(
    request: HttpRequest,
    response: HttpResponse,
    *,
    cache: str,
    modified: datetime | None = None,
    keep: bool | None = None,
) -> HttpResponse:
    """`response`, a 200, in the coding that was asked for, with strong ETag, caching and open cross-origin reads; 304
    where the request's conditions say so. Raises Refusal where they rule out what there is.

    `keep`: it depends on nothing but the release, the manifest and this build, so it may be answered before Django
    (codes/fast). That is what current pages and numbered files are; others have to say so, or that they are not.
    """
    _encode(request, response)
    response.headers["Cache-Control"] = cache
    seconds = None
    if modified is not None:
        seconds = int(modified.astimezone(UTC).timestamp())
        response.headers["Last-Modified"] = http_date(seconds)
    open_to_all(response)
    if keep if keep is not None else cache in (CURRENT, IMMUTABLE):
        keeping.keep(request)
    found = get_conditional_response(request, etag=response.headers["ETag"], last_modified=seconds, response=response)
    if found is None or found is response:
        return response
    if found.status_code == HTTPStatus.PRECONDITION_FAILED:
        raise Refusal("precondition-failed", "This is not, or no longer, the version that the request names.")
    for name, value in response.headers.items():
        if name.lower() not in LEFT_OUT_OF_304:
            found.headers[name] = value
    # On the 304 too: some browsers check it there.
    open_to_all(found)
    return found


def _encode(request: HttpRequest, response: HttpResponse) -> None:
    """The body in the coding that the request prefers, with the tag and digest of just these bytes.

    Raises Refusal where the request rules out every coding, also the plain one.
    """
    whole = coding.compressible(response.headers["Content-Type"], len(response.content))
    offered = coding.CODINGS if whole else ("identity",)
    chosen = coding.choose(request.headers.get("Accept-Encoding"), offered)
    if chosen is None:
        detail = f"This address answers in these codings only: {', '.join(offered)}."
        members = {"available_codings": list(offered)}
        raise Refusal("not-acceptable", detail, members=members, headers={"Vary": "Accept, Accept-Encoding"})
    if whole:
        vary = response.headers.get("Vary")
        response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    sent = coding.coded(response.content, chosen)
    if chosen != "identity":
        response.content = sent.body
        response.headers["Content-Encoding"] = chosen
    if "Repr-Digest" in response.headers:
        response.headers["Repr-Digest"] = f"sha-256=:{base64.b64encode(sent.digest).decode()}:"
    response.headers["ETag"] = f'"{sent.digest.hex()[:32]}"'


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
