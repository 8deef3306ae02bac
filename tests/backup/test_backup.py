"""`manage.py backup` and `restore_check`: what is written, how it fails, and what is left alone."""

import hashlib
import io
import json
import os
import sqlite3
from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.core.management.color import no_style
from django.db import connection

from codes.backup import dump, make, restored
from codes.releases.models import Release
from codes.review import records
from tests.backup.conftest import AT
from tests.support import proposals

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published", "programs")]

NAME = "registry-20261201T093015Z"


def call(*words):
    said = io.StringIO()
    call_command(*map(str, words), stdout=said, stderr=said)
    return said.getvalue()


def names(path):
    return sorted(each.name for each in path.iterdir())


def test_a_backup(at, tmp_path):
    made = proposals.published()
    target = tmp_path / "not" / "yet"
    said = call("backup", target)
    ending = {"postgresql": "dump", "sqlite": "sqlite3"}[connection.vendor]
    copy, stated = target / f"{NAME}.{ending}", target / f"{NAME}.json"
    assert names(target) == sorted([copy.name, stated.name])
    assert [path.stat().st_mode & 0o777 for path in (target, copy, stated)] == [0o700, 0o600, 0o600]
    count, digest = records.end()
    assert json.loads(stated.read_text()) == {
        "kind": "agent-harness-error-backup",
        "made": "2026-12-01T09:30:15Z",
        "software": "0.1.0",
        "database": connection.vendor,
        "file": copy.name,
        "size": copy.stat().st_size,
        "sha256": hashlib.sha256(copy.read_bytes()).hexdigest(),
        "release": "1.1.0",
        "release_sha256": made.release.sha256,
        "serial": 2,
        "events": count,
        "events_sha256": digest,
    }
    assert said == f"{copy}: release 1.1.0, {count} events, {copy.stat().st_size} bytes.\n"
    assert call("restore_check", stated) == (
        f"Release 1.1.0 and {count} events are as in the backup of 2026-12-01T09:30:15Z.\n"
    )


