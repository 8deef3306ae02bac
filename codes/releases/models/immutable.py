"""Rows that are written once."""

from collections.abc import Collection, Iterable
from typing import Any, NoReturn

from django.db import models


class ImmutableError(TypeError):
    """Somebody tried to change or remove what has been published."""

    def __init__(self, model: type[models.Model]):
        super().__init__(f"{model.__name__} rows are written once: publish a new release instead")


class ImmutableQuerySet(models.QuerySet):
    def update(self, **kwargs: Any) -> NoReturn:
        raise ImmutableError(self.model)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableError(self.model)

    def delete(self) -> NoReturn:
        raise ImmutableError(self.model)

    # Django's parameters one by one, since they may be given by position.
    def bulk_create(
        self,
        objs: Iterable[Any],
        batch_size: int | None = None,
        ignore_conflicts: bool = False,
        update_conflicts: bool = False,
        update_fields: Collection[str] | None = None,
        unique_fields: Collection[str] | None = None,
    ) -> list[Any]:
        if update_conflicts:
            raise ImmutableError(self.model)
        return super().bulk_create(objs, batch_size, ignore_conflicts)


class ImmutableManager(models.Manager.from_queryset(ImmutableQuerySet)):  # type: ignore[misc]
    """A named class, because django-stubs loses sight of one that is only assigned."""


class Immutable(models.Model):
    objects = ImmutableManager()

    class Meta:
        abstract = True
        # What Django itself uses for relations and refreshes refuses too.
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ImmutableError(type(self))
        # Without force_insert, a row built with a primary key that exists would be an update.
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ImmutableError(type(self))
