"""Migrations have time, but do not keep everybody waiting for a lock."""

import threading
import time

import psycopg
import pytest
from django.core.management import call_command, get_commands
from django.db import OperationalError, connection, models, transaction
from django.db.models.signals import pre_migrate

from codes.registry.models import Category
from codes.review.models import Proposal
from registry_site.postgresql import base

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no such limits"),
]


def asked(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def limits():
    """What the server grants statements and locks, and for how long this side waits."""
    return asked("SHOW statement_timeout"), asked("SHOW lock_timeout"), connection.connection.limit


def test_statements_of_a_migration_have_no_end_and_waits_for_locks_do():
    seen = []

    def look(**kwargs):
        seen.append(limits())

    pre_migrate.connect(look)
    try:
        call_command("migrate", verbosity=0)
    finally:
        pre_migrate.disconnect(look)
    assert get_commands()["migrate"] == "codes"
    assert set(seen) == {("0", "4s", None)}
    assert limits() == ("5s", "4s", base.LIMIT)


def test_what_takes_longer_than_a_request_may_goes_through(monkeypatch):
    """Both limits are made short, so that nobody has to wait for real ones."""
    connection.ensure_connection()
    monkeypatch.setattr(connection.connection, "limit", 0.2)
    with pytest.raises(OperationalError, match="has not answered"):
        asked("SELECT pg_sleep(0.5)")
    connection.close()
    with connection.unhurried():
        connection.is_usable()  # has a limit of its own, and puts back the one that was there
        assert asked("SELECT 1 FROM pg_sleep(0.5)") == 1
    assert limits()[2] == base.LIMIT


def test_one_that_cannot_have_its_lock_gives_up_and_has_changed_nothing():
    """Somebody reads in a long transaction; who reads after the migration began waits behind it until it gives up."""
    with psycopg.connect(_address(), autocommit=False) as reader:
        reader.execute("SELECT count(*) FROM codes_proposal")
        started = time.monotonic()
        with connection.unhurried(), pytest.raises(OperationalError, match="lock timeout"):
            _alter()
        # That the limit was over says PostgreSQL itself; how long a busy machine needs besides says nothing.
        assert time.monotonic() - started > 3.5
    assert asked("SELECT count(*) FROM information_schema.columns WHERE column_name = 'added'") == 0


def _alter():
    """A change of two steps, of which the second one needs the lock."""
    field = models.CharField(max_length=9, null=True)
    field.set_attributes_from_name("added")
    with transaction.atomic(), connection.schema_editor() as editor:
        editor.add_field(Category, field)
        editor.add_field(Proposal, field)


def _address():
    told = connection.get_connection_params()
    return psycopg.conninfo.make_conninfo(
        "", **{name: told[name] for name in ("dbname", "user", "host") if name in told}
    )


def test_others_work_meanwhile_with_their_own_limits():
    found = []

    def other():
        found.append(limits())
        connection.close()

    with connection.unhurried():
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert found == [("5s", "4s", base.LIMIT)]
