"""One moment of the database, of which the copy and what is said about it are."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def frozen() -> Iterator[str]:
    """Until the end of the block reads are of one moment. On PostgreSQL, the name of the snapshot for others to read;
    on SQLite nobody writes meanwhile, and the name is empty.
    """
    with transaction.atomic(durable=True):
        if connection.vendor != "postgresql":
            yield ""
            return
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            # This connection does nothing while the copy is made, however long that takes.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            ((snapshot,),) = cursor.fetchall()
        yield snapshot
