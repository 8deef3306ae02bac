"""What every question in a body has in common: asked by POST, answered, and forgotten."""

import inspect
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework.request import Request

from codes.harness_errors import canonical
from codes.releases.current import Current, current
from codes.web import answer
from codes.web.at import at_version
from codes.web.door import options
from codes.web.negotiation import Form

from . import bodies, schema
from .auth import caller
from .base import OneForm
from .parameters import read
from .parsing import StrictJSON
from .pieces import ref
from .throttles import Counted, Tools

METHODS = "POST, OPTIONS"


class Question(Counted):
    """A stateless question: no token, no cookie, so no CSRF either. The body is kept nowhere, and no address has it."""

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = OneForm
    parser_classes = (StrictJSON,)
    throttle_classes = (Tools,)
    body: Mapping[str, Any] = {}

    def asked(self, request: Request) -> tuple[Current, dict[str, Any]]:
        """The release to answer from and the body, which meets the schema `body`. Raises Refusal; also for a query:
        `?release=` would be passed over, and the answer that of another release.
        """
        answer.require_acceptable(request._request, Form.JSON.bare_type)
        caller(request)
        read(request.query_params, ())
        found = bodies.check(request.data, self.body)
        version = found.pop("release", None)
        return (at_version(version) if version else current()), found

    def send(self, data: Mapping[str, Any]) -> HttpResponse:
        response = HttpResponse(canonical.dumps(data), content_type=Form.JSON.media_type)
        response.headers["Cache-Control"] = answer.PRIVATE
        answer.open_to_all(response)
        return response

    @extend_schema(exclude=True)
    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return options(METHODS, "Accept, Content-Type")


def documented(operation: str, summary: str, question: str, component: str, example: Mapping[str, Any]) -> Any:
    """The OpenAPI of a question, as a decorator of its class. `example` is a body that is answered with 200."""

    def decorate(view: type[Question]) -> type[Question]:
        extended = extend_schema(
            operation_id=operation,
            summary=summary,
            description=inspect.getdoc(view) or "",
            request={StrictJSON.media_type: ref(question)},
            responses=schema.responses(component, 404, 413, 415, 429, body=True),
            examples=[OpenApiExample("example", value=dict(example), request_only=True)],
            tags=["toolkit"],
        )
        return extend_schema_view(post=extended)(view)

    return decorate
