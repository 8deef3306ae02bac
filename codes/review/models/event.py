import json
from typing import Any

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from codes.harness_errors import canonical
from codes.registry.document import time_text
from codes.registry.models.rules import matches
from codes.releases.models.immutable import Immutable
from codes.releases.models.release import SHA256


class Event(Immutable):
    """One move, as it was made. `sha256` is over everything here and over the event before it.

    `actor` is an opaque id (empty for the clock), so that a person can be forgotten and the chain still holds.
    `subject` is `proposal:12` or `account:<id>`; `content` is canonical JSON text.
    """

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=32, blank=True)
    role = models.CharField(max_length=16)
    move = models.CharField(max_length=32)
    subject = models.CharField(max_length=48, db_index=True)
    content = models.TextField()
    previous = models.CharField(max_length=64, blank=True)
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ("number",)
        base_manager_name = "objects"
        constraints = (
            UniqueConstraint(fields=("number",), name="event_number_unique"),
            # No event has two that follow it.
            UniqueConstraint(fields=("previous",), name="event_previous_unique"),
            matches("sha256", SHA256, name="event_sha256_is_hexadecimal"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.subject} {self.move}"

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.content)
        return found

    def digest(self) -> str:
        """The digest that `sha256` must be."""
        stated: dict[str, Any] = {
            "number": self.number,
            "at": time_text(self.at),
            "actor": self.actor,
            "role": self.role,
            "move": self.move,
            "subject": self.subject,
            "content": self.content,
            "previous": self.previous,
        }
        return canonical.sha256(canonical.dumps(stated))


class EventHead(models.Model):
    """The end of the chain: one row, locked by whoever adds an event."""

    count = models.PositiveIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = (CheckConstraint(condition=Q(id=1), name="event_head_is_one_row"),)

    def __str__(self) -> str:
        return f"{self.count} events"
