"""A release that turned out wrong is marked, never removed: whoever has it must be able to check it still."""

import re
from datetime import datetime

from django.db import transaction

from codes.registry.models.rules import ONE_LINE

from . import manifest
from .instant import instant
from .locks import locked_head
from .models import Release, Yank
from .models.manifest import LONGEST_REASON


class AlreadyYanked(ValueError):
    """The release has been yanked before. Nothing was written."""


@transaction.atomic
def yank(*, version: str, reason: str, at: datetime) -> Yank:
    """Marks release `version` with `reason` in a new manifest. `latest` does not move back: fix forward.

    Raises Release.DoesNotExist, AlreadyYanked, and ValueError for a time without a zone or a reason that is no line of
    1 to 500 characters.
    """
    at, reason = instant(at), reason.strip()
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise ValueError(f"A yank needs a reason of 1 to {LONGEST_REASON} characters, not of {len(reason)}.")
    if not re.match(ONE_LINE, reason):
        raise ValueError("The reason for a yank is one line, without control characters.")
    head = locked_head()
    release = Release.objects.get(version=version)
    if Yank.objects.filter(release=release).exists():
        raise AlreadyYanked(f"{version} was yanked before.")
    made: Yank = Yank.objects.create(release=release, reason=reason, yanked=at)
    manifest.issue(head, issued=at)
    return made
