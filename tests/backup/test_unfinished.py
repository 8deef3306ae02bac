"""`manage.py backup` that comes to no good end: nothing is left that looks like a backup."""

import os
import signal
import time

import pytest
from django.core.management import CommandError
from django.db import OperationalError

from codes.backup import make
from tests.backup.test_backup import NAME, call, names

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published", "programs")]


def test_what_is_told_to_end_leaves_nothing(at, tmp_path, monkeypatch):
    def be_ended(path, snapshot):
        path.write_bytes(b"half of")
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(make, "dump", be_ended)
    ours = lambda *_: pytest.fail("the command did not take the signal")  # noqa: E731
    before = signal.signal(signal.SIGTERM, ours)
    try:
        with pytest.raises(SystemExit) as ended:
            call("backup", tmp_path)
        assert (ended.value.code, names(tmp_path), signal.getsignal(signal.SIGTERM)) == (143, [], ours)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_no_copy_stays_without_its_statement(at, tmp_path):
    (tmp_path / f"{NAME}.json").write_text("another's")
    with pytest.raises(CommandError, match="exists already"):
        call("backup", tmp_path)
    assert names(tmp_path) == [f"{NAME}.json"]


def test_what_a_run_left_that_was_killed_goes_a_day_later(at, tmp_path):
    for name, hours in ((".registry-abcd_123", 25), (".registry-at_work0", 23), ("registry-old", 25), (".other", 25)):
        (tmp_path / name).write_text("half of")
        os.utime(tmp_path / name, times=(time.time() - hours * 3600,) * 2)
    call("backup", tmp_path)
    assert [name for name in names(tmp_path) if NAME not in name] == [".other", ".registry-at_work0", "registry-old"]


def test_without_a_database_it_says_so(at, tmp_path, monkeypatch):
    def away():
        raise OperationalError("connection failed: there is no server\n")

    monkeypatch.setattr(make, "frozen", away)
    with pytest.raises(CommandError, match=r"^connection failed: there is no server$"):
        call("backup", tmp_path)
    assert names(tmp_path) == []
