"""Faults of a content and refusals of an action, put where a form shows them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from codes.review.actions import Incomplete, NotPermitted, NotThere, Refused, Stale, TooMany
from codes.review.kinds.fields import Fault

from .act import ActForm

_STATUS: Mapping[type[Refused], int] = {NotPermitted: 403, NotThere: 404, Stale: 412, TooMany: 429, Refused: 409}


def place(form: Form, faults: Iterable[Fault]) -> None:
    """Each fault beside its input, above the form where it shows none. Call `is_valid` first."""
    for fault in faults:
        form.add_error(_input(form, fault.pointer), fault.detail)


def status_of(refused: Refused) -> int:
    """Of the answer of a page, the same as the API's but where what is wrong is what was typed, which is 400."""
    return next(status for kind, status in _STATUS.items() if isinstance(refused, kind))


def refuse(form: ActForm, refused: Refused) -> None:
    """Why the action refused. What was typed stays; a form that is out of date can be sent again as it is."""
    if isinstance(refused, Incomplete):
        form.status = 400
        place(form, refused.faults)
        return
    form.status = status_of(refused)
    form.add_error(None, refused.detail)
    if isinstance(refused, Stale):
        form.add_error(None, "Look at it as it is now. What you had written is here: send it again if it still holds.")
        form.start_from(refused.tag)
    if isinstance(refused, TooMany):
        form.retry_after = refused.seconds


def page(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """The page of `form` in `context`: 200, or what its errors call for."""
    form: ActForm = context["form"]
    return marked(render(request, template, dict(context), status=form.status if form.errors else 200), form)


def marked(response: HttpResponse, form: ActForm) -> HttpResponse:
    """`response` with when `form` can be sent again, where that is known."""
    if form.retry_after:
        response.headers["Retry-After"] = str(form.retry_after)
    return response


def shown(form: Form, fault: Fault) -> bool:
    """Whether `form` has the input that `fault` is about."""
    return _input(form, fault.pointer) is not None


def _input(form: Form, pointer: str) -> str | None:
    """The input for a JSON Pointer: `/reference/url` has one of its own, `/actions/2` is a line of another."""
    parts = pointer.strip("/").split("/")
    candidates = ("-".join(parts), parts[0], f"{parts[0]}-title")
    return next((name for name in candidates if name in form.fields), None)
