"""What this process answers from while the latest release cannot be read, or while somebody publishes or yanks."""

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from codes.releases import current, read
from codes.releases.models import ReleaseFile
from codes.releases.yank import yank
from tests.support.history import change, publish_next

pytestmark = pytest.mark.django_db


@pytest.fixture
def tick(monkeypatch):
    """A look at the pointer each time it is called: the release that this process then answers from."""
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])

    def look():
        clock[0] += current.FRESH_SECONDS
        return current.current()

    return look


DAMAGE = {
    "what is no JSON": b"{",
    "a document without codes": b'{"kind": "agent-harness-error-registry", "format_version": "1.0"}',
    "a file less": None,
}


def damage(name):
    """Behind the guards, as a disk or a person at the database does it."""
    files = QuerySet(ReleaseFile).filter(release__version="1.0.1", name="registry.json")
    if DAMAGE[name] is None:
        files.delete()
    else:
        files.update(content=DAMAGE[name])


def next_release():
    change(title="New title")
    latest = publish_next(forget=False)
    return bytes(latest.files.get(name="registry.json").content)


@pytest.mark.parametrize("name", DAMAGE)
def test_what_is_held_stays_while_the_latest_is(name, published, tick, caplog):
    held = tick()
    next_release()
    damage(name)
    assert [tick(), tick()] == [held, held]
    (said,) = caplog.records
    assert said.getMessage() == "The latest release cannot be read. This process goes on with release 1.0.0."
    assert (said.levelname, said.exc_info is not None) == ("ERROR", True)


@pytest.mark.parametrize("name", DAMAGE)
def test_a_process_that_holds_nothing_says_so(name, published, client, caplog):
    next_release()
    damage(name)
    answer = client.get("/codes.json")
    assert answer.status_code == 503
    assert [each.getMessage() for each in caplog.records if each.name == current.__name__] == [
        "The latest release cannot be read. This process goes on with nothing."
    ]


def test_a_mended_release_is_read_and_new_damage_is_said_again(published, tick, caplog):
    tick()
    whole = next_release()
    damage("what is no JSON")
    assert tick().release.version == "1.0.0"
    QuerySet(ReleaseFile).filter(release__version="1.0.1", name="registry.json").update(content=whole)
    assert tick().release.version == "1.0.1"
    yank(version="1.0.0", reason="Wrong.", at=timezone.now())
    damage("what is no JSON")
    assert [tick().release.version, tick().release.version] == ["1.0.1", "1.0.1"]
    assert [each.getMessage() for each in caplog.records] == [
        "The latest release cannot be read. This process goes on with release 1.0.0.",
        "The latest release cannot be read. This process goes on with release 1.0.1.",
    ]


def meanwhile(monkeypatch, act):
    """`act` happens when the list of releases has been read, and nothing after it."""
    versions = read._versions

    def slow():
        found = versions()
        monkeypatch.setattr(read, "_versions", versions)
        act()
        return found

    monkeypatch.setattr(read, "_versions", slow)


def test_a_yank_while_a_release_is_read_is_seen_with_the_next_look(published, tick, monkeypatch):
    meanwhile(monkeypatch, lambda: yank(version="1.0.0", reason="Wrong.", at=timezone.now()))
    assert tick().latest.yanked == ""
    assert tick().latest.yanked == "Wrong."


def test_a_publication_while_a_release_is_read_is_seen_with_the_next_look(published, tick, monkeypatch):
    change(title="New title")
    meanwhile(monkeypatch, lambda: publish_next(forget=False))
    before, after = tick(), tick()
    assert [each.release.version for each in (before, after)] == ["1.0.0", "1.0.1"]
    subject = ("code", "tool.timeout")
    assert [each.release.version for each in before.changes[subject]] == ["1.0.0"]
    assert [each.release.version for each in after.changes[subject]] == ["1.0.0", "1.0.1"]
