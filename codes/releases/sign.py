"""The manifest once more, by the key of today: after a leak, none by the old key may be the one that stands."""

from datetime import datetime

from django.db import transaction

from . import manifest, signing
from .current import NothingPublished
from .instant import instant
from .locks import locked_head
from .models import Manifest


class AlreadySigned(Exception):
    """The manifest that stands is signed with the configured key. Nothing was written."""


@transaction.atomic
def sign(*, at: datetime) -> Manifest:
    """Issues the next manifest, which says what the one before says, signed with the configured key.

    Raises AlreadySigned, NothingPublished, signing.MissingKey, signing.UnusableKey, and ValueError for a time without
    a zone.
    """
    at = instant(at)
    head = locked_head()
    if head.latest_id is None:
        raise NothingPublished
    key = signing.key()
    if key is None:
        raise signing.MissingKey("There is no key to sign with: set SIGNING_KEY_FILE.")
    latest = Manifest.objects.get(serial=head.serial)
    if latest.key_id == signing.key_id(signing.public_bytes(key)):
        raise AlreadySigned(f"Manifest {latest.serial} is signed with key {latest.key_id}.")
    return manifest.issue(head, issued=at)
