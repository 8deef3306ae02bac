"""The table of counters, which a flood must not empty."""

from datetime import datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import DatabaseError, IntegrityError, OperationalError, connections, router

_UNCOUNTED = "An attempt could not be counted."


class Counters(DatabaseCache):
    """Django's, but for what goes where there are too many: what would run out first.

    Django's own takes those whose names come first in the alphabet. Whoever asks for codes from enough networks would
    push out what counts the guesses at them, since `confirm_login_code` comes before `request_login_code`.
    """

    _table: str

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Raises OperationalError where nothing was written, which Django's own leaves unsaid.

        An attempt that cannot be counted is not made: the site is away for it, as without a database.
        """
        if not self._write("set", self.make_and_validate_key(key, version=version), value, timeout):
            raise OperationalError(_UNCOUNTED)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """False where the key is there. Raises OperationalError where nothing can be written, which is something else:
        a lock that nobody holds would be waited for, and said to be one try too many."""
        return self._write("add", self.make_and_validate_key(key, version=version), value, timeout)

    def _write(self, mode: str, name: str, value: Any, timeout: Any) -> bool:
        """Whether it was written, or where not, whether another was quicker. Raises OperationalError for the rest."""
        failures: list[DatabaseError] = []

        def noted(execute: Any, *args: Any) -> Any:
            try:
                return execute(*args)
            except IntegrityError:
                raise
            except DatabaseError as failure:
                failures.append(failure)
                raise

        try:
            # Django's own makes one False of all that goes wrong.
            with connections[router.db_for_write(self.cache_model_class)].execute_wrapper(noted):
                done: bool = self._base_set(mode, name, value, timeout)  # type: ignore[attr-defined]
        except DatabaseError as failure:
            failures.append(failure)
        if failures:
            raise OperationalError(_UNCOUNTED) from failures[0]
        return done

    def _cull(self, db: str, cursor: Any, now: datetime, num: int) -> None:
        """Runs within each write while there are more than MAX_ENTRIES rows, `num`.

        A lock runs out within seconds, and is what makes two at once one after the other: held ones stay.
        """
        operations = connections[db].ops
        table, key, expires = (operations.quote_name(name) for name in (self._table, "cache_key", "expires"))
        at = operations.adapt_datetimefield_value(now)
        cursor.execute(f"DELETE FROM {table} WHERE {expires} < %s", [at])  # noqa: S608  names of our own
        left = num - cursor.rowcount
        if left > self._max_entries:
            first = f"SELECT {key} FROM {table} WHERE {key} NOT LIKE '%%:lock' ORDER BY {expires} LIMIT %s"  # noqa: S608
            cursor.execute(f"DELETE FROM {table} WHERE {key} IN ({first})", [left // self._cull_frequency])  # noqa: S608
