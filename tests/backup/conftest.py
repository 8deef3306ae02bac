import os
from datetime import UTC, datetime

import pytest

from codes.management.commands import backup
from tests.support import postgres

AT = datetime(2026, 12, 1, 9, 30, 15, tzinfo=UTC)


@pytest.fixture
def programs(monkeypatch):
    """`pg_dump` of the server's version."""
    monkeypatch.setenv("PATH", f"{postgres.find_binaries()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def at(monkeypatch):
    """Sets the clock of the command."""

    def set_to(time):
        monkeypatch.setattr(backup.timezone, "now", lambda: time)

    set_to(AT)
    return set_to
