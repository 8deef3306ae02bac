from typing import Any, NoReturn

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.utils import timezone

from codes.registry.models.rules import length_between, one_of

from .account import Account


class RoleQuerySet(models.QuerySet["Role"]):
    def delete(self) -> NoReturn:
        raise TypeError("Roles are dismissed, never deleted: who held one when is part of the record.")


class Role(models.Model):
    """That an account holds a role, or held it until `dismissed_at`."""

    class Name(models.TextChoices):
        EXPERT = "expert", "designated expert"
        LEAD = "lead", "lead expert"
        ADMINISTRATOR = "administrator", "registry administrator"

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="roles")
    role = models.CharField(max_length=16, choices=Name)
    appointed_at = models.DateTimeField(default=timezone.now)
    # In words: who decided it and where that is written down.
    appointed_by = models.CharField(max_length=200)
    dismissed_at = models.DateTimeField(null=True, blank=True)

    objects = RoleQuerySet.as_manager()

    class Meta:
        ordering = ("appointed_at", "id")
        constraints = (
            UniqueConstraint(
                fields=("account", "role"), condition=Q(dismissed_at=None), name="role_held_once_at_a_time"
            ),
            one_of("role", ("expert", "lead", "administrator"), name="role_is_known"),
            length_between("appointed_by", 1, 200, name="role_appointed_by_somebody"),
            CheckConstraint(
                condition=Q(dismissed_at=None) | Q(dismissed_at__gte=F("appointed_at")),
                name="role_dismissed_after_appointed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.account.shown_name}"

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Roles are dismissed, never deleted: who held one when is part of the record.")
