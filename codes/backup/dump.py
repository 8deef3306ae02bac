"""The copy itself: `pg_dump` for PostgreSQL, SQLite's own way of copying a database that is in use."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

ENDINGS = {"postgresql": ".dump", "sqlite": ".sqlite3"}
# Seconds to wait for a table that a migration holds.
LOCK_WAIT = 30


class NotDumped(Exception):
    """There is no copy, or it cannot be read back. Says why."""


def dump(path: Path, snapshot: str) -> None:
    """Writes the database to the file at `path`, which exists, and reads it back. Call it within `frozen`.

    Raises NotDumped.
    """
    try:
        if connection.vendor == "postgresql":
            _postgresql(path, snapshot)
        else:
            _sqlite(path)
    except (OSError, sqlite3.Error) as error:
        raise NotDumped(str(error)) from error


def command(database: dict[str, Any], path: Path, snapshot: str) -> tuple[list[str], dict[str, str]]:
    """The words of the command line and what it needs in the environment: the password stands in the latter alone,
    since everybody on a machine can read the former.
    """
    words = ["--format=custom", f"--file={path}", f"--snapshot={snapshot}", "--no-password"]
    words.append(f"--lock-wait-timeout={LOCK_WAIT}s")
    found, environment = DatabaseClient.settings_to_cmd_args_env(database, words)
    return ["pg_dump", *found[1:]], environment or {}


def _postgresql(path: Path, snapshot: str) -> None:
    words, environment = command(connection.settings_dict, path, snapshot)
    _run(words, environment)
    # To read all of it needs no server.
    _run(["pg_restore", "--file=/dev/null", str(path)], {})


def _run(words: list[str], environment: dict[str, str]) -> None:
    try:
        done = subprocess.run(words, env={**os.environ, **environment}, capture_output=True, text=True)
    except FileNotFoundError:
        hint = "Debian's postgresql-client has it; it must not be older than the server."
        raise NotDumped(f"There is no {words[0]} on the PATH. {hint}") from None
    if done.returncode:
        raise NotDumped(f"{words[0]}: {done.stderr.strip() or f'exit code {done.returncode}'}")


def _sqlite(path: Path) -> None:
    # Through a connection of its own: the one that keeps writers away counts as a writer itself.
    source = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    with closing(sqlite3.connect(f"{source}?mode=ro", uri=True)) as held, closing(sqlite3.connect(path)) as copy:
        held.backup(copy)
        # One file, without a second one for what was written last.
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA ignore_check_constraints=ON")  # they call functions that Django brings along
        found = [line for (line,) in copy.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        raise NotDumped(f"the copy is damaged: {'; '.join(map(str, found[:3]))}")
