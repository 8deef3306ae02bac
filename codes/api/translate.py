from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.document import Registry, Signals
from codes.harness_errors.strict_json import StrictJSONError
from codes.harness_errors.translate import Received, Translation, translate, translate_raw

from . import bodies, parsing, question_schemas
from .questions import Question, documented

_EXAMPLE = {"source": "mcp", "signal": "-32602", "context": {"method": "tools/call", "tool_offered": False}}
# What a whole message says itself.
_TOLD_BY_RAW = ("signal", "kind", "field", "status", "message", "retry_after")


@documented("translate", "Translate a signal to an error object", "TranslateQuestion", "Translation", _EXAMPLE)
class Translate(Question):
    """The harness error object that a signal of a real system becomes, by the most specific row of the crosswalk.

    Give the signal and what you know beside it, or a whole message as raw. What is no error is answered as such; where
    what you told leaves several codes open, object is null and alternatives list them. Nothing of the body is stored or
    logged.
    """

    body = question_schemas.TRANSLATE

    def post(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        found = _translation(asked, now.registry, now.signals)
        return self.send({"release": now.release.version, **codec.encode(found)})


def _translation(asked: dict[str, Any], registry: Registry, signals: Signals) -> Translation:
    known = {name: asked[name] for name in ("source", "version", "condition") if name in asked}
    facts = asked.get("context", {})
    if "raw" not in asked:
        if "signal" not in asked and "status" not in asked:
            detail = "One of signal, status and raw has to be there."
            raise bodies.wrong([{"pointer": "/signal", "code": "missing", "detail": detail}])
        told = {name: asked[name] for name in _TOLD_BY_RAW if name in asked}
        return translate(Received(**known, **told, facts=facts), registry, signals)
    if beside := [name for name in _TOLD_BY_RAW if name in asked]:
        detail = "The whole message in raw says this itself."
        raise bodies.wrong({"pointer": f"/{name}", "code": "not_with_raw", "detail": detail} for name in beside)
    try:
        return translate_raw(asked["raw"], registry, signals, **known, facts=facts)
    except StrictJSONError as error:
        raise bodies.wrong([parsing.place(error, "/raw")]) from None
