"""The manifest: fetched, its signature checked before anything in it is believed, then held to its own rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import urljoin, urlsplit

from . import data, keys
from .data import DIGEST, NAME, TIME, VERSION, Fault
from .keys import Key
from .site import Answer, Site, require

ADDRESS = "/releases/manifest.json"
SIGNATURE = f"{ADDRESS}.sig"
KIND = "agent-harness-error-manifest"
# More than any release has; what comes from outside must end somewhere.
MOST_FILES = 100
YANKED = {"reason": str, "date": TIME}
FILE = {"name": NAME, "media_type": str, "size": int, "sha256": DIGEST, "href": str}
RELEASE = {"version": VERSION, "published": TIME, "sha256": DIGEST}
SHAPE = {
    "kind": str,
    "format_version": str,
    "serial": int,
    "issued": TIME,
    "key_id": (str,),
    "latest": {**RELEASE, "files": [FILE]},
    "releases": [{**RELEASE, "sums_sha256": (DIGEST,), "yanked": (YANKED,)}],
}


@dataclass(frozen=True, slots=True)
class Manifest:
    """`signed_by` is None where there is no signature; `trusted`: the key is a pinned one."""

    content: bytes
    data: dict[str, Any]
    published_keys: tuple[Key, ...]
    signed_by: Key | None
    trusted: bool

    @property
    def serial(self) -> int:
        return int(self.data["serial"])

    @property
    def releases(self) -> list[dict[str, Any]]:
        """Oldest first."""
        return list(self.data["releases"])

    @property
    def latest(self) -> dict[str, Any]:
        return dict(self.data["latest"])


def fetch(site: Site, pinned: tuple[Key, ...]) -> Manifest:
    """Raises Fault where it cannot be believed or understood, and Unreachable."""
    answer = site.read(ADDRESS, "application/json")
    published = keys.published(site)
    signature = site.get(SIGNATURE)
    signed_by = None
    if pinned or signature.status != 404:
        require(SIGNATURE, signature, "application/octet-stream")
        signed_by = _signer(signature.body, answer.body, pinned or published, "pinned" if pinned else "published")
    stated = data.read(answer.body, ADDRESS, KIND, SHAPE)
    if not stated["releases"] or stated["serial"] < 1:
        raise Fault(f"{ADDRESS}: no release, or no serial")
    _conditional(site, answer)
    site.same_when_compressed(ADDRESS, answer.body)
    return Manifest(answer.body, stated, published, signed_by, trusted=bool(pinned))


def faults(manifest: Manifest) -> Iterator[str]:
    """What the manifest says against itself and the published keys."""
    yield from _signing(manifest)
    yield from _history(manifest.releases)
    latest, last = manifest.latest, manifest.releases[-1]
    if any(latest[name] != last[name] for name in RELEASE):
        yield f"{ADDRESS}: latest is {latest['version']}, but the last release is {last['version']}"
    yield from _files(latest)


def latest_faults(site: Site, manifest: Manifest) -> Iterator[str]:
    """Where the moving address leads."""
    path = "/releases/latest/registry.json"
    answer = site.get(path)
    target = f"{site.base}/releases/{manifest.latest['version']}/registry.json"
    found = urljoin(f"{site.base}{path}", answer.headers.get("location", ""))
    if answer.status not in (302, 307) or found != target:
        yield f"{path}: answers {answer.status} to {data.brief(found)}, not a redirect to {target}"


def _signer(signature: bytes, content: bytes, among: tuple[Key, ...], which: str) -> Key:
    found = keys.signer(among, signature, content)
    if found is None:
        known = ", ".join(keys.names(among)) or "none"
        raise Fault(f"{SIGNATURE}: not a signature over the manifest by any of the {which} keys ({known})")
    return found


def _conditional(site: Site, answer: Answer) -> None:
    """Clients poll with If-None-Match, so an unchanged manifest must answer 304."""
    again = site.get(ADDRESS, {"If-None-Match": answer.headers["etag"]})
    if again.status != 304 and again.body == answer.body:
        raise Fault(f"{ADDRESS}: answers {again.status} to If-None-Match with its own ETag, not 304")


def _signing(manifest: Manifest) -> Iterator[str]:
    by = manifest.signed_by.key_id if manifest.signed_by else None
    if manifest.data["key_id"] != by:
        yield f"{ADDRESS}: names key {manifest.data['key_id']}, signed by {by}"
    if by is None and manifest.published_keys:
        yield f"{ADDRESS}: not signed, although {keys.ADDRESS} names keys"
    if by and by not in keys.names(manifest.published_keys):
        yield f"{keys.ADDRESS}: lacks key {by}, which signed the manifest"
    for key in manifest.published_keys:
        if key.first_serial > manifest.serial:
            yield f"{ADDRESS}: serial {manifest.serial}, but key {key.key_id} first signed {key.first_serial}"


def _history(releases: list[dict[str, Any]]) -> Iterator[str]:
    if releases[0]["version"] != "1.0.0":
        yield f"{ADDRESS}: the first release is {releases[0]['version']}, not 1.0.0"
    for before, after in pairwise(releases):
        if data.order(before["version"]) >= data.order(after["version"]):
            yield f"{ADDRESS}: {after['version']} stands after {before['version']}, versions must increase"
        if before["published"] >= after["published"]:
            yield f"{ADDRESS}: {after['version']} was published before {before['version']}"
    for each in releases:
        if each["yanked"] and not each["yanked"]["reason"].strip():
            yield f"{ADDRESS}: {each['version']} is yanked without a reason"


def _files(latest: dict[str, Any]) -> Iterator[str]:
    names = [file["name"] for file in latest["files"]]
    if len(names) > MOST_FILES:
        raise Fault(f"{ADDRESS}: {len(names)} files in one release, more than this monitor looks at")
    if names != sorted(set(names)) or "registry.json" not in names:
        yield f"{ADDRESS}: the files of {latest['version']} are not sorted, not unique or lack registry.json"
    for file in latest["files"]:
        if urlsplit(file["href"]).path != f"/releases/{latest['version']}/{file['name']}":
            yield f"{ADDRESS}: the address of {file['name']} is {data.brief(file['href'])}"
        if file["name"] == "registry.json" and file["sha256"] != latest["sha256"]:
            yield f"{ADDRESS}: two digests for registry.json of {latest['version']}"
