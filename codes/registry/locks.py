"""The lock under which the rows stay as they are."""

from django.db import connection

from .models import Category, Code, Confusable, NonError, Reference, Signal, SignalCode, Succession

# All that a document is built from.
TABLES = (Category, Code, Confusable, NonError, Reference, Signal, SignalCode, Succession)


def rows_locked() -> None:
    """Until the transaction ends, nobody else writes registry rows; reading goes on, and so does writing by the caller.

    A document is built by several statements, and on PostgreSQL each of them sees what has been committed meanwhile:
    without this, a release could have the code of one change and the references of another. The mode excludes itself,
    so it also puts those in order who would fill empty tables. SQLite has one writer at a time anyway.
    """
    if connection.vendor != "postgresql":
        return
    tables = sorted(model._meta.db_table for model in TABLES)
    with connection.cursor() as cursor:
        names = ", ".join(connection.ops.quote_name(table) for table in tables)
        cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
