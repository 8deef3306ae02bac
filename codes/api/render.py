from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.render import NotRenderableError, render, render_all

from . import bodies, question_schemas
from .questions import Question, documented

_EXAMPLE = {
    "object": {
        "type": "https://iana.org/assignments/http-problem-types#agent-harness-error",
        "code": "tool.timeout",
        "detail": "The search took longer than 30 seconds.",
        "model_feedback": "search timed out; the effect is unknown.",
    },
    "carrier": "mcp",
    "version": "2025-11-25",
}


@documented("render", "Render an error object for a carrier", "RenderQuestion", "Renderings", _EXAMPLE)
class Render(Question):
    """A harness error object as HTTP, JSON-RPC, MCP, A2A, OpenTelemetry, TCP/AP, a log line or an event carries it.

    Each carrier's own rules are kept, in the version asked for. Where a carrier has no place for the object, content is
    null and the notes say why. Nothing of the body is stored or logged.
    """

    body = question_schemas.RENDER

    def post(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        try:
            found = self._render(now.registry, asked)
        except NotRenderableError as error:
            at = f"/object{error.pointer}" if error.pointer in ("/type", "/code") else error.pointer
            raise bodies.wrong([{"pointer": at, "code": "invalid_value", "detail": str(error)}]) from None
        return self.send({"release": now.release.version, "renderings": [codec.encode(each) for each in found]})

    def _render(self, registry: Any, asked: dict[str, Any]) -> tuple[Any, ...]:
        if "carrier" in asked:
            return (
                render(
                    asked["object"],
                    registry,
                    asked["carrier"],
                    version=asked.get("version"),
                    form=asked.get("form"),
                    **asked.get("options", {}),
                ),
            )
        for name in ("version", "form", "options"):
            if name in asked:
                raise NotRenderableError(f"/{name}", f"{name} belongs to a carrier; name the carrier.")
        return render_all(asked["object"], registry)
