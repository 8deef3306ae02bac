"""Django's PostgreSQL backend with an end to every wait.

A server that is gone refuses or resets, and that is noticed at once. One that hangs (a stalled disk, a paused machine,
a network that swallows packets) says nothing at all, and its own `statement_timeout` hangs with it: without a limit on
this side, request after request takes a thread with it until none is left.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import errors

# Seconds. A little less than the `statement_timeout` of the settings: who waits has given up by then, and the server is
# told by the connection that goes away.
LIMIT = 4.5
# For the question whether a connection still works, which comes before the first query of a request.
HEALTH_LIMIT = 1.0
# How long nobody tries to connect after an attempt that hung, so that threads are left for what needs no database. A
# server that refuses costs nothing and is asked again at once.
PAUSE = 5.0


class Connection(psycopg.Connection[Any]):
    """A connection that is given up, and closed, when the server has not answered within `limit` seconds."""

    # None waits for as long as it takes.
    limit: float | None = LIMIT

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.limit if timeout is None else timeout)
        except errors._WaitTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError(f"The database has not answered for {self.limit} seconds.") from None


class _Psycopg:
    """psycopg as Django sees it, with connections of our own."""

    connect = staticmethod(Connection.connect)

    def __getattr__(self, name: str) -> Any:
        return getattr(psycopg, name)


class DatabaseWrapper(base.DatabaseWrapper):
    paused_until = float("-inf")

    Database = _Psycopg()  # type: ignore[assignment]  # it is asked for `connect` and exception classes

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        started = time.monotonic()
        if started < DatabaseWrapper.paused_until:
            raise psycopg.OperationalError("The database hung a moment ago.")
        try:
            return super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            if time.monotonic() - started > HEALTH_LIMIT:
                DatabaseWrapper.paused_until = time.monotonic() + PAUSE
            raise

    def is_usable(self) -> bool:
        if self.connection is None:
            return False
        before, self.connection.limit = self.connection.limit, HEALTH_LIMIT
        try:
            return bool(super().is_usable())
        finally:
            self.connection.limit = before

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """Statements may take as long as they need, on this connection and inside the block: for migrations.

        What waits for a lock still gives up after `lock_timeout`: everybody who comes later would wait behind it.
        """
        with self.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
        held = self.connection
        held.limit = None
        try:
            yield
        finally:
            held.limit = LIMIT
            if not held.closed:
                with self.cursor() as cursor:
                    cursor.execute("RESET statement_timeout")
