"""Times of publication, as they are stored and stated."""

from datetime import UTC, datetime


def instant(time: datetime) -> datetime:
    """`time` in UTC, to the second: what documents state and what is stored are then the same moment.

    Raises ValueError for a time without a zone, which would mean another moment on another machine.
    """
    if time.utcoffset() is None:
        raise ValueError(f"{time.isoformat()} has no time zone.")
    return time.astimezone(UTC).replace(microsecond=0)
