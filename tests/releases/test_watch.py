import threading
import time

import pytest
from django.db import OperationalError, connection

from codes.releases import current, watch
from codes.releases.watch import Watch

pytestmark = pytest.mark.django_db


class Held:
    serial = 3

    class release:  # noqa: N801  as the dataclass has it
        sha256 = "a"


@pytest.fixture
def looks(monkeypatch):
    """What the thread that looks does, in place of a look at the database that no other thread could share."""
    done = []
    monkeypatch.setattr(watch, "look", lambda: done.append(threading.current_thread().name))
    return done


def hold(monkeypatch, age):
    monkeypatch.setattr(current._Memory, "held", Held)
    monkeypatch.setattr(current._Memory, "checked", time.monotonic() - age)


def settle(watching):
    watching._looking.result(10)


def test_the_generation_is_the_manifest_and_the_release(monkeypatch, looks):
    hold(monkeypatch, age=0)
    assert Watch().generation() == (3, "a")
    assert looks == []


def test_nothing_held_is_no_generation(looks):
    assert Watch().generation() is None
    assert len(looks) == 1


def test_another_thread_looks_once_a_second_is_over(monkeypatch, looks):
    hold(monkeypatch, age=1.1)
    watching = Watch()
    assert watching.generation() == (3, "a")
    settle(watching)
    assert looks == ["release-pointer_0"]


def test_one_look_at_a_time_and_nobody_waits_for_it(monkeypatch):
    go_on, looks = threading.Event(), []
    monkeypatch.setattr(watch, "look", lambda: looks.append(1) or go_on.wait(10))
    hold(monkeypatch, age=1.1)
    watching = Watch()
    assert [watching.generation() for _ in range(100)] == [(3, "a")] * 100
    assert not watching._looking.done()
    go_on.set()
    settle(watching)
    assert looks == [1]


def test_after_a_quiet_time_a_request_waits_a_little(monkeypatch):
    """What is held may be hours old, and the look takes milliseconds."""
    hold(monkeypatch, age=3600)

    def publish():
        time.sleep(0.05)
        Held.serial = 4

    monkeypatch.setattr(watch, "look", publish)
    monkeypatch.setattr(watch, "PATIENCE", 10)  # a busy machine takes its time to start a thread
    try:
        assert Watch().generation() == (4, "a")
    finally:
        Held.serial = 3


def test_but_not_for_ever(monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(watch, "look", lambda: go_on.wait(10))
    hold(monkeypatch, age=3600)
    watching = Watch()
    started = time.monotonic()
    # Sixty times the patience would be longer than the look takes.
    assert [watching.generation() for _ in range(60)] == [(3, "a")] * 60
    assert time.monotonic() - started >= watch.PATIENCE
    assert not watching._looking.done()
    go_on.set()


def test_a_look_that_fails_is_followed_by_others(monkeypatch, looks, caplog):
    hold(monkeypatch, age=1.1)
    watching = Watch()
    working = watch.look
    monkeypatch.setattr(watch, "look", lambda: 1 / 0)
    watching.generation()
    with pytest.raises(ZeroDivisionError):
        settle(watching)
    monkeypatch.setattr(watch, "look", working)
    watching.generation()
    settle(watching)
    assert len(looks) == 1


def test_a_look_reads_the_release_and_survives_every_failure(published, monkeypatch, caplog):
    monkeypatch.setattr(watch, "close_old_connections", lambda: None)  # the test's own transaction
    watch.look()
    assert current.held().release.version == "1.0.0"
    monkeypatch.setattr(current, "FRESH_SECONDS", 0.0)

    def away(*args):
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(away):
        watch.look()
        assert current.held().release.version == "1.0.0"
        current.forget()
        watch.look()
        assert current.held() is None
    assert [each.getMessage() for each in caplog.records] == [
        "The latest release cannot be read. This process goes on with release 1.0.0.",
        "The latest release cannot be read. This process goes on with nothing.",
    ]
    monkeypatch.setattr(current, "_refreshed", lambda held: 1 / 0)
    watch.look()
    assert "ZeroDivisionError" in caplog.text


def test_who_waited_for_a_look_in_vain_does_not_look_again(published, monkeypatch):
    """Where every look hangs for seconds, four requests in a row would be four times as long."""
    looks, looking, go_on = [], threading.Event(), threading.Event()

    def hang(held):
        looks.append(1)
        looking.set()
        assert go_on.wait(10)

    def read():
        with pytest.raises(current.NothingPublished):
            current.current()
        done.append(1)

    done = []
    monkeypatch.setattr(current, "_refreshed", hang)
    threads = [threading.Thread(target=read) for _ in range(4)]
    threads[0].start()
    assert looking.wait(10)
    for thread in threads[1:]:
        thread.start()
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert (len(looks), len(done)) == (1, 4)
