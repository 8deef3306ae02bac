"""The locks under which releases and manifests are made."""

from codes.registry.locks import rows_locked

from .models import ReleaseHead


def locked_head() -> ReleaseHead:
    """The one head row, locked until the transaction ends: who comes second waits, then sees the first's release."""
    ReleaseHead.objects.get_or_create(pk=1)
    return ReleaseHead.objects.select_for_update().get(pk=1)


def locked_registry() -> ReleaseHead:
    """The head row, and with it all registry rows. Everybody takes them in this order, and before writing any row."""
    head = locked_head()
    rows_locked()
    return head


def anchor(count: int, sha256: str) -> None:
    """Notes the end of the chain of review events, for the manifests from now on. The caller holds the head."""
    ReleaseHead.objects.filter(pk=1).update(events=count, events_sha256=sha256)
