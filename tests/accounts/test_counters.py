"""The table that counts, when somebody floods it."""

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.test import Client

from codes.accounts.counters import Counters
from codes.accounts.enrol import enrol
from tests.support.read_only import read_only

from .people import ask, enter, the_code

pytestmark = pytest.mark.django_db

ROOM = 60


@pytest.fixture
def counters():
    found = Counters("shared_cache", {"OPTIONS": {"MAX_ENTRIES": ROOM}})
    found.clear()
    return found


def rows():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM shared_cache")
        return cursor.fetchone()[0]


def test_what_is_counted_for_a_day_outlasts_a_flood_of_what_is_counted_for_an_hour(counters):
    """Whatever their names: Django's own would drop the first in the alphabet."""
    for name in ("allauth:rl:login_failed", "zzz"):
        counters.set(name, [1.0], 86400)
    for number in range(10 * ROOM):
        counters.set(f"allauth:rl:request_login_code:{number}", [1.0], 3600)
        assert rows() <= ROOM + 2
    assert counters.get_many(["allauth:rl:login_failed", "zzz"]) == {"allauth:rl:login_failed": [1.0], "zzz": [1.0]}


def test_what_has_run_out_goes_before_anything_that_counts(counters):
    for number in range(ROOM):
        counters.set(f"over:{number}", 1, -1)
    for name in ("first", "second", "third"):
        counters.set(name, 1, 10)
    assert rows() == 2 + 1
    assert counters.get_many(["first", "second", "third"]).keys() == {"first", "second", "third"}


def test_an_attempt_that_cannot_be_counted_is_not_made(monkeypatch):
    """The right code, at a moment when the table takes no row."""
    enrol("ada@example.org")
    client = Client()
    ask(client, "ada@example.org")
    real = Counters._base_set

    def full(self, mode, *args, **kwargs):
        return mode != "set" and real(self, mode, *args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(Counters, "_base_set", full)
        refused = enter(client, the_code())
        assert (refused.status_code, refused["Retry-After"]) == (503, "5")
        assert client.get("/account/").status_code == 302
    assert enter(client, the_code())["Location"] == "/account/"


def test_what_cannot_be_written_is_told_from_what_another_holds(counters):
    assert (counters.add("lock", 1, 10), counters.add("lock", 2, 10), counters.get("lock")) == (True, False, 1)
    with read_only():
        for write in (counters.add, counters.set):
            with pytest.raises(OperationalError):
                write("other", 1, 10)
        assert counters.get_many(["lock", "other"]) == {"lock": 1}


def test_nobody_is_let_in_while_the_database_takes_no_writes():
    enrol("ada@example.org")
    client = Client()
    ask(client, "ada@example.org")
    with read_only():
        refused = enter(client, the_code())
        assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert enter(client, the_code())["Location"] == "/account/"


def test_a_lock_that_is_held_stays_in_a_flood(counters):
    """Though it runs out before everything else."""
    assert counters.add("first:lock", True, 10)
    for number in range(10 * ROOM):
        counters.set(f"allauth:rl:request_login_code:{number}", [1.0], 3600)
    assert counters.add("first:lock", True, 10) is False


def test_a_lock_that_has_run_out_goes(counters):
    for number in range(ROOM + 1):
        counters.set(f"{number}:lock", True, -1)
    counters.set("last", 1, 10)
    assert rows() == 1


def test_the_site_counts_with_it(settings):
    assert isinstance(caches["default"], Counters)
    assert settings.CACHES["default"]["LOCATION"] == "shared_cache"


def test_one_network_of_ipv6_is_one_client_however_many_addresses_it_has():
    answers = [
        ask(Client(REMOTE_ADDR=f"2001:db8:1:{number:x}::1"), f"eve{number}@example.org").status_code
        for number in range(21)
    ]
    assert answers == [302] * 20 + [200]
    assert ask(Client(REMOTE_ADDR="2001:db8:2::1"), "eve@example.org").status_code == 302
