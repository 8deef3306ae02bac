"""States of the database that take long to make: made once by the product's own actions, then put back row by row."""

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from codes.releases import current


class Kept:
    """What `make` does to the database, the first time by calling it. Each test may do to it what it likes."""

    def __init__(self, make: Callable[[], Any]):
        self._make = make
        self._rows: dict[type[Model], list[Model]] = {}

    def __call__(self) -> None:
        """The whole of our tables as `make` left them; a twentieth of the work from the second time on."""
        if self._rows:
            self._put_back()
        else:
            self._make()
            models = apps.get_app_config("codes").get_models(include_auto_created=True)
            self._rows = {model: list(QuerySet(model)) for model in models}
        current.forget()

    def _put_back(self) -> None:
        with transaction.atomic():  # constraints between tables wait for the end
            for model in self._rows:
                everything: Any = QuerySet(model)
                everything._raw_delete("default")
            for model, each in self._rows.items():
                # Without the guards of the model's own manager.
                everything = QuerySet(model)
                everything.bulk_create(each)
        # Rows that come next must not get the keys of those that were put back.
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(self._rows)):
                cursor.execute(statement)
