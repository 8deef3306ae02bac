"""Django's `migrate` with time for long statements, in the place of Django's own."""

from contextlib import nullcontext
from typing import Any

from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    """A statement that rewrites a table may take minutes; the settings end those of requests after seconds.

    What cannot have its lock within the settings' `lock_timeout` fails, has changed nothing, and is run again.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        unhurried = getattr(connections[options["database"]], "unhurried", nullcontext)
        with unhurried():
            super().handle(*args, **options)
