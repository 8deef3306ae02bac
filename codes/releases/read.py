"""A release out of the database, with what stands around it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from codes.harness_errors.document import Registry, Signals

from .diff import Change
from .models import Manifest, Release, ReleaseChange, ReleaseFile, SigningKey


@dataclass(frozen=True, slots=True)
class File:
    """One stored file of a release; `size` is in bytes, `sha256` hexadecimal."""

    name: str
    media_type: str
    size: int
    sha256: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Version:
    """One release in the list of all. `yanked` is the reason, empty for a release that may be used."""

    number: int
    version: str
    published: datetime
    sha256: str
    yanked: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A change with the release that brought it; `position` is its place in that release."""

    release: Version
    position: int
    change: Change


@dataclass(frozen=True, slots=True)
class SignedManifest:
    """The latest manifest as stored, its signature (empty where no key signed it), and every key that ever signed one.

    `keys` are (key id, public bytes, first serial).
    """

    content: bytes
    signature: bytes
    issued: datetime
    keys: tuple[tuple[str, bytes, int], ...]


@dataclass(frozen=True, slots=True)
class Current:
    """A release with its documents and files, and all releases, oldest first.

    `serial` counts manifests, so it changes with every publication and yank. `changes` are those of every release, by
    (kind, subject), oldest first.
    """

    serial: int
    release: Version
    registry: Registry
    signals: Signals
    files: dict[str, File]
    history: tuple[Version, ...]
    changes: dict[tuple[str, str], tuple[Recorded, ...]]
    manifest: SignedManifest

    @property
    def latest(self) -> Version:
        return self.history[-1]

    def find(self, version: str) -> Version | None:
        return next((each for each in self.history if each.version == version), None)


def read(held: Current | None) -> Current:
    """The latest release. What `held` knows of earlier releases is taken over: they do not change.

    Raises DatabaseError, and DocumentError or LookupError where what is stored is not whole.
    """
    # The manifest first, since its serial says what has been read: what is published or yanked from here on has a later
    # one, and is looked for again.
    latest = Manifest.objects.order_by("-serial")[0]
    history = tuple(_versions())
    files = files_of(history[-1].version)
    return Current(
        serial=latest.serial,
        release=history[-1],
        registry=Registry.from_bytes(files["registry.json"].content),
        signals=Signals.from_bytes(files["signals.json"].content),
        files=files,
        history=history,
        changes=_changes(held, history),
        manifest=SignedManifest(bytes(latest.content), bytes(latest.signature), latest.issued, _keys()),
    )


def _versions() -> list[Version]:
    rows = Release.objects.order_by("number").select_related("yank")
    return [
        Version(row.number, row.version, row.published, row.sha256, row.yank.reason if hasattr(row, "yank") else "")
        for row in rows
    ]


def _changes(held: Current | None, history: tuple[Version, ...]) -> dict[tuple[str, str], tuple[Recorded, ...]]:
    """By subject. Only what was published since `held` is read, unless that is another history altogether."""
    known = held.history[-1].number if held and held.history[-1].sha256 in {each.sha256 for each in history} else 0
    found = defaultdict(tuple, held.changes if held and known else {})
    by_number = {each.number: each for each in history}
    rows = ReleaseChange.objects.filter(release__number__gt=known, release__number__lte=history[-1].number).order_by(
        "release__number", "position"
    )
    for row in rows.select_related("release"):
        recorded = Recorded(by_number[row.release.number], row.position, row.as_change())
        found[row.kind, row.subject] += (recorded,)
    return dict(found)


def _keys() -> tuple[tuple[str, bytes, int], ...]:
    return tuple(
        (key.key_id, bytes(key.public), key.first_serial) for key in SigningKey.objects.order_by("first_serial")
    )


def files_of(version: str) -> dict[str, File]:
    """The stored files of release `version` by name; none when there is no such release."""
    rows = ReleaseFile.objects.filter(release__version=version)
    return {row.name: File(row.name, row.media_type, row.size, row.sha256, bytes(row.content)) for row in rows}


@lru_cache(maxsize=16)
def documents(version: str, sha256: str) -> tuple[Registry, Signals]:
    """The two documents of an older release. `sha256` is part of the question: other bytes are another answer."""
    files = {
        row.name: bytes(row.content)
        for row in ReleaseFile.objects.filter(
            release__version=version, release__sha256=sha256, name__in=("registry.json", "signals.json")
        )
    }
    return Registry.from_bytes(files["registry.json"]), Signals.from_bytes(files["signals.json"])
