"""How much mail waits, and since when: for whoever watches over the site."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q

from .models import Delivery, Notice


@dataclass(frozen=True, slots=True)
class Waiting:
    """`mails` still to be sent, of which `tried` have failed before. An event whose readers have not been found yet
    counts as one. `since` is when the oldest event among them was recorded, None where nothing waits.
    """

    mails: int
    tried: int
    since: datetime | None


def waiting() -> Waiting:
    """What `send_notices` has before it."""
    new = Notice.objects.filter(expanded=None).aggregate(number=Count("pk"), since=Min("event__at"))
    made = Delivery.objects.filter(sent=None).aggregate(
        number=Count("pk"), tried=Count("pk", filter=~Q(failure="")), since=Min("notice__event__at")
    )
    oldest = [each["since"] for each in (new, made) if each["since"]]
    return Waiting(new["number"] + made["number"], made["tried"], min(oldest, default=None))
