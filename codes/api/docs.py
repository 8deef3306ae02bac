"""The API for people: every call with a line for curl, the OpenAPI document, and Swagger UI."""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from drf_spectacular.views import SpectacularSwaggerSplitView

from codes.releases.current import Current, current
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import modified, page

from .base import OneForm

# Made by `manage.py spectacular` from the views; `dev.py check` makes it again and compares.
STORED = Path(__file__).parent / "openapi.json"


@public
def openapi(request: HttpRequest) -> HttpResponse:
    now = current()
    offers = [Offer(Form.JSON, STORED.read_bytes)]
    return answer(request, offers, address="/api/v1/openapi.json", only=Form.JSON, modified=modified(now))


@public
def overview(request: HttpRequest) -> HttpResponse:
    now = current()
    calls = _calls(_origin(request), *_versions(now))
    body = page("api/overview.html", now, address="/api/", calls=calls, groups=_groups(calls))
    links = [link(absolute("/api/v1/openapi.json"), "service-desc", "application/json")]
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/api/", modified=modified(now), links=links)


# Swagger UI sets styles of its own on elements, and draws with images inside its stylesheet.
browse = csp_update({"style-src": [SELF, UNSAFE_INLINE], "img-src": [SELF, "data:"]})(
    # A page for people answers as HTML whatever was asked for.
    SpectacularSwaggerSplitView.as_view(url_name="openapi", content_negotiation_class=OneForm)
)


def _origin(request: HttpRequest) -> str:
    """Where the lines for curl ask: in development the site that shows them, which is not the one it will be."""
    return f"{request.scheme}://{request.get_host()}" if settings.DEBUG else absolute("")


def _versions(now: Current) -> tuple[str, str]:
    """The two latest releases, which is twice the same one as long as there is no other."""
    first, second = (now.history[0], *now.history)[-2:]
    return first.version, second.version


# Few lines: each release makes new ones, and what a developer's browser calls this machine.
@lru_cache(maxsize=8)
def _calls(origin: str, first: str, second: str) -> list[dict[str, Any]]:
    """Every call as the document describes it, with a line for curl that can be tried."""
    in_path = {**_IN_PATH, "first": first, "second": second}
    document = json.loads(STORED.read_bytes())
    return [
        _call(path, method, operation, _curl(f"{origin}{path.format(**in_path)}", method, operation, document))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def _groups(calls: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The calls by what they are about, in the order in which the document describes that."""
    tags = json.loads(STORED.read_bytes())["tags"]
    return [(tag["description"], [call for call in calls if call["tag"] == tag["name"]]) for tag in tags]


def _call(path: str, method: str, operation: dict[str, Any], curl: Iterator[str]) -> dict[str, Any]:
    parameters = operation.get("parameters", [])
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "tag": operation["tags"][0],
        "summary": operation["summary"],
        "description": operation["description"],
        "parameters": [each for each in parameters if each["in"] != "path"],
        "scopes": [scope for each in operation.get("security", []) for scope in each.get("token", [])],
        "optional": {} in operation.get("security", []),
        "own": "{number}" in path,
        "tagged": any(each["name"] == "If-Match" for each in parameters),
        "curl": " \\\n  ".join(curl),
    }


_IN_PATH = {
    "code": "tool.timeout",
    "name": "tool",
    "version": "1.0.0",
    "number": "1",
}


def _curl(address: str, method: str, operation: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:
    parameters = operation.get("parameters", [])
    required = [each for each in parameters if each["in"] == "query" and each.get("required")]
    query = "&".join(f"{each['name']}={each['schema']['examples'][0]}" for each in required)
    where = f"{address}?{query}" if query else address
    if method == "get":
        yield f"curl '{where}'"
        return
    yield f"curl -X {method.upper()} '{where}'"
    if operation.get("security"):
        yield "-H 'Authorization: Bearer TOKEN'"
    for each in parameters:
        if each["in"] == "header" and each.get("required"):
            yield f"-H '{each['name']}: {each['schema']['examples'][0]}'"
    media_type, body = next(iter(operation["requestBody"]["content"].items()))
    yield f"-H 'Content-Type: {media_type}'"
    # No apostrophe stands in an example, so a shell takes it between two.
    example = _example(body, document["components"]["schemas"])
    yield f"-d '{json.dumps(example)}'"


def _example(body: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """The first example of a body: of the call, else of what it is."""
    for each in body.get("examples", {}).values():
        return each["value"]
    return schemas[body["schema"]["$ref"].rsplit("/", 1)[1]]["examples"][0]
