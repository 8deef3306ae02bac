"""What answers when no view does: Django's error handlers, and the address that no pattern takes."""

import sys

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve

from .door import AWAY, is_outage, public, refuse, unavailable
from .problems import Refusal


@public
def unrouted(request: HttpRequest) -> HttpResponse:
    """A slash too many or too few is one redirect; anything else is not found, and never the home page."""
    other = request.path_info.rstrip("/") if request.path_info.endswith("/") else f"{request.path_info}/"
    try:
        known = resolve(other).func is not unrouted
    except Resolver404:
        known = False
    if known and not other.startswith("//"):
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(f"{other}?{query}" if query else other)
    raise Refusal("not-found", f"There is nothing at {request.path}.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Refusal("bad-request", "The request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Refusal("forbidden", "The request was refused."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Refusal("not-found", f"There is nothing at {request.path}."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the exception is handled. One from a view never comes here (`middleware.LastWord`)."""
    if is_outage(sys.exc_info()[1]):
        return unavailable(request, AWAY)
    return refuse(request, Refusal("internal-error", "The site failed. The failure has been recorded."))
