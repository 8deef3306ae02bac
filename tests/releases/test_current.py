import threading

import pytest
from django.db import OperationalError, connection

from codes.releases import current
from codes.releases.models import Release, ReleaseHead
from tests.support.files import FILES
from tests.support.history import change, publish_next

pytestmark = pytest.mark.django_db


def test_the_pointer_is_asked_for_once_a_second(published, django_assert_num_queries, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])
    first = current.current()
    with django_assert_num_queries(0):
        clock[0] += current.FRESH_SECONDS - 0.01
        assert current.current() is first
    with django_assert_num_queries(1):
        clock[0] += 0.01
        assert current.current() is first
    with django_assert_num_queries(0):
        assert current.current() is first


def test_a_new_pointer_is_followed(published, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])
    current.current()
    ReleaseHead.objects.update(latest=None)
    assert current.current().release.version == "1.0.0"
    clock[0] += current.FRESH_SECONDS
    with pytest.raises(current.NothingPublished):
        current.current()


def test_nothing_is_published(empty):
    with pytest.raises(current.NothingPublished):
        current.current()


def test_reads_go_on_while_the_database_is_away(published, monkeypatch):
    held = current.current()
    monkeypatch.setattr(current, "FRESH_SECONDS", 0.0)

    def away(*args):
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(away):
        assert current.current() is held
        current.forget()
        with pytest.raises(current.NothingPublished):
            current.current()


def test_who_names_a_later_release_makes_the_process_look(published, django_assert_num_queries, monkeypatch):
    """Another process has looked since, and its manifest names a file that this one is asked for."""
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])
    held = current.current()
    change(title="Another")
    publish_next(forget=False)
    clock[0] += 2 * current.AGAIN_SECONDS
    with django_assert_num_queries(0):
        assert current.current() is held
        assert [current.current(each) for each in ("1.0.0", "0.9.9", "latest", "1.0", "")] == [held] * 5
    assert current.current("1.0.0", "1.0.1").release.version == "1.0.1"


def test_but_not_for_each_that_anybody_makes_up(published, django_assert_num_queries, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])
    held = current.current()
    clock[0] += 2 * current.AGAIN_SECONDS
    with django_assert_num_queries(1):
        assert [current.current("9.9.9") for _ in range(5)] == [held] * 5


def test_nor_while_the_database_is_away(published, monkeypatch):
    held = current.current()
    monkeypatch.setattr(current, "AGAIN_SECONDS", 0.0)
    asked = []

    def away(*args):
        asked.append(1)
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(away):
        assert [current.current("9.9.9") for _ in range(5)] == [held] * 5
    assert asked == [1]


def test_one_thread_looks_while_the_others_go_on(published, monkeypatch):
    held = current.current()
    monkeypatch.setattr(current, "FRESH_SECONDS", 0.0)
    looking, go_on = threading.Event(), threading.Event()
    found = []

    def slow(held):
        looking.set()
        assert go_on.wait(10)
        return held

    monkeypatch.setattr(current, "_refreshed", slow)
    thread = threading.Thread(target=lambda: found.append(current.current()))
    thread.start()
    assert looking.wait(10)
    assert current.current() is held
    assert found == []
    go_on.set()
    thread.join(10)
    assert found == [held]


def test_what_is_held_is_the_whole_release(published):
    now = current.current()
    assert (now.release.version, now.release.sha256) == ("1.0.0", published.sha256)
    assert now.registry.version == now.signals.version == "1.0.0"
    assert sorted(now.files) == sorted(FILES)
    assert [each.version for each in now.history] == list(Release.objects.values_list("version", flat=True))
