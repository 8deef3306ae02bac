"""What every read of the API has in common."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from codes.harness_errors import canonical
from codes.releases.current import Current, current
from codes.web.answer import CURRENT, Offer, absolute, answer, link
from codes.web.at import at_version
from codes.web.door import options
from codes.web.negotiation import Form
from codes.web.render import modified

from . import parsing, schema
from .auth import refuse_bad_token
from .errors import methods
from .paging import Cursor, no_cursor
from .parameters import Parameter, read

RELEASE = Parameter("release", "The version to read at; the latest where it is left out.", longest=32, example="1.0.0")


class OneForm(BaseContentNegotiation):
    """JSON, whatever was asked for; `answer` refuses where the request rules it out, q-values and all."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsing.chosen(request, parsers)

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class Read(APIView):
    """A read: the same for everybody, from the release, with the headers of every public answer."""

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = OneForm
    parameters: tuple[Parameter, ...] = ()

    def asked(self, request: Request, *named: str) -> tuple[Current, Mapping[str, str]]:
        """The release to answer from and the parameters; `named` are versions in the address.

        Raises Refusal; also for a token that is none, though none is needed: whoever sends one means it.
        """
        refuse_bad_token(request)
        found = read(request.query_params, self.parameters)
        version = found.get("release", "")
        if found.get("cursor"):
            # A walk stays with the release it began with.
            begun = Cursor.read(found["cursor"]).version
            if version not in ("", begun) or current(begun).find(begun) is None:
                raise no_cursor()
            version = begun
        return (at_version(version) if version else current(*named)), found

    def send(
        self,
        request: Request,
        now: Current,
        data: Mapping[str, Any],
        *,
        cache: str = CURRENT,
        links: Sequence[str] = (),
    ) -> HttpResponse:
        plain: HttpRequest = request._request
        offer = Offer(Form.JSON, lambda: canonical.dumps(data))
        described = link(absolute("/api/v1/openapi.json"), "service-desc", Form.JSON.bare_type)
        return answer(
            plain,
            [offer],
            address=plain.path,
            only=Form.JSON,
            cache=cache,
            modified=modified(now),
            links=[*links, described],
        )

    @extend_schema(exclude=True)
    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return options(methods(self))


def documented(operation: str, summary: str, component: str, *refusals: int) -> Any:
    """The OpenAPI of a read, as a decorator of its class: stable id, answer, parameters, and the ways it refuses."""

    def decorate(view: type[Read]) -> type[Read]:
        extended = extend_schema(
            operation_id=operation,
            summary=summary,
            description=inspect.getdoc(view) or "",
            parameters=[each.openapi() for each in view.parameters],
            responses=schema.responses(component, *refusals),
            tags=["registry"],
        )
        return extend_schema_view(get=extended)(view)

    return decorate
