"""Recomputes what the stored bytes allow: digests, documents, chain, versions, changes, manifests.

Reads the database and nothing that a process remembers. `tools/monitor` asks the same of a running site from outside,
without any code of this package.
"""

from collections.abc import Iterator
from itertools import pairwise

from codes.harness_errors import canonical
from codes.harness_errors.document import DocumentError, Registry, Signals
from codes.registry.document import time_text

from . import consistent, manifest, signing, validate
from .candidate import FIRST_VERSION
from .diff import ImpossibleDifference, Weight, apply, diff, next_version
from .formats import sums
from .models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, SigningKey

Documents = tuple[Registry, Signals]


def faults() -> Iterator[str]:
    """One sentence for each thing that is not as it must be; none when everything holds."""
    releases = list(Release.objects.order_by("number").select_related("previous"))
    documents: dict[str, Documents] = {}
    for release in releases:
        files = {file.name: file for file in release.files.all()}
        contents = {name: bytes(file.content) for name, file in files.items()}
        for name, file in files.items():
            if (canonical.sha256(contents[name]), len(contents[name])) != (file.sha256, file.size):
                yield f"{release.version}: {name} is not the bytes that were published"
        yield from _sums(release, contents)
        try:
            documents[release.version] = _read(contents)
        except (DocumentError, KeyError) as error:
            yield f"{release.version}: the documents cannot be read: {error}"
            continue
        yield from _documents(release, contents, *documents[release.version])
    if releases:
        yield from _first(releases[0], documents)
    for number, release in enumerate(releases, start=1):
        if release.number != number:
            yield f"{release.version}: its number is {release.number}, not {number}"
    for before, after in pairwise(releases):
        if before.version in documents and after.version in documents:
            yield from _step(before, after, documents[before.version], documents[after.version])
    yield from _manifests(releases)


def _read(contents: dict[str, bytes]) -> Documents:
    return Registry.from_bytes(contents["registry.json"]), Signals.from_bytes(contents["signals.json"])


def _sums(release: Release, contents: dict[str, bytes]) -> Iterator[str]:
    listed = contents.get(sums.NAME)
    if listed != sums.sums({name: content for name, content in contents.items() if name != sums.NAME}):
        yield f"{release.version}: {sums.NAME} does not list the files with their digests"


def _documents(release: Release, contents: dict[str, bytes], registry: Registry, signals: Signals) -> Iterator[str]:
    stated = (registry.version, registry.published, canonical.sha256(contents["registry.json"]))
    if stated != (release.version, time_text(release.published), release.sha256):
        yield f"{release.version}: registry.json and the release disagree about version, time or digest"
    if registry.to_bytes() != contents["registry.json"] or signals.to_bytes() != contents["signals.json"]:
        yield f"{release.version}: a document is not in its canonical form"
    found = (canonical.sha256(contents["signals.json"]), len(signals.signals), signals.version)
    if found != (registry.signals.sha256, registry.signals.count, registry.version):
        yield f"{release.version}: signals.json is not the crosswalk that registry.json names"
    for name, check in (("registry.json", validate.registry), ("signals.json", validate.signals)):
        try:
            check(contents[name])
        except validate.InvalidDocument as error:
            yield f"{release.version}: {name} breaks its schema: {error}"
    for fault in consistent.faults(registry, signals):
        yield f"{release.version}: {fault}"


def _first(release: Release, documents: dict[str, Documents]) -> Iterator[str]:
    if release.version != FIRST_VERSION:
        yield f"{release.version}: the first release is {FIRST_VERSION}"
    if release.version in documents and documents[release.version][0].previous:
        yield f"{release.version}: the chain is broken, the first release names one before it"


def _step(before: Release, after: Release, old: Documents, new: Documents) -> Iterator[str]:
    stated = (new[0].previous.version, new[0].previous.sha256) if new[0].previous else None
    if after.previous_id != before.pk or stated != (before.version, before.sha256):
        yield f"{after.version}: the chain is broken, {before.version} is not the release it names before it"
    if after.published <= before.published:
        yield f"{after.version}: published before {before.version}"
    try:
        found = diff(old[0], new[0], (old[1], new[1]))
    except ImpossibleDifference as error:
        yield f"{after.version}: {error}"
        return
    if apply(found, old[0]).to_bytes() != new[0].to_bytes():
        yield f"{after.version}: the difference from {before.version}, applied, gives something else"
    if found.weight is Weight.NONE or next_version(before.version, found.weight) != after.version:
        yield f"{after.version}: its changes ask for another version"
    if [_row(each) for each in ReleaseChange.of(after, found)] != [_row(each) for each in after.changes.all()]:
        yield f"{after.version}: the recorded changes are not the changes"


def _row(change: ReleaseChange) -> tuple[object, ...]:
    names = ("position", "change", "kind", "subject", "pointer", "before", "after", "change_class")
    return tuple(getattr(change, name) for name in names)


def _manifests(releases: list[Release]) -> Iterator[str]:
    keys = {key.key_id: bytes(key.public) for key in SigningKey.objects.all()}
    serial, issued = 0, None
    for serial, each in enumerate(Manifest.objects.order_by("serial"), start=1):
        content = bytes(each.content)
        if (each.serial, each.sha256) != (serial, canonical.sha256(content)):
            yield f"manifest {each.serial}: not the bytes that were issued, or out of order"
        if issued and each.issued <= issued:
            yield f"manifest {each.serial}: not issued after the one before"
        issued = each.issued
        if each.key_id:
            public = keys.get(each.key_id, b"")
            if signing.key_id(public) != each.key_id or not signing.verifies(public, bytes(each.signature), content):
                yield f"manifest {each.serial}: the signature is not by key {each.key_id}"
    head = ReleaseHead.objects.first()
    pointed = (head.latest_id, head.serial) if head else (None, 0)
    if pointed != (releases[-1].pk if releases else None, serial):
        yield "the head does not point to the latest release and manifest"
    yield from _latest_manifest(head)


def _latest_manifest(head: ReleaseHead | None) -> Iterator[str]:
    """What the latest manifest says, against what is stored now: releases, files, yanks."""
    latest = Manifest.objects.order_by("-serial").first()
    if head is None or latest is None:
        return
    try:
        expected = manifest.content(head, latest.issued, latest.key_id)
    except (DocumentError, ReleaseFile.DoesNotExist):
        return  # said above, of the release
    if bytes(latest.content) != expected:
        yield f"manifest {latest.serial}: does not say what is published"
