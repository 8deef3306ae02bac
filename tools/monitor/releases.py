"""The files of one release: each against the digest that the signed manifest leads to."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import data, documents
from .data import Fault
from .documents import REGISTRY, SIGNALS, Documents
from .manifest import MOST_FILES
from .site import Site

Report = Callable[[str], None]

SUMS = "SHA256SUMS"
LINE = re.compile(r"([0-9a-f]{64})  ([A-Za-z0-9][A-Za-z0-9._-]{0,79})")
# Of an older release nothing states the media type; these two are what clients parse.
MEDIA_TYPES = {REGISTRY: "application/json", SIGNALS: "application/json", SUMS: "text/plain"}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it should be; `size` and `media_type` are None where nothing says them."""

    name: str
    sha256: str
    size: int | None = None
    media_type: str | None = None


def examine(site: Site, listed: dict[str, Any], latest: dict[str, Any], report: Report) -> Documents | None:
    """Downloads every file of the release that the manifest lists as `listed`, and reports what is wrong.

    None where a document cannot be had. Raises Unreachable.
    """
    version, found = listed["version"], {}
    newest = version == latest["version"]
    files = _of_latest(listed, latest, report) if newest else _of_sums(site, listed, report)
    for name, file in files.items():
        try:
            content = _fetch(site, version, file)
            if name in MEDIA_TYPES:
                found[name] = content
            if newest and name == SUMS and _parse(version, content) != _digests(files):
                report(f"{version}: {SUMS} does not list the files of the manifest with their digests")
            if newest and name == REGISTRY:
                site.same_when_compressed(f"/releases/{version}/{name}", content, digest=True)
        except Fault as fault:
            report(str(fault))
    if REGISTRY not in found or (SIGNALS in files and SIGNALS not in found):
        return None  # and the reason has been reported
    return _documents(site, listed, found[REGISTRY], found.get(SIGNALS), report)


def documents_alone(site: Site, listed: dict[str, Any], report: Report) -> Documents | None:
    """The two documents of a release and none of its other files."""
    try:
        registry = _fetch(site, listed["version"], File(REGISTRY, listed["sha256"]))
    except Fault as fault:
        report(str(fault))
        return None
    return _documents(site, listed, registry, None, report)


def _of_latest(listed: dict[str, Any], latest: dict[str, Any], report: Report) -> dict[str, File]:
    stated = (File(each["name"], each["sha256"], each["size"], each["media_type"]) for each in latest["files"])
    files = {file.name: file for file in stated}
    sums = files[SUMS].sha256 if SUMS in files else None
    if sums != listed["sums_sha256"]:
        report(f"{listed['version']}: the manifest has two digests for {SUMS}: {sums} and {listed['sums_sha256']}")
    return files


def _of_sums(site: Site, listed: dict[str, Any], report: Report) -> dict[str, File]:
    """From SHA256SUMS. Of a release without one, registry.json is vouched for, and through it the crosswalk."""
    version = listed["version"]
    alone = {REGISTRY: File(REGISTRY, listed["sha256"])}
    if listed["sums_sha256"] is None:
        return alone
    try:
        lines = _parse(version, _fetch(site, version, File(SUMS, listed["sums_sha256"])))
    except Fault as fault:
        report(str(fault))
        return alone
    if lines.get(REGISTRY) != listed["sha256"]:
        report(f"{version}: {SUMS} and the manifest have different digests for {REGISTRY}")
    return {name: File(name, digest) for name, digest in lines.items()} | alone


def _parse(version: str, content: bytes) -> dict[str, str]:
    """SHA256SUMS: digests by file name. Raises Fault."""
    lines = content.decode("ascii", "replace").split("\n")
    found = {match[2]: match[1] for match in map(LINE.fullmatch, lines) if match}
    if lines[-1] or len(found) > MOST_FILES or len(found) != len(lines) - 1 or list(found) != sorted(found):
        raise Fault(f"{version}: {SUMS} is not lines of digest and name, sorted by name, each name once")
    return found


def _digests(files: dict[str, File]) -> dict[str, str]:
    """What SHA256SUMS, which cannot list itself, must say."""
    return {name: file.sha256 for name, file in files.items() if name != SUMS}


def _fetch(site: Site, version: str, file: File) -> bytes:
    path = f"/releases/{version}/{file.name}"
    media_type = file.media_type or MEDIA_TYPES.get(file.name)
    content = site.read(path, media_type, room=file.size, digest=True).body
    if file.size is not None and len(content) != file.size:
        raise Fault(f"{version}: {file.name} has {len(content)} bytes, the manifest says {file.size}")
    if data.sha256(content) != file.sha256:
        raise Fault(f"{version}: {file.name} is not the bytes that were published: its sha256 is not {file.sha256}")
    return content


def _documents(
    site: Site, listed: dict[str, Any], content: bytes, crosswalk: bytes | None, report: Report
) -> Documents | None:
    version = listed["version"]
    try:
        registry = documents.registry(version, content)
        if crosswalk is None:
            crosswalk = _fetch(site, version, File(SIGNALS, registry["signals"]["sha256"]))
        found = Documents(version, listed["sha256"], content, registry, documents.signals(version, crosswalk))
    except Fault as fault:
        report(str(fault))
        return None
    for each in documents.faults(found, listed, crosswalk):
        report(each)
    return found
