"""A release that turned out wrong is marked, never removed: whoever has it must be able to check it still."""

from datetime import datetime

from django.db import transaction

from . import manifest
from .locks import locked_head
from .models import Release, Yank


class AlreadyYanked(ValueError):
    """The release has been yanked before. Nothing was written."""


@transaction.atomic
def yank(*, version: str, reason: str, at: datetime) -> Yank:
    """Marks release `version` with `reason` in a new manifest. `latest` does not move back: fix forward.

    Raises Release.DoesNotExist, AlreadyYanked, ValueError for an empty reason.
    """
    head = locked_head()
    release = Release.objects.get(version=version)
    if Yank.objects.filter(release=release).exists():
        raise AlreadyYanked(f"{version} was yanked before.")
    if not reason.strip():
        raise ValueError("A yank needs a reason.")
    made: Yank = Yank.objects.create(release=release, reason=reason.strip(), yanked=at)
    manifest.issue(head, issued=at)
    return made
