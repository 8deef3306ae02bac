"""`POST releases`: approved proposals become one release."""

from django.http import HttpResponse
from rest_framework.request import Request

from codes.api import acting
from codes.api.acting import begin, made, once, send
from codes.api.keyed import Answer
from codes.registry.document import time_text
from codes.review import actions
from codes.web.answer import absolute
from codes.web.problems import Refusal

from .moves import ADMINISTER
from .shapes import PUBLISH


def publish(request: Request) -> HttpResponse:
    """Several proposals cannot be named in one If-Match, so the body says what each was decided from."""
    by, body = begin(request, ADMINISTER, PUBLISH)
    tags = {each["number"]: each["tag"] for each in body["proposals"]}
    if len(tags) != len(body["proposals"]):
        detail = "A proposal stands there twice."
        errors = [{"pointer": "/proposals", "code": "repeated", "detail": detail}]
        raise Refusal("invalid-body", detail, members={"errors": errors})
    at = acting.now()

    def make() -> Answer:
        release = actions.publish(proposals=tags, tags=tags, by=by.account, at=at)
        address = absolute(f"/api/v1/releases/{release.version}")
        data = {
            "version": release.version,
            "published": time_text(release.published),
            "sha256": release.sha256,
            "href": address,
            "proposals": sorted(tags),
        }
        return made(data, status=201, Location=address)

    actions.prepare(proposals=tags, at=at)
    return send(once(request, by, body, at, make))
