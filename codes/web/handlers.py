"""What answers when no view does: Django's error handlers, and the address that no pattern takes."""

import sys
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.views.decorators.csrf import csrf_exempt

from .door import AWAY, is_outage, is_public, public, refuse, unavailable
from .moved import to_canonical
from .problems import Refusal
from .waiting import seconds, too_often


@csrf_exempt
def unrouted(request: HttpRequest) -> HttpResponse:
    """A slash too many or too few is one redirect; anything else is not found, whatever the method, and never home."""
    path = request.path_info
    other = path.rstrip("/") if path.endswith("/") else f"{path}/"
    try:
        found = resolve(other)
    except Resolver404:
        found = None
    if found is None or found.func is unrouted:
        return not_found(request, Http404())
    return _with_the_other_slash(request, other, found)


@public
def _with_the_other_slash(request: HttpRequest, other: str, found: ResolverMatch) -> HttpResponse:
    """To `other`; where that is only shaped like an address of ours, its 404 at once."""
    if is_public(found.func):
        there: HttpResponse = found.func(request, *found.args, **found.kwargs)
        if there.status_code == HTTPStatus.NOT_FOUND:
            return there
    return to_canonical(request, other)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Refusal("bad-request", "The request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Refusal("forbidden", "The request was refused."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that is no longer current, from a browser without cookies, or from another site."""
    return refuse(
        request,
        Refusal(
            "forbidden",
            "The form could not be matched with the page it came from. That happens when you have signed in or out in"
            " another window meanwhile, or when the browser keeps no cookies for this site.",
        ),
    )


def too_many(request: HttpRequest) -> HttpResponse:
    """Of what django-allauth counts, which does not say why: these two are refused in this way."""
    return refuse(request, too_often(seconds(request, "manage_email", "reauthenticate", otherwise=60)))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Refusal("not-found", f"There is nothing at {request.path}."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the exception is handled. One from a view never comes here (`middleware.LastWord`)."""
    if is_outage(sys.exc_info()[1]):
        return unavailable(request, AWAY)
    return refuse(request, Refusal("internal-error", "The site failed. The failure has been recorded."))
