"""Whether this process knows what time it is. The record only goes forward, so what a clock that is ahead writes
into it cannot be put right by putting the clock right.
"""

from datetime import UTC, datetime, timedelta

from django.db import connection

from .refusals import Guarded

MOST = timedelta(minutes=1)


def require_right_time() -> None:
    """Raises Guarded where this process is more than a minute ahead of the database. Before anything is written.

    On one machine both have the same clock, and nothing is noticed; neither is one that is behind, which does no harm.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        ((there,),) = cursor.fetchall()
    ahead = _here() - there
    if ahead > MOST:
        seconds = int(ahead.total_seconds())
        detail = f"The clock of this host is {seconds} seconds ahead of the database's. Nothing is recorded by it."
        raise Guarded("clock_ahead", detail)


def _here() -> datetime:
    return datetime.now(UTC)
