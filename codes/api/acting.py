"""What calls with a token have in common: what is answered is one caller's own, and nobody keeps it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from codes.harness_errors import canonical
from codes.web.answer import PRIVATE, require_acceptable
from codes.web.door import options

from . import bodies, keyed
from .auth import Caller, require
from .base import OneForm
from .errors import methods
from .keyed import Answer
from .parameters import read
from .throttles import Counted, Writes


def now() -> datetime:
    return timezone.now()


class Changing(Counted):
    """A view whose writes are counted."""

    throttle_classes = (Writes,)


class Acting(Changing):
    """A call that changes something, or shows what is not for everybody."""

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = OneForm

    @extend_schema(exclude=True)
    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return options(methods(self))


def begin(request: Request, scope: str, shape: Mapping[str, Any]) -> tuple[Caller, dict[str, Any]]:
    """Who calls, and the body. Raises Refusal; also for a query, since all that is asked for stands in the body."""
    plain: HttpRequest = request._request
    require_acceptable(plain, "application/json")
    found = require(request, scope)
    read(request.query_params, ())
    return found, bodies.check(request.data, shape)


def once(request: Request, by: Caller, body: Any, at: datetime, make: Callable[[], Answer]) -> Answer:
    """What `make` answers; a replayed Idempotency-Key is answered before any precondition is looked at."""
    plain: HttpRequest = request._request
    of = keyed.fingerprint(plain.method or "", plain.path, body)
    return keyed.once(account=by.account, key=keyed.key_of(plain), of=of, at=at, make=make)


def made(data: Any, *, status: int = 200, **headers: str) -> Answer:
    """An answer with `data`; `headers` by name, with `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, named, canonical.dumps(data))


def send(answer: Answer) -> HttpResponse:
    response = HttpResponse(answer.body, status=answer.status, content_type="application/json")
    for name, value in answer.headers.items():
        response.headers[name] = value
    response.headers["Cache-Control"] = PRIVATE
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
