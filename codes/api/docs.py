"""The API for people: every call with a line for curl, the OpenAPI document, and Swagger UI."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from drf_spectacular.views import SpectacularSwaggerSplitView

from codes.releases.current import current
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import modified, page

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
    body = page("api/overview.html", now, address="/api/", calls=_calls())
    links = [link(absolute("/api/v1/openapi.json"), "service-desc", "application/json")]
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/api/", modified=modified(now), links=links)


# Swagger UI sets styles of its own on elements, and draws with images inside its stylesheet.
browse = csp_update({"style-src": [SELF, UNSAFE_INLINE], "img-src": [SELF, "data:"]})(
    SpectacularSwaggerSplitView.as_view(url_name="openapi")
)


@cache
def _calls() -> list[dict[str, Any]]:
    """Every call as the document describes it, with an address that can be tried."""
    paths = json.loads(STORED.read_bytes())["paths"]
    return [
        _call(path, method, operation) for path, operations in paths.items() for method, operation in operations.items()
    ]


def _call(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    parameters = operation.get("parameters", [])
    in_path = {"code": "tool.timeout", "name": "tool", "version": "1.0.0", "first": "1.0.0", "second": "1.0.0"}
    address = path
    for name, value in in_path.items():
        address = address.replace(f"{{{name}}}", value)
    required = [each for each in parameters if each["in"] == "query" and each.get("required")]
    query = "&".join(f"{each['name']}={each['schema']['examples'][0]}" for each in required)
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "description": operation["description"],
        "parameters": [each for each in parameters if each["in"] == "query"],
        "address": f"{address}?{query}" if query else address,
        "body": _example(operation),
    }


def _example(operation: dict[str, Any]) -> str:
    """A body to try, as JSON; empty for a read. No apostrophe stands in it, so a shell takes it between two."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    examples = [each["value"] for each in content.get("examples", {}).values()]
    return json.dumps(examples[0], indent=2) if examples else ""
