import json

from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.routing import TableError, check, read, routing
from codes.web.answer import absolute, link
from codes.web.at import at_version

from . import base, bodies, toolkit_schemas
from .questions import Question, documented

_EXAMPLE = {"table": {"* | upstream.rate_limited": "retry_backoff", "* | loop.timeout": "retry", "* | *": "give_up"}}


@base.documented("readRouting", "Read the routing table", "Routing", 404)
class Routing(base.Read):
    """What to do with an error, as rules by code, then by category, then for everything else.

    Advice, derived from the registry. Counts, delays and prices are yours to add, and the members of the error in hand
    go before the defaults that a rule was made from.
    """

    parameters = (base.RELEASE,)

    def get(self, request: Request) -> HttpResponse:
        now, _ = self.asked(request)
        data = {"release": now.release.version, **codec.encode(routing(now.registry))}
        return self.send(request, now, data, links=[link(absolute("/routing"), "describedby", "text/html")])


@documented("checkRouting", "Check a routing table of your own", "RoutingQuestion", "RoutingFaults", _EXAMPLE)
class RoutingCheck(Question):
    """Which codes your table leaves unrouted, which of its rows never count, and where it retries what will fail again.

    Also rows that route on an HTTP status, and codes that came after the release in `since`. Nothing of the body is
    stored or logged.
    """

    body = toolkit_schemas.ROUTING_CHECK

    def post(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        table = asked["table"]
        try:
            rows = read(table if isinstance(table, str) else json.dumps(table))
        except TableError as error:
            raise bodies.wrong([{"pointer": "/table", "code": "no_table", "detail": str(error)}]) from None
        since = at_version(asked["since"]).registry if "since" in asked else None
        found = check(rows, now.registry, since=since)
        return self.send({"release": now.release.version, **codec.encode(found)})
