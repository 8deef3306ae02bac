from django.conf import settings
from django.db import models
from django.db.models import UniqueConstraint

from .event import Event
from .proposal import Proposal


class Notice(models.Model):
    """An event that somebody is to be told of. Who that is, is found when it is sent; then `expanded` is set."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="notice")
    expanded = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event_id",)

    def __str__(self) -> str:
        return str(self.event)


class Delivery(models.Model):
    """One mail to one person. Whoever sends it holds it until `leased_until`; a lease that ran out is free again."""

    notice = models.ForeignKey(Notice, on_delete=models.PROTECT, related_name="deliveries")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sent = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("notice_id", "account_id")
        verbose_name_plural = "deliveries"
        constraints = (UniqueConstraint(fields=("notice", "account"), name="delivery_once"),)

    def __str__(self) -> str:
        return f"{self.notice_id} to {self.account_id}"


class Reminder(models.Model):
    """A clock has said so once: unique, so that two tick workers remind once."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="reminders")
    clock = models.CharField(max_length=20)
    # What the clock was set to: a lengthened period may remind anew.
    due = models.DateTimeField()
    ordinal = models.PositiveSmallIntegerField()
    given = models.DateTimeField()

    class Meta:
        ordering = ("given", "pk")
        constraints = (UniqueConstraint(fields=("proposal", "clock", "due", "ordinal"), name="reminder_once"),)

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.clock} {self.ordinal}"
