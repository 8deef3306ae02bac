from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.document import Registry
from codes.harness_errors.inspect import Report, inspect
from codes.harness_errors.render import NotRenderableError, Rendering, render_all

from . import toolkit_schemas
from .questions import Question, documented

_EXAMPLE = {
    "raw": {
        "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
        "code": "tool.timeout",
        "retryable": "false",
    }
}


@documented("inspect", "Inspect an error object", "InspectQuestion", "Inspection", _EXAMPLE)
class Inspect(Question):
    """What is wrong with a harness error object, what counts of it, what to do, and how each carrier writes it.

    Takes the object alone or inside whatever carries it. Findings are `error` (a rule is broken), `ignored` (consumers
    read the object as if this were not there) or `advice`. That something is no error object, or is no JSON, is a
    finding and no fault of the request. Nothing of the body is stored or logged.
    """

    body = toolkit_schemas.INSPECT

    def post(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        report = inspect(asked["raw"], now.registry, signals=now.signals)
        return self.send({**codec.encode(report), "renderings": codec.encode(_renderings(report, now.registry))})


def _renderings(report: Report, registry: Registry) -> tuple[Rendering, ...]:
    """None for what is no harness error object to a consumer either."""
    if report.object is None:
        return ()
    try:
        return render_all(report.object, registry)
    except NotRenderableError:
        return ()
