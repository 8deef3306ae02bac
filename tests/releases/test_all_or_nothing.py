"""What fails at the very end leaves nothing behind, and what must not begin does not."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.conf import settings

from codes.registry import load
from codes.registry.models import Code
from codes.releases import manifest, publish
from codes.releases.current import NothingPublished
from codes.releases.models import Manifest, Release, ReleaseFile, Yank
from codes.releases.yank import yank
from tests.support.history import change, publish_next

pytestmark = pytest.mark.django_db

AT = datetime(2026, 12, 24, 12, tzinfo=UTC)


@pytest.fixture
def no_manifest(monkeypatch):
    """The last step fails."""

    def fail(*args, **kwargs):
        raise LookupError("The disk is full.")

    def act():
        monkeypatch.setattr(manifest, "issue", fail)

    return act


def test_publishing(published, no_manifest):
    change(title="New title")
    no_manifest()
    with pytest.raises(LookupError):
        publish_next()
    assert (Release.objects.count(), Manifest.objects.count()) == (1, 1)
    assert Code.objects.get(code="tool.timeout").updated_version == "1.0.0"


def test_publishing_first(empty, no_manifest):
    load.load(settings.FIXTURES)
    no_manifest()
    with pytest.raises(LookupError):
        publish.publish_initial(published=AT)
    assert (Release.objects.count(), ReleaseFile.objects.count()) == (0, 0)
    assert Code.objects.filter(registered_version="").count() == 31


def test_yanking(published, no_manifest):
    no_manifest()
    with pytest.raises(LookupError):
        yank(version="1.0.0", reason="Wrong.", at=AT)
    assert Yank.objects.count() == 0


def test_nothing_follows_before_there_is_a_first(empty):
    load.load(settings.FIXTURES)
    with pytest.raises(NothingPublished):
        publish.publish(published=AT)
    assert Release.objects.count() == 0


# A time with a zone far away and with fractions: the same moment, in UTC, to the second; 24 December began there.
ODD = datetime(2026, 12, 24, 3, 4, 5, 678901, tzinfo=timezone(timedelta(hours=14)))
SAME = datetime(2026, 12, 23, 13, 4, 5, tzinfo=UTC)


def test_the_first_publication_counts_in_utc_to_the_second(empty):
    load.load(settings.FIXTURES)
    release = publish.publish_initial(published=ODD)
    assert (release.published, Manifest.objects.get().issued) == (SAME, SAME)
    code = Code.objects.get(code="tool.timeout")
    assert (str(code.registered_date), str(code.updated_date)) == ("2026-12-23", "2026-12-23")
    content = bytes(ReleaseFile.objects.get(name="registry.json").content).decode()
    assert '"published": "2026-12-23T13:04:05Z"' in content
    assert '"date": "2026-12-23"' in content
    assert '"date": "2026-12-24"' not in content


def test_each_publication_counts_in_utc_to_the_second(published):
    change(title="New title")
    assert publish.publish(published=ODD).published == SAME
    assert str(Code.objects.get(code="tool.timeout").updated_date) == "2026-12-23"
    change(title="Newer title")
    with pytest.raises(publish.PublishedBackwards):
        publish.publish(published=SAME + timedelta(microseconds=999_999))


def test_a_yank_counts_in_utc_to_the_second(published):
    assert yank(version="1.0.0", reason="Wrong.", at=ODD).yanked == SAME


NAIVE = datetime(2026, 12, 24, 12)  # noqa: DTZ001  that is the point

DOORS = {
    "publish_initial": lambda: publish.publish_initial(published=NAIVE),
    "publish": lambda: publish.publish(published=NAIVE),
    "yank": lambda: yank(version="1.0.0", reason="Wrong.", at=NAIVE),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_time_without_a_zone_is_refused_by(door, published):
    change(title="New title")
    with pytest.raises(ValueError, match=r"\A2026-12-24T12:00:00 has no time zone\.\Z"):
        DOORS[door]()
    assert (Release.objects.count(), Manifest.objects.count()) == (1, 1)


REASONS = {
    "nothing": (" \n", "A yank needs a reason of 1 to 500 characters, not of 0."),
    "too long": ("a" * 501, "A yank needs a reason of 1 to 500 characters, not of 501."),
    "a NUL": ("a\0b", "The reason for a yank is one line, without control characters."),
    "two lines": ("a\nb", "The reason for a yank is one line, without control characters."),
    "an escape": ("a\x1bb", "The reason for a yank is one line, without control characters."),
}


@pytest.mark.parametrize("name", REASONS)
def test_a_reason_is_refused_that_is(name, published):
    reason, said = REASONS[name]
    with pytest.raises(ValueError) as refused:
        yank(version="1.0.0", reason=reason, at=AT)
    assert str(refused.value) == said
    assert (Yank.objects.count(), Manifest.objects.count()) == (0, 1)


def test_the_longest_reason_is_taken(published):
    assert yank(version="1.0.0", reason=f" {'a' * 500} ", at=AT).reason == "a" * 500
