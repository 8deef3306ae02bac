"""A database that answers and takes no writes, as one does whose disk is full or that is somebody's standby."""

from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_only():
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only = OFF")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        yield
        # Which ends it.
        transaction.set_rollback(True)
