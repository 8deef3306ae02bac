"""Rules that several tables say to the database.

Patterns are written for PostgreSQL and for Python's `re`, which is what SQLite uses under Django: `\\A` and `\\Z` match
only at the ends in both, while `$` would let a trailing newline through.
"""

from collections.abc import Iterable

from django.db.models import CheckConstraint, Q
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual

# No control characters, so no second line either; the bidirectional controls would let a title lie about its letters.
ONE_LINE = r"\A[^\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+\Z"
DESCRIPTION_MAX = 2000


def matches(field: str, pattern: str, *, name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q((f"{field}__regex", pattern)), name=name)


def one_of(field: str, values: Iterable[object], *, name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q((f"{field}__in", tuple(values))), name=name)


def length_between(field: str, least: int, most: int, *, name: str) -> CheckConstraint:
    """Characters, not bytes. SQLite stores any length whatever `max_length` says."""
    return CheckConstraint(
        condition=Q(GreaterThanOrEqual(Length(field), least)) & Q(LessThanOrEqual(Length(field), most)),
        name=name,
    )


def error_status(field: str, *, name: str) -> CheckConstraint:
    """An HTTP status that tells of an error."""
    return CheckConstraint(condition=Q((f"{field}__gte", 400), (f"{field}__lte", 599)), name=name)
