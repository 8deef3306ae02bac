"""Pages that answer a question from the body of a POST, and keep nothing of it.

Stateless, so there is no session to forge a request in and no token against that: the page with the form stays the same
for everybody. A question is in no address, no log and no table.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters

from codes.harness_errors.strict_json import MOST_BYTES
from codes.releases.current import NothingPublished

from . import answer
from .door import METHODS, also_public, is_outage, options, public, refuse, unavailable
from .problems import Refusal
from .waiting import count

View = Callable[..., HttpResponse]

_METHODS = f"{METHODS}, POST"
_FORM = "application/x-www-form-urlencoded"
# A form writes three characters for a byte at worst.
_MOST_SENT = 3 * MOST_BYTES + 1024


def asked_by_post(answered: View) -> Callable[[View], View]:
    """Decorates the page with the form, a public read; `answered` takes the POST. Raised `Refusal`s become problems."""

    def decorate(form: View) -> View:
        read = public(form)

        @sensitive_post_parameters()
        @wraps(form)
        def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "OPTIONS":
                return options(_METHODS)
            if request.method in ("GET", "HEAD"):
                return read(request, *args, **kwargs)
            if request.method != "POST":
                detail = f"This address takes {_METHODS}, not {request.method}."
                return refuse(request, Refusal("method-not-allowed", detail, headers={"Allow": _METHODS}))
            return _unkept(_answer(request, answered))

        exempt: View = csrf_exempt(view)
        also_public(exempt)
        return exempt

    return decorate


def field(request: HttpRequest, name: str) -> str:
    """Field `name` of the form, with line feeds. Raises Refusal where it is missing, comes twice or is too long."""
    if (request.content_type or "") != _FORM:
        raise Refusal("unsupported-media-type", f"A form is {_FORM}.", members={"accepts": [_FORM]})
    if int(request.META.get("CONTENT_LENGTH") or 0) > _MOST_SENT:
        raise Refusal("content-too-large", f"At most {MOST_BYTES} bytes are read.")
    try:
        values = request.POST.getlist(name)
    except UnreadablePostError:
        raise Refusal("bad-request", "The body did not arrive whole.") from None
    if len(values) != 1:
        raise Refusal("invalid-body", f"The form has the field {name} once.")
    return str(values[0]).replace("\r\n", "\n")


def _answer(request: HttpRequest, answered: View) -> HttpResponse:
    try:
        _count(request)
        return answered(request)
    except NothingPublished:
        return unavailable(request, "No release can be read at the moment.")
    except Refusal as refusal:
        return refuse(request, refusal)


def _count(request: HttpRequest) -> None:
    """As many as of the same questions through the API. Goes on uncounted while the database is away."""
    try:
        count(request, "question")
    except DatabaseError as failure:
        if not is_outage(failure):
            raise


def _unkept(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = answer.PRIVATE
    # A link from the answer tells nobody where it was asked for.
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
