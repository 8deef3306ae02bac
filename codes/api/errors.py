"""Every way to fail under `/api/` as the one error shape."""

import math
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.views import APIView

from codes.releases.current import NothingPublished
from codes.review.actions import Refused
from codes.web.door import is_outage, refuse, unavailable
from codes.web.problems import Refusal

from .refusals import problem


def handle(failure: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """The answer to `failure`; None lets it go on as a failure of our own, which Django answers with 500."""
    request = context["request"]._request
    if isinstance(failure, NothingPublished):
        return unavailable(request, "No release can be read at the moment.")
    if is_outage(failure):
        return unavailable(request, "The database does not answer at the moment.")
    refusal = _refusal(failure, context["view"], request.method)
    return refuse(request, refusal) if refusal else None


def _refusal(failure: Exception, view: APIView, method: str) -> Refusal | None:
    if isinstance(failure, Refusal):
        return failure
    if isinstance(failure, exceptions.Throttled):
        wait = math.ceil(getattr(failure, "wait", None) or 1)
        detail = f"That was too often. Try again in {wait} seconds."
        return Refusal("too-many-requests", detail, headers={"Retry-After": str(wait)})
    if isinstance(failure, Refused):
        return problem(failure)
    if isinstance(failure, exceptions.MethodNotAllowed):
        allowed = methods(view)
        detail = f"This address takes {allowed}, not {method}."
        return Refusal("method-not-allowed", detail, headers={"Allow": allowed})
    if isinstance(failure, exceptions.UnsupportedMediaType):
        taken = [each.media_type for each in view.parser_classes]
        detail = f"A body is {' or '.join(taken)} in UTF-8 without a content coding."
        field = "Accept-Patch" if method == "PATCH" else "Accept-Post"
        return Refusal("unsupported-media-type", detail, members={"accepts": taken}, headers={field: ", ".join(taken)})
    if isinstance(failure, UnreadablePostError):
        return Refusal("bad-request", "The body did not arrive whole.")
    if isinstance(failure, Http404 | exceptions.NotFound):
        return Refusal("not-found", "There is nothing at this address.")
    if isinstance(failure, PermissionDenied | exceptions.PermissionDenied):
        return Refusal("forbidden", "The request was refused.")
    if isinstance(failure, exceptions.APIException) and failure.status_code == HTTPStatus.BAD_REQUEST:
        return Refusal("bad-request", "The request could not be understood.")
    return None


def methods(view: APIView) -> str:
    """What `view` takes, as the Allow header field says it."""
    return ", ".join(view.allowed_methods)
