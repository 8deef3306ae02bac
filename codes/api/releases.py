"""`releases`, one release, the difference of two."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from codes.registry.document import time_text
from codes.releases.current import Current, Version
from codes.releases.read import files_of
from codes.web import differences
from codes.web.answer import absolute, link
from codes.web.at import known

from .acting import Changing
from .base import Read, documented
from .paging import CURSOR, LIMIT, page
from .proposals import schemas
from .proposals.publishing import publish


@documented("listReleases", "List releases", "ReleaseList")
class Releases(Changing, Read):
    """All releases, newest first."""

    parameters = (LIMIT, CURSOR)

    def get(self, request: Request) -> HttpResponse:
        now, asked = self.asked(request)
        upto = [each for each in reversed(now.history) if each.number <= now.release.number]
        data = page(now, "/api/v1/releases", asked, upto)
        return self.send(request, now, {**data, "results": [_data(now, each) for each in data["results"]]})

    @schemas.PUBLISH
    def post(self, request: Request) -> HttpResponse:
        return publish(request)


@documented("readRelease", "Read a release", "ReleaseDetail", 404)
class Release(Read):
    """One release and its files."""

    parameters = ()

    def get(self, request: Request, version: str) -> HttpResponse:
        now, _ = self.asked(request, version)
        shown = known(now, version)
        stored = now.files if version == now.release.version else files_of(version)
        base = f"/releases/{version}"
        files = [
            {
                "name": file.name,
                "media_type": file.media_type,
                "size": file.size,
                "sha256": file.sha256,
                "href": absolute(f"{base}/{file.name}"),
            }
            for _, file in sorted(stored.items())
        ]
        links = [link(absolute("/api/v1/releases"), "collection")]
        return self.send(request, now, {**_data(now, shown), "files": files}, links=links)


@documented("readDifference", "Read the difference of two releases", "Difference", 404)
class Difference(Read):
    """What changed from one release to a later one. Applied to the first document, it gives the second."""

    parameters = ()

    def get(self, request: Request, first: str, second: str) -> HttpResponse:
        now, _ = self.asked(request, first, second)
        before, after = differences.pair(now, first, second, "/api/v1/releases/{}")
        return self.send(request, now, differences.data(before, after, differences.between(now, before, after)))


def _data(now: Current, release: Version) -> dict[str, Any]:
    before = now.history[release.number - 2] if release.number > 1 else None
    return {
        "version": release.version,
        "published": time_text(release.published),
        "sha256": release.sha256,
        "previous": {"version": before.version, "sha256": before.sha256} if before else None,
        "yanked": release.yanked or None,
    }
