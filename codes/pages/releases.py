"""`/releases/`: the versions, one version, and its files as they were published."""

import base64

from django.http import HttpRequest, HttpResponse

from codes.releases.current import Current, Version, current
from codes.releases.diff import Change
from codes.releases.read import File, files_of
from codes.web.answer import (
    IMMUTABLE,
    Offer,
    absolute,
    answer,
    link,
    require_acceptable,
    validated,
)
from codes.web.at import known, unknown
from codes.web.door import public
from codes.web.moved import to_newest
from codes.web.negotiation import Form
from codes.web.render import modified, page

from .differences import groups
from .portions import portion

_ON_A_PAGE = 100


@public
def release_list(request: HttpRequest) -> HttpResponse:
    now = current()
    shown = portion(tuple(reversed(now.history)), request.GET, most=_ON_A_PAGE)
    body = page(
        "releases/list.html",
        now,
        address="/releases/",
        history=shown.entries,
        portion=shown,
        signed=bool(now.manifest.signature),
    )
    return answer(
        request,
        [Offer(Form.HTML, lambda: body)],
        address="/releases/",
        modified=modified(now),
        links=[link(absolute(f"/releases/{now.release.version}/"), "latest-version")],
    )


@public
def release(request: HttpRequest, version: str) -> HttpResponse:
    now = current(version)
    shown = known(now, version)
    files = _files(now, version)
    address = f"/releases/{version}/"
    body = page(
        "releases/entry.html",
        now,
        address=address,
        shown=shown,
        files=[files[name] for name in sorted(files)],
        before=now.history[shown.number - 2] if shown.number > 1 else None,
        groups=groups(_changes(now, shown)),
        signed=bool(now.manifest.signature),
    )
    return answer(
        request,
        [Offer(Form.HTML, lambda: body)],
        address=address,
        modified=modified(now),
        links=[*_neighbours(now, shown), link(absolute("/releases/"), "collection")],
    )


@public
def release_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """The stored bytes of a numbered file: the same for ever."""
    now = current(version)
    shown = known(now, version)
    file = _files(now, version).get(name)
    if file is None:
        raise unknown(now, f"Release {version} has no file {name}.")
    require_acceptable(request, file.media_type)
    response = HttpResponse(file.content, content_type=_sent_as(file.media_type))
    response.headers["Repr-Digest"] = f"sha-256=:{base64.b64encode(bytes.fromhex(file.sha256)).decode()}:"
    address = absolute(f"/releases/{version}/{name}")
    collection = link(absolute(f"/releases/{version}/"), "collection")
    response.headers["Link"] = ", ".join([link(address, "canonical"), *_neighbours(now, shown, name), collection])
    return validated(request, response, cache=IMMUTABLE, modified=shown.published)


@public
def latest(request: HttpRequest) -> HttpResponse:
    """The way to the page of the newest release."""
    return to_newest(f"/releases/{current().release.version}/")


@public
def latest_file(request: HttpRequest, name: str) -> HttpResponse:
    """The way to the newest file of this name. The numbered address is the one to keep."""
    now = current()
    if name not in now.files:
        raise unknown(now, f"Release {now.release.version} has no file {name}.")
    return to_newest(f"/releases/{now.release.version}/{name}")


def _sent_as(media_type: str) -> str:
    """The media type with the parameters it needs: a browser takes text without a charset for what the locale had."""
    if media_type == Form.CSV.bare_type:
        return Form.CSV.media_type
    return f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type


def _files(now: Current, version: str) -> dict[str, File]:
    """From memory for the latest release, from the database for the older ones."""
    return now.files if version == now.release.version else files_of(version)


def _changes(now: Current, shown: Version) -> tuple[Change, ...]:
    """What `shown` brought. The first release brought everything, which its own files say better."""
    every = (each for found in now.changes.values() for each in found if each.release.number == shown.number > 1)
    return tuple(each.change for each in sorted(every, key=lambda each: each.position))


def _neighbours(now: Current, shown: Version, name: str = "") -> list[str]:
    links = [link(absolute(f"/releases/{now.release.version}/{name}"), "latest-version")]
    if shown.number > 1:
        before = now.history[shown.number - 2]
        links.append(link(absolute(f"/releases/{before.version}/{name}"), "predecessor-version"))
    return links
