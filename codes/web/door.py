"""The door to public reads: methods, refusals and what happens when nothing can be read."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt

from codes.harness_errors import canonical
from codes.releases.current import NothingPublished

from . import answer, keeping
from .negotiation import Form, choose
from .problems import Refusal

METHODS = "GET, HEAD, OPTIONS"
PROBLEM = "application/problem+json"
# How long a client should wait when nothing could be read, in seconds.
RETRY_AFTER = "5"
AWAY = "The database does not answer at the moment."
# Below this every error is a problem object, routed or not.
API = "/api/"
# Who asks decides, or how often: the next one may get another answer.
_ABOUT_THE_CLIENT = (401, 403, 429)
# The form of an address by the end of it; what ends otherwise is negotiated.
_SUFFIXES = (".json", ".md", ".csv", ".xml", ".txt", ".atom", ".sig")
_PUBLIC: set[Callable[..., HttpResponse]] = set()


def public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A read that is the same for everybody: GET, HEAD and OPTIONS; no cookie, no CSRF token: any cache may keep it.

    Raised `Refusal`s become problem answers in the form that was asked for.
    """

    @wraps(view)
    def read(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            if request.method == "OPTIONS":
                return options()
            if request.method not in ("GET", "HEAD"):
                raise Refusal(
                    "method-not-allowed",
                    f"This address takes {METHODS}, not {request.method}.",
                    headers={"Allow": METHODS},
                )
            return view(request, *args, **kwargs)
        except NothingPublished:
            return unavailable(request, "No release can be read at the moment.")
        except Refusal as refusal:
            return refuse(request, refusal)

    # Not as a decorator, so that what is remembered is what stands in the table of addresses.
    exempt: Callable[..., HttpResponse] = csrf_exempt(read)
    also_public(exempt)
    return exempt


def also_public(view: Callable[..., HttpResponse]) -> None:
    """`view` is remembered as one that `is_public`."""
    _PUBLIC.add(view)


def is_public(view: Callable[..., Any]) -> bool:
    """Whether `view` is one that `public` has made, so that asking it changes nothing."""
    return view in _PUBLIC


def refuse(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """`refusal` as HTML, Markdown or problem+json; the last for an address that has one form, which is no page."""
    alone = request.path.startswith(API) or request.path.endswith(_SUFFIXES) or keeping.alone(request)
    forms = (Form.HTML, Form.MARKDOWN, Form.JSON)
    form = Form.JSON if alone else choose(request.headers.get("Accept"), forms) or Form.HTML
    if form is Form.JSON:
        response = HttpResponse(canonical.dumps(refusal.data()), content_type=PROBLEM)
    else:
        template, media_type = {
            Form.HTML: (refusal.template, form.media_type),
            Form.MARKDOWN: ("problem.md", form.media_type),
        }[form]
        context = {"problem": refusal.data(), "kind": refusal.type, **refusal.context}
        response = HttpResponse(render_to_string(template, context), content_type=media_type)
    response.status_code = refusal.type.status
    if not alone:
        response.headers["Vary"] = "Accept"
    for name, value in refusal.headers.items():
        response.headers[name] = value
    passing = refusal.type.status in _ABOUT_THE_CLIENT or refusal.type.status >= 500
    response.headers["Cache-Control"] = "no-store" if passing else answer.REVALIDATE
    answer.open_to_all(response)
    return response


def is_outage(failure: BaseException | None) -> bool:
    """Whether the database was away: no failure of ours, and over as soon as it is back."""
    return isinstance(failure, OperationalError | InterfaceError)


def unavailable(request: HttpRequest, detail: str) -> HttpResponse:
    """503: nothing is wrong with the request, and the same one may be answered soon."""
    return refuse(request, Refusal("unavailable", detail, headers={"Retry-After": RETRY_AFTER}))


def options(methods: str = METHODS, headers: str = "Accept, If-None-Match, If-Modified-Since") -> HttpResponse:
    """The answer to OPTIONS: what the address takes, and that any site may read it."""
    response = HttpResponse(status=204, headers={"Allow": methods})
    response.headers["Access-Control-Allow-Methods"] = methods
    response.headers["Access-Control-Allow-Headers"] = headers
    response.headers["Access-Control-Max-Age"] = "86400"
    response.headers["Cache-Control"] = answer.CURRENT
    answer.open_to_all(response)
    return response
