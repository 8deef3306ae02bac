"""Rows that are written once."""

from django.db import models


class ImmutableError(TypeError):
    """Somebody tried to change or remove what has been published."""

    def __init__(self, model: type[models.Model]):
        super().__init__(f"{model.__name__} rows are written once: publish a new release instead")


class ImmutableQuerySet(models.QuerySet):
    def update(self, **kwargs):
        raise ImmutableError(self.model)

    def bulk_update(self, *args, **kwargs):
        raise ImmutableError(self.model)

    def delete(self):
        raise ImmutableError(self.model)

    def bulk_create(self, *args, update_conflicts=False, **kwargs):
        if update_conflicts:
            raise ImmutableError(self.model)
        return super().bulk_create(*args, **kwargs)


class Immutable(models.Model):
    objects = ImmutableQuerySet.as_manager()

    class Meta:
        abstract = True
        # What Django itself uses for relations and refreshes refuses too.
        base_manager_name = "objects"

    def save(self, *args, **kwargs):
        if not self._state.adding:
            raise ImmutableError(type(self))
        # Without force_insert, a row built with a primary key that exists would be an update.
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args, **kwargs):
        raise ImmutableError(type(self))
