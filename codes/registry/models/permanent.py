"""Rows that change and never go."""

from typing import Any, NoReturn

from django.db import models


class PermanentError(TypeError):
    """Somebody tried to remove what is registered: a code string is never used again, so its row stays."""

    def __init__(self, model: type[models.Model]):
        super().__init__(f"{model.__name__} rows are never removed: deprecate instead")


class PermanentQuerySet(models.QuerySet):
    def delete(self) -> NoReturn:
        raise PermanentError(self.model)


class PermanentManager(models.Manager.from_queryset(PermanentQuerySet)):  # type: ignore[misc]
    """A named class, because django-stubs loses sight of one that is only assigned."""


class Permanent(models.Model):
    objects = PermanentManager()

    class Meta:
        abstract = True
        # What Django itself uses for relations refuses too.
        base_manager_name = "objects"

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise PermanentError(type(self))
