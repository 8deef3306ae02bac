"""How a release is made: rows -> documents -> files -> the pointer, in one transaction under the locks."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from codes.harness_errors import canonical
from codes.harness_errors.document import Registry, Signals
from codes.registry.models import Code

from . import candidate, manifest, validate
from .candidate import Candidate
from .current import NothingPublished
from .formats import formats, sums
from .instant import instant
from .locks import locked_registry
from .models import Release, ReleaseChange, ReleaseFile, ReleaseHead


class AlreadyPublished(Exception):
    """There is a release, so this is not the initial one. Nothing was written."""


class PublishedBackwards(ValueError):
    """The time of publication is not after that of the release before. Nothing was written."""


@transaction.atomic
def publish_initial(*, published: datetime) -> Release:
    """Freezes the rows as release 1.0.0, published at `published`, which counts to the second.

    Raises AlreadyPublished, InvalidDocument, ValueError for a time without a zone.
    """
    published = instant(published)
    head = locked_registry()
    if head.latest_id is not None:
        raise AlreadyPublished("A release exists: the initial registry is published already.")
    return _write(head, candidate.first(published=published), published)


@transaction.atomic
def publish(*, published: datetime, record: Callable[[Release], None] | None = None) -> Release:
    """Freezes the rows as the release after the latest, with the version that the changes ask for.

    `record` is called in the same transaction, when the release, its files and its changes are stored and no manifest
    names them yet, so that whoever keeps a record of what was done keeps it with the release or not at all.

    Raises NothingChanged, ImpossibleDifference, PublishedBackwards, InvalidDocument, NothingPublished before 1.0.0, and
    ValueError for a time without a zone.
    """
    published = instant(published)
    head = locked_registry()
    latest = head.latest
    if latest is None:
        raise NothingPublished
    if published <= latest.published:
        raise PublishedBackwards(f"{latest.version} was published at {latest.published.isoformat()}.")
    return _write(head, upcoming(latest, published=published), published, record)


def upcoming(latest: Release, *, published: datetime) -> Candidate:
    """What publishing now would make. Raises NothingChanged, ImpossibleDifference."""
    files = {file.name: bytes(file.content) for file in latest.files.filter(name__in=["registry.json", "signals.json"])}
    return candidate.following(
        Registry.from_bytes(files["registry.json"]),
        Signals.from_bytes(files["signals.json"]),
        latest.sha256,
        published=instant(published),
    )


def files_of(made: Candidate) -> dict[str, bytes]:
    """The files of a release, by name, of documents that were found valid. Raises InvalidDocument.

    What this process made last is not made again for the same documents: whoever asks for it before the locks are taken
    holds them for less time.
    """
    key = (made.registry.to_bytes(), made.signals.to_bytes())
    last = _Last.made
    if last is None or last[0] != key:
        validate.documents(made.registry, made.signals)
        files = {each.name: each.render(made.registry, made.signals) for each in formats()}
        _Last.made = last = (key, {**files, sums.NAME: sums.sums(files)})
    return last[1]


class _Last:
    """By the bytes of both documents, because what compares equal may still be written otherwise: 1 and True."""

    made: tuple[tuple[bytes, bytes], dict[str, bytes]] | None = None


def _write(
    head: ReleaseHead, made: Candidate, published: datetime, record: Callable[[Release], None] | None = None
) -> Release:
    files = files_of(made)
    _stamp(made, published)
    latest = head.latest
    release: Release = Release.objects.create(
        number=latest.number + 1 if latest else 1,
        version=made.registry.version,
        published=published,
        sha256=canonical.sha256(files["registry.json"]),
        previous=latest,
    )
    media_types = {**{each.name: each.media_type for each in formats()}, sums.NAME: sums.MEDIA_TYPE}
    ReleaseFile.objects.bulk_create(
        (
            ReleaseFile(
                release=release,
                name=name,
                media_type=media_types[name],
                size=len(content),
                sha256=canonical.sha256(content),
                content=content,
            )
            for name, content in files.items()
        ),
        batch_size=1,  # all files of a large registry in one statement would take longer than a statement may
    )
    ReleaseChange.objects.bulk_create(ReleaseChange.of(release, made.difference), batch_size=500)
    head.latest = release
    head.save(update_fields=["latest"])
    if record:
        record(release)
    manifest.issue(head, issued=published)
    return release


def _stamp(made: Candidate, published: datetime) -> None:
    """Writes the stamps of the documents into the rows, so that the rows go on saying what was published."""
    date, version = published.date(), made.registry.version
    changes = [change for change in made.difference.telling if change.kind == "code"]
    added = {change.subject for change in changes if change.change == "added"}
    deprecated = {change.subject for change in changes if change.change == "deprecated"}
    changed = Code.objects.filter(code__in={change.subject for change in changes})
    changed.update(updated_date=date, updated_version=version)
    changed.filter(code__in=added).update(registered_date=date, registered_version=version)
    changed.filter(status="deprecated", code__in=added | deprecated).update(deprecation_version=version)
