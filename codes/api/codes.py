"""`codes`, one code, its history."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.entries import CodeEntry
from codes.releases.current import Current
from codes.releases.search import search
from codes.web import facets, unknown
from codes.web.answer import absolute, link

from .base import RELEASE, Read, documented
from .paging import CURSOR, LIMIT, page
from .parameters import Parameter

_FLAG = ("true", "false")
_FILTERS = (
    Parameter("category", "Codes of this category.", example="tool"),
    Parameter("status", "Codes that are active, or deprecated.", accepts=("active", "deprecated")),
    Parameter("origin", "Codes with this typical origin.", accepts=("harness", "model", "tool", "upstream", "user")),
    Parameter("retryable", "Codes with this default of retryable.", accepts=_FLAG),
    Parameter("model_recoverable", "Codes with this default of model_recoverable.", accepts=_FLAG),
    Parameter("http_status", "Codes with this recommended HTTP status.", integer=(400, 599), example="422"),
)
_WORDS = Parameter(
    "q",
    "Words that stand in code, title, meaning or in a signal that leads to it; the most fitting first.",
    example="timeout",
)


@documented("listCodes", "List codes", "CodeList", 404)
class Codes(Read):
    """The registered codes, by code, or by rank where words are asked for."""

    parameters = (*_FILTERS, _WORDS, RELEASE, LIMIT, CURSOR)

    def get(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        if asked["category"] and not now.registry.category(asked["category"]):
            raise unknown.category_parameter(now, asked["category"])
        found = [entry for entry in search(now.registry, now.signals, asked["q"]) if _matches(entry, asked)]
        data = page(now, "/api/v1/codes", asked, found)
        return self.send(request, now, {**data, "results": codec.encode(data["results"])})


@documented("readCode", "Read a code", "CodeDetail", 404)
class Code(Read):
    """One registered code, with its registered, administrative and informative members."""

    parameters = (RELEASE,)

    def get(self, request: Request, code: str) -> HttpResponse:
        now, _ = self.asked(request)
        entry = _known(now, code)
        links = [
            link(absolute(f"/codes/{code}"), "describedby", "text/html"),
            link(absolute("/api/v1/codes"), "collection"),
            link(absolute(f"/api/v1/codes/{code}/history"), "version-history"),
        ]
        return self.send(request, now, {"release": now.release.version, **codec.encode(entry)}, links=links)


@documented("readCodeHistory", "Read what releases did to a code", "History", 404)
class CodeHistory(Read):
    """What each release did to a code, newest first."""

    parameters = ()

    def get(self, request: Request, code: str) -> HttpResponse:
        now, _ = self.asked(request)
        _known(now, code)
        recorded = reversed(now.changes.get(("code", code), ()))
        results = [
            {
                "release": each.release.version,
                "published": each.release.published.strftime("%Y-%m-%dT%H:%M:%SZ"),
                **each.change.data(),
            }
            for each in recorded
        ]
        data = {"release": now.release.version, "count": len(results), "next": None, "results": results}
        return self.send(request, now, data)


def _known(now: Current, code: str) -> CodeEntry:
    entry = now.registry.code(code)
    if entry is None:
        raise unknown.code(now, code)
    return entry


def _matches(entry: CodeEntry, asked: Any) -> bool:
    return all(facet.value(entry) == asked[facet.name] for facet in facets.FACETS if asked.get(facet.name))
