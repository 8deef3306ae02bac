from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.entries import SignalEntry

from .base import RELEASE, Read, documented
from .paging import CURSOR, LIMIT, page
from .parameters import Parameter


@documented("listSignals", "List signals of the crosswalk", "SignalList", 404)
class Signals(Read):
    """The crosswalk: signals of real systems and the codes they map to. Advice, by row id."""

    parameters = (
        Parameter("source", "Rows of this source.", example="mcp"),
        Parameter("signal", "Rows with exactly this signal.", example="-32602"),
        Parameter(
            "code", "Rows that name this code, as first choice or alternative.", longest=129, example="tool.timeout"
        ),
        Parameter("q", "Words that stand in source, signal, name, condition or note.", example="rate limit"),
        RELEASE,
        LIMIT,
        CURSOR,
    )

    def get(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        words = asked["q"].casefold().split()
        found = [
            row
            for row in now.signals.signals
            if asked["source"] in ("", row.source)
            and asked["signal"] in ("", row.signal)
            and (not asked["code"] or asked["code"] in row.codes)
            and all(word in _text(row) for word in words)
        ]
        data = page(now, "/api/v1/signals", asked, found)
        return self.send(request, now, {**data, "results": codec.encode(data["results"])})


def _text(row: SignalEntry) -> str:
    return " ".join((row.source, row.signal, row.name or "", row.condition or "", row.note)).casefold()
