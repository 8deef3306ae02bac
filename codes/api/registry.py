from django.http import HttpResponse
from rest_framework.request import Request

from codes.web.answer import absolute

from .base import RELEASE, Read, documented


@documented("readRegistry", "Read what this registry is", "Registry", 404)
class Registry(Read):
    """What this registry is, which version answers, and where everything else is."""

    parameters = (RELEASE,)

    def get(self, request: Request) -> HttpResponse:
        now, _ = self.asked(request)
        registry = now.registry
        version = now.release.version
        data = {
            "release": version,
            "title": "Agent Harness Error Codes",
            "policy": "Specification Required (RFC 8126)",
            "authority": registry.authority,
            "license": registry.license,
            "published": registry.published,
            "sha256": now.release.sha256,
            "type_uris": list(registry.problem_type.type_uris),
            "counts": {
                "codes": len(registry.codes),
                "categories": len(registry.categories),
                "signals": len(now.signals.signals),
                "releases": len(now.history),
            },
            "links": {
                "codes": absolute("/api/v1/codes"),
                "categories": absolute("/api/v1/categories"),
                "signals": absolute("/api/v1/signals"),
                "resolve": absolute("/api/v1/resolve"),
                "releases": absolute("/api/v1/releases"),
                "document": absolute(f"/releases/{version}/registry.json"),
                "manifest": absolute("/releases/manifest.json"),
                "documentation": absolute("/problems/harness-error"),
            },
        }
        return self.send(request, now, data)
