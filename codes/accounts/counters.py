"""The table of counters, which a flood must not empty."""

from datetime import datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError, connections


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
        name = self.make_and_validate_key(key, version=version)
        if not self._base_set("set", name, value, timeout):  # type: ignore[attr-defined]
            raise OperationalError("An attempt could not be counted.")

    def _cull(self, db: str, cursor: Any, now: datetime, num: int) -> None:
        """Runs within each write while there are more than MAX_ENTRIES rows, `num`."""
        operations = connections[db].ops
        table, key, expires = (operations.quote_name(name) for name in (self._table, "cache_key", "expires"))
        at = operations.adapt_datetimefield_value(now)
        cursor.execute(f"DELETE FROM {table} WHERE {expires} < %s", [at])  # noqa: S608  names of our own
        left = num - cursor.rowcount
        if left > self._max_entries:
            first = f"SELECT {key} FROM {table} ORDER BY {expires} LIMIT %s"  # noqa: S608
            cursor.execute(f"DELETE FROM {table} WHERE {key} IN ({first})", [left // self._cull_frequency])  # noqa: S608
