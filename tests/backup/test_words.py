"""What the commands of a backup are given: words, files that are no statement, a password."""

import os

import pytest
from django.core.management import CommandError, call_command

from codes.backup import dump, folder


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5"])
def test_how_many_to_keep_is_a_number_from_1(number, tmp_path):
    with pytest.raises(CommandError, match="must be a whole number from 1"):
        call_command("backup", str(tmp_path), f"--keep={number}")


def test_the_password_is_in_the_environment_alone(tmp_path):
    database = {
        "NAME": "registry", "USER": "site", "PASSWORD": "canary", "HOST": "db.example.org", "PORT": 5433,
        "OPTIONS": {"sslmode": "verify-full"},
    }  # fmt: skip
    words, environment = dump.command(database, tmp_path / "copy", "00000003-1")
    assert words == [
        "pg_dump", "-U", "site", "-h", "db.example.org", "-p", "5433", "--format=custom", f"--file={tmp_path}/copy",
        "--snapshot=00000003-1", "--no-password", "--lock-wait-timeout=30s", "registry",
    ]  # fmt: skip
    assert environment == {"PGPASSWORD": "canary", "PGSSLMODE": "verify-full"}


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"kind": "agent-harness-error-backup"}', "\x00"])
def test_what_is_no_statement(content, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(CommandError, match="is no statement about a backup"):
        call_command("restore_check", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore_check", str(tmp_path / "y.json"))


def test_unfinished_files_are_nobody_else_s(tmp_path):
    before = os.umask(0)
    try:
        with folder.unfinished(tmp_path) as path:
            assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
    assert list(tmp_path.iterdir()) == []
