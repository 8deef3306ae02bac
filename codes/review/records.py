"""The chain of events: what is added to it, and whether it holds."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from codes.harness_errors import canonical

from .models import Event, EventHead, Notice


def add(
    *, at: datetime, actor: str, role: str, move: str, subject: str, content: dict[str, Any], tell: bool = True
) -> Event:
    """Adds one event, inside the transaction of what it tells of, and a notice of it where somebody is to be told.

    The head row is locked until then: it is the last lock that anybody takes. `at` is cut to the second; where the
    clock of this machine is behind that of the event before, the event has the time of that one.
    """
    EventHead.objects.get_or_create(pk=1)
    head = EventHead.objects.select_for_update().get(pk=1)
    before = Event.objects.filter(number=head.count).values_list("at", flat=True).first()
    at = at.replace(microsecond=0)
    event = Event(
        number=head.count + 1,
        at=max(at, before) if before else at,
        actor=actor,
        role=role,
        move=move,
        subject=subject,
        content=canonical.dumps(content).decode(),
        previous=head.sha256,
    )
    event.sha256 = event.digest()
    event.save()
    head.count, head.sha256 = event.number, event.sha256
    head.save()
    if tell:
        Notice.objects.create(event=event)
    return event


def end() -> tuple[int, str]:
    """How many events there are and the digest of the last: what a manifest names. Empty text for none."""
    head = EventHead.objects.filter(pk=1).first()
    return (head.count, head.sha256) if head else (0, "")


def faults() -> Iterator[str]:
    """One sentence for each place where the chain does not hold."""
    previous, number, at = "", 0, None
    for number, event in enumerate(Event.objects.order_by("number").iterator(), start=1):
        if at is not None and event.at < at:
            yield f"event {event.number}: is from before the event before it"
        at = event.at
        if (event.number, event.previous) != (number, previous):
            yield f"event {event.number}: does not follow the event before it"
        if event.sha256 != event.digest():
            yield f"event {event.number}: is not what was recorded"
        previous = event.sha256
    if end() != (number, previous):
        yield "the head of the events is not the last event"
