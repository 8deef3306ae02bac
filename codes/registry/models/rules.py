"""Rules that several tables say to the database.

Patterns are written for PostgreSQL and for Python's `re`, which is what SQLite uses under Django: `\\A` and `\\Z` match
only at the ends in both, while `$` would let a trailing newline through.
"""

from collections.abc import Iterable

from django.db.models import CheckConstraint, Q
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual

# What no text holds: control characters and the two code points that XML forbids, since one of them would break every
# feed that tells of the text, for ever; and what lets a text lie about its letters or their order.
_NEVER = r"\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff"
# Spelled out: the two databases have different ideas of what \s matches.
_SPACES = r"\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_IN_LINE = rf"\u0000-\u001f{_NEVER}"
# Something to read, in one line.
ONE_LINE = rf"\A[^{_IN_LINE}]*[^{_IN_LINE}{_SPACES}][^{_IN_LINE}]*\Z"
# The same, or nothing.
ONE_LINE_OR_EMPTY = rf"\A([^{_IN_LINE}]*[^{_IN_LINE}{_SPACES}][^{_IN_LINE}]*)?\Z"
# Lines and tabs, or nothing.
TEXT = rf"\A[^\u0000-\u0008\u000b-\u001f{_NEVER}]*\Z"
DESCRIPTION_MAX = 2000


def matches(field: str, pattern: str, *, name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q((f"{field}__regex", pattern)), name=name)


def one_line(field: str, *, name: str, blank: bool = False) -> CheckConstraint:
    return matches(field, ONE_LINE_OR_EMPTY if blank else ONE_LINE, name=name)


def text(field: str, *, name: str) -> CheckConstraint:
    """Any number of lines; whether there must be one is another rule's."""
    return matches(field, TEXT, name=name)


def one_of(field: str, values: Iterable[object], *, name: str) -> CheckConstraint:
    return CheckConstraint(condition=Q((f"{field}__in", tuple(values))), name=name)


def length_between(field: str, least: int, most: int, *, name: str) -> CheckConstraint:
    """Characters, not bytes, except of bytes. SQLite stores any length whatever `max_length` says."""
    return CheckConstraint(
        condition=Q(GreaterThanOrEqual(Length(field), least)) & Q(LessThanOrEqual(Length(field), most)),
        name=name,
    )


def error_status(field: str, *, name: str) -> CheckConstraint:
    """An HTTP status that tells of an error."""
    return CheckConstraint(condition=Q((f"{field}__gte", 400), (f"{field}__lte", 599)), name=name)
