from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors.resolve import Default, read_type, resolve
from codes.releases.nearest import nearest

from .base import RELEASE, Read, documented
from .parameters import Parameter

_TYPE = "https://iana.org/assignments/http-problem-types#agent-harness-error"


@documented("resolve", "Resolve a type and a code", "Resolution", 404)
class Resolve(Read):
    """What a client makes of a type and a code: the rule that applies and the defaults that follow from it.

    Nothing is trimmed or changed in case, since consumers do not either. Both type URIs are the problem type, by exact
    comparison; a near miss is named and is not the type.
    """

    parameters = (
        Parameter("code", "The code as it stands in the object.", required=True, longest=400, example="tool.timeout"),
        Parameter("type", "The type as it stands in the object.", longest=400, example=_TYPE),
        RELEASE,
    )

    def get(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        found = resolve(asked["code"], now.registry)
        reading = read_type(asked["type"]) if asked["type"] else None
        entry = found.entry
        near = [] if entry or found.rule == "private" else nearest(now.registry, asked["code"])
        data = {
            "release": now.release.version,
            "code": found.code,
            "resolution": found.rule,
            "category": found.category,
            "title": entry.title if entry else None,
            "retryable": _default(found.retryable),
            "model_recoverable": _default(found.model_recoverable),
            "http_status": found.http_status,
            "superseded_by": list(found.superseded_by),
            "nearest": [each.code for each in near],
            "permalink": entry.permalink if entry else None,
            "type": {
                "type": reading.type,
                "recognized": reading.recognized,
                "did_you_mean": reading.did_you_mean,
            }
            if reading
            else None,
        }
        return self.send(request, now, data)


def _default(default: Default) -> dict[str, Any]:
    return {"value": default.value, "source": default.source}