def test_nothing_is_overwritten(at, tmp_path):
    call("backup", tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(CommandError, match=f"{NAME}.* exists already, and stays as it is"):
        call("backup", tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_fails_leaves_nothing(at, tmp_path, monkeypatch):
    def fail(path, snapshot):
        path.write_bytes(b"half of")
        raise dump.NotDumped("The disk is full.")

    monkeypatch.setattr(make, "dump", fail)
    with pytest.raises(CommandError, match="The disk is full"):
        call("backup", tmp_path)
    assert names(tmp_path) == []


def test_the_latest_are_kept_and_what_is_not_ours_is_left_alone(at, tmp_path):
    other = tmp_path / "registry-20200101T000000Z.json"
    other.write_text('{"kind": "something else"}')
    for name in ("registry-old.json", "notes.txt", "registry-20200102T000000Z.dump"):
        (tmp_path / name).write_text("{}")
    theirs = names(tmp_path)
    for hour in range(4):
        at(AT + timedelta(hours=hour))
        said = call("backup", tmp_path, "--keep", 2)
    kept = {f"registry-20261201T{hour}3015Z" for hour in (11, 12)}
    assert {name.partition(".")[0] for name in names(tmp_path) if name not in theirs} == kept
    assert [name for name in names(tmp_path) if name in theirs] == theirs
    assert said.splitlines()[1:] == [
        f"Removed {tmp_path / 'registry-20261201T103015Z'}{dump.ENDINGS[connection.vendor]}."
    ]


def test_a_removal_that_was_interrupted_goes_on(at, tmp_path):
    call("backup", tmp_path)
    (tmp_path / f"{NAME}{dump.ENDINGS[connection.vendor]}").unlink()
    at(AT + timedelta(hours=1))
    call("backup", tmp_path, "--keep", 1)
    assert {name.partition(".")[0] for name in names(tmp_path)} == {"registry-20261201T103015Z"}


def test_a_statement_cannot_have_another_file_removed(at, tmp_path):
    call("backup", tmp_path)
    treasure = tmp_path / "treasure"
    treasure.write_text("mine")
    stated = tmp_path / f"{NAME}.json"
    stated.write_text(json.dumps({**json.loads(stated.read_text()), "file": "treasure"}))
    at(AT + timedelta(hours=1))
    call("backup", tmp_path, "--keep", 1)
    assert treasure.read_text() == "mine"


def test_a_copy_is_of_one_moment(at, tmp_path, monkeypatch):
    """What is published while it is made is neither in the statement nor in the copy."""
    if connection.vendor == "sqlite":
        pytest.skip("nobody writes meanwhile: the lock of SQLite is held")
    import threading

    def meanwhile(path, snapshot):
        def publish():
            proposals.published()
            connection.close()

        other = threading.Thread(target=publish)
        other.start()
        other.join()
        dump.dump(path, snapshot)

    monkeypatch.setattr(make, "dump", meanwhile)
    made = make.make(tmp_path, AT)
    assert Release.objects.count() == 2
    assert (made.release, made.events) == ("1.0.0", 0)
    rows = dump.subprocess.run(
        ["pg_restore", "--data-only", "--table=codes_release", "--file=-", tmp_path / made.file],
        capture_output=True,
        text=True,
    ).stdout
    assert ("\t1.0.0\t" in rows, "\t1.1.0\t" in rows) == (True, False)


def test_a_server_that_is_newer_than_pg_dump(at, tmp_path, monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL's own programs")
    programs = tmp_path / "bin"
    programs.mkdir()
    old = programs / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2\nexit 1\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(CommandError, match="pg_dump: pg_dump: error: aborting because of server version mismatch"):
        call("backup", tmp_path / "backups")
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(CommandError, match="no pg_dump on the PATH"):
        call("backup", tmp_path / "backups")
    assert names(tmp_path / "backups") == []


def test_a_copy_in_sqlite_can_be_opened_as_it_is(at, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own way")
    made = make.make(tmp_path, AT)
    with sqlite3.connect(f"file:{tmp_path / made.file}?mode=ro&immutable=1", uri=True) as copy:
        assert copy.execute("SELECT version FROM codes_release").fetchall() == [("1.0.0",)]


def test_another_database_is_told(at, tmp_path):
    proposals.published()
    call("backup", tmp_path)
    stated = tmp_path / f"{NAME}.json"
    said = json.loads(stated.read_text())
    for change, sentence in (
        ({"release": "1.2.0"}, "release 1.2.0 is not there"),
        ({"release_sha256": "0" * 64}, "release 1.1.0 is another one"),
        ({"events": 1000}, "event 1000 is not there"),
        ({"events_sha256": "0" * 64}, f"event {said['events']} is another one"),
        ({"sha256": "0" * 64}, f"{said['file']} is not the copy that was made"),
    ):
        stated.write_text(json.dumps({**said, **change}))
        found = io.StringIO()
        with pytest.raises(CommandError, match="1 fault"):
            call_command("restore_check", str(stated), stderr=found)
        assert found.getvalue() == f"{sentence}\n"


def test_the_next_keys_are_free():
    """A restore that brings rows alone leaves the counters at their beginning: all reads are well, no write is."""
    proposals.published()
    assert list(restored.next_keys()) == []
    if connection.vendor != "postgresql":
        return
    models = [
        each
        for each in apps.get_models(include_auto_created=True)
        if each._meta.pk.get_internal_type().endswith("AutoField")
    ]
    full = sorted(
        each._meta.db_table for each in models if each._base_manager.exists() and not each.__name__.endswith("Head")
    )
    assert len(full) > 10
    with connection.cursor() as cursor:
        for each in models:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{each._meta.db_table}', '{each._meta.pk.column}'), 1, false)"
            )
    try:
        assert [sentence.partition(":")[0] for sentence in restored.next_keys()] == full
    finally:
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    assert list(restored.next_keys()) == []
