"""Rows in any order, times in any zone: the same document."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from codes.harness_errors.entries import Reference as Entry
from codes.registry import document
from codes.registry.models import Reference

pytestmark = pytest.mark.django_db

CODE = "tool.timeout"
AT = datetime(2026, 12, 24, tzinfo=UTC)


def built():
    registry, _ = document.build(
        version="1.0.0", published=AT, previous=None, base="https://agenterrors.org", unstamped=None
    )
    return registry


def test_references_are_in_order_whatever_the_rows_are_in(published):
    Reference.objects.filter(code=CODE).delete()
    for title, url, section in (
        ("b", "https://example.org/3", ""),
        ("a", "https://example.org/2", "1"),
        ("a", "https://example.org/1", "2"),
        ("a", "https://example.org/1", ""),
        ("B", "https://example.org/9", ""),
    ):
        Reference.objects.create(code_id=CODE, title=title, url=url, section=section)
    assert built().code(CODE).reference == (
        Entry("B", "https://example.org/9", None),
        Entry("a", "https://example.org/1", None),
        Entry("a", "https://example.org/1", "2"),
        Entry("a", "https://example.org/2", "1"),
        Entry("b", "https://example.org/3", None),
    )


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (datetime(2026, 12, 24, 12, 30, 59, 999_999, tzinfo=UTC), "2026-12-24T12:30:59Z"),
        (datetime(2026, 12, 24, 3, tzinfo=timezone(timedelta(hours=14))), "2026-12-23T13:00:00Z"),
        (datetime(2026, 12, 31, 20, tzinfo=timezone(-timedelta(hours=9, minutes=30))), "2027-01-01T05:30:00Z"),
    ],
)
def test_a_time_is_stated_in_utc_to_the_second(time, said):
    assert document.time_text(time) == said
