"""Two at once, on connections of their own: who comes second waits, and then meets what the first has done."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from codes.registry import load
from codes.registry.models import Category, Code
from codes.releases import manifest, publish
from codes.releases import yank as yanking
from codes.releases.candidate import NothingChanged
from codes.releases.models import Manifest, Release
from codes.releases.yank import AlreadyYanked, yank
from tests.support.history import change, publish_next
from tests.support.threads import Pause, apart, waits

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def loaded():
    """The initial registry as rows; no release."""
    call_command("flush", interactive=False, verbosity=0)
    load.load(settings.FIXTURES)


def test_rows_stay_as_they_are_while_a_release_is_made(published, monkeypatch):
    pause = Pause()
    change(title="Before")
    monkeypatch.setattr(publish, "upcoming", pause.after(publish.upcoming))
    with apart() as others:
        publishing = others.start(publish_next)
        pause.reached()
        writing = others.start(lambda: change(title="After"))
        assert waits(writing)
        pause.go_on()
        assert publishing.result().version == "1.0.1"
        writing.result()
    assert Code.objects.get(code="tool.timeout").title == "After"
    assert publish_next().changes.get().as_change().before == "Before"


def test_reading_rows_goes_on_meanwhile(published):
    pause = Pause()
    change(title="Before")
    with apart() as others:
        publishing = others.start(lambda: publish_next(record=pause.here))
        pause.reached()
        assert Code.objects.get(code="tool.timeout").title == "Before"
        pause.go_on()
        publishing.result()


def test_the_second_to_publish_finds_that_nothing_has_changed(published):
    pause = Pause()
    change(title="New title")
    with apart() as others:
        first = others.start(lambda: publish_next(record=pause.here))
        pause.reached()
        second = others.start(lambda: publish.publish(published=published.published + timedelta(days=2)))
        assert waits(second)
        pause.go_on()
        assert first.result().version == "1.0.1"
        with pytest.raises(NothingChanged):
            second.result()
    assert (Release.objects.count(), Manifest.objects.count()) == (2, 2)


def test_the_second_to_publish_first_finds_a_release(loaded, monkeypatch):
    pause = Pause()
    monkeypatch.setattr(publish.validate, "documents", pause.here)
    at = load.published(settings.FIXTURES)
    with apart() as others:
        first = others.start(lambda: publish.publish_initial(published=at))
        pause.reached()
        second = others.start(lambda: publish.publish_initial(published=at))
        assert waits(second)
        pause.go_on()
        assert first.result().version == "1.0.0"
        with pytest.raises(publish.AlreadyPublished):
            second.result()


def test_the_second_to_yank_finds_a_yank(published, monkeypatch):
    pause = Pause()
    monkeypatch.setattr(yanking.manifest, "issue", pause.after(manifest.issue))

    def act():
        return yank(version="1.0.0", reason="Wrong.", at=timezone.now())

    with apart() as others:
        first = others.start(act)
        pause.reached()
        second = others.start(act)
        assert waits(second)
        pause.go_on()
        first.result()
        with pytest.raises(AlreadyYanked):
            second.result()
    assert Manifest.objects.count() == 2


def test_the_second_to_load_finds_the_registry_full(monkeypatch):
    call_command("flush", interactive=False, verbosity=0)
    pause = Pause()
    monkeypatch.setattr(load, "_codes", pause.after(load._codes))
    with apart() as others:
        first = others.start(lambda: load.load(settings.FIXTURES))
        pause.reached()
        second = others.start(lambda: load.load(settings.FIXTURES))
        assert waits(second)
        pause.go_on()
        assert (first.result(), second.result()) == (True, False)
    assert Category.objects.count() == 7
