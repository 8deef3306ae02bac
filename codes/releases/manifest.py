"""The manifest: what a client reads to learn which release is the latest and what its files are.

Its bytes are stored and signed as stored, issued anew at each publication and yank. It lists the files of the latest
release, and for each older one the digests from which everything else of it can be checked.
"""

from datetime import datetime, timedelta
from typing import Any

from codes.harness_errors import canonical
from codes.harness_errors.document import Registry
from codes.registry.document import time_text

from . import signing
from .formats import sums
from .formats.base import permalink
from .models import Manifest, Release, ReleaseFile, ReleaseHead, SigningKey, Yank

KIND = "agent-harness-error-manifest"
FORMAT_VERSION = "1.0"


def issue(head: ReleaseHead, *, issued: datetime) -> Manifest:
    """Stores the next manifest. `head` must be locked by the caller.

    `issued` is moved to a second after that of the manifest before where it is not later: clocks differ, serials do not
    go back and neither does time. Raises signing.UnusableKey, signing.MissingKey.
    """
    head.refresh_from_db(fields=["events", "events_sha256"])
    last = Manifest.objects.order_by("-serial").first()
    if last:
        issued = max(issued, last.issued + timedelta(seconds=1))
    head.serial += 1
    key = signing.key()
    if key is None and SigningKey.objects.exists():
        raise signing.MissingKey("Manifests have been signed, so the next one is too: set SIGNING_KEY_FILE.")
    public = signing.public_bytes(key) if key else b""
    key_id = signing.key_id(public) if key else ""
    stated = content(head, issued, key_id)
    manifest: Manifest = Manifest.objects.create(
        serial=head.serial,
        issued=issued,
        content=stated,
        sha256=canonical.sha256(stated),
        signature=key.sign(stated) if key else b"",
        key_id=key_id,
    )
    if key and not SigningKey.objects.filter(key_id=key_id).exists():
        SigningKey.objects.create(key_id=key_id, public=public, first_serial=head.serial)
    head.save(update_fields=["serial"])
    return manifest


def content(head: ReleaseHead, issued: datetime, key_id: str) -> bytes:
    """The manifest for what is stored now, under the serial of `head`.

    Raises DocumentError and ReleaseFile.DoesNotExist where the latest registry.json cannot be read.
    """
    yanks = {yank.release_id: yank for yank in Yank.objects.all()}
    listed = dict(ReleaseFile.objects.filter(name=sums.NAME).values_list("release_id", "sha256"))
    releases = list(Release.objects.order_by("number"))
    data = {
        "kind": KIND,
        "format_version": FORMAT_VERSION,
        "serial": head.serial,
        "issued": time_text(issued),
        "key_id": key_id or None,
        # So that the record of decisions cannot be rewritten behind a published release.
        "events": {"count": head.events, "sha256": head.events_sha256} if head.events else None,
        "latest": _latest(releases[-1]),
        "releases": [
            {
                "version": release.version,
                "published": time_text(release.published),
                "sha256": release.sha256,
                "sums_sha256": listed.get(release.pk),
                "yanked": _yanked(yanks.get(release.pk)),
            }
            for release in releases
        ],
    }
    return canonical.dumps(data)


def _latest(release: Release) -> dict[str, Any]:
    files = sorted(release.files.values("name", "media_type", "size", "sha256"), key=lambda file: file["name"])
    # The origin is that of the release, whatever this process has been told since.
    registry = Registry.from_bytes(bytes(release.files.get(name="registry.json").content))
    return {
        "version": release.version,
        "published": time_text(release.published),
        "sha256": release.sha256,
        "files": [{**file, "href": permalink(registry, file["name"])} for file in files],
    }


def _yanked(yank: Yank | None) -> dict[str, str] | None:
    return {"reason": yank.reason, "date": time_text(yank.yanked)} if yank else None
