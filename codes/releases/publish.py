"""How a release is made: rows -> documents -> bytes -> the pointer, in one transaction under the head lock."""

import json
from datetime import datetime
from functools import cache
from pathlib import Path

import jsonschema
from django.conf import settings
from django.db import transaction

from codes.harness_errors import canonical
from codes.registry import document
from codes.registry.models import Code

from .models import Release, ReleaseFile, ReleaseHead

FIRST_VERSION = "1.0.0"


class AlreadyPublished(Exception):
    """There is a release, so this is not the initial one. Nothing was written."""


class InvalidDocument(Exception):
    """The rows do not make a document that the published schema allows. Nothing was written."""


@transaction.atomic
def publish_initial(*, published: datetime) -> Release:
    """Freezes the rows as release 1.0.0, published at `published` (aware).

    Raises AlreadyPublished, InvalidDocument.
    """
    head = _locked_head()
    if head.latest_id is not None:
        raise AlreadyPublished("A release exists: the initial registry is published already.")
    _stamp(version=FIRST_VERSION, published=published)
    registry, signals = document.build(
        version=FIRST_VERSION, published=published, previous=None, base=settings.PUBLIC_BASE_URL
    )
    files = {"registry.json": registry.to_bytes(), "signals.json": signals.to_bytes()}
    _validate(files["registry.json"])
    release = Release.objects.create(
        number=1, version=FIRST_VERSION, published=published, sha256=canonical.sha256(files["registry.json"])
    )
    ReleaseFile.objects.bulk_create(_file(release, name, content) for name, content in files.items())
    head.latest = release
    head.save(update_fields=["latest"])
    return release


def _locked_head() -> ReleaseHead:
    """The one head row, locked until the transaction ends: who comes second waits, then sees the first's release."""
    ReleaseHead.objects.get_or_create(pk=1)
    return ReleaseHead.objects.select_for_update().get(pk=1)


def _stamp(*, version: str, published: datetime) -> None:
    """What has no stamp yet is registered by this release."""
    date = published.date()
    Code.objects.filter(registered_version="").update(
        registered_date=date, registered_version=version, updated_date=date, updated_version=version
    )


def _file(release: Release, name: str, content: bytes) -> ReleaseFile:
    return ReleaseFile(
        release=release,
        name=name,
        media_type="application/json",
        size=len(content),
        sha256=canonical.sha256(content),
        content=content,
    )


def _validate(content: bytes) -> None:
    error = jsonschema.exceptions.best_match(_schema().iter_errors(json.loads(content)))
    if error is not None:
        raise InvalidDocument(f"{error.json_path}: {error.message}")


@cache
def _schema() -> jsonschema.Draft202012Validator:
    path = Path(__file__).parent / "schemas" / "registry.schema.json"
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
