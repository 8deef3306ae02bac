"""The guards of backups: what keeps a copy whole, and what notices a restore that cannot be written to."""

from tools.guards.guard import Guard

_TESTS = "tests/backup/test_backup.py::"

GUARDS = (
    Guard(
        "a restore without its counters is noticed",
        "codes/backup/restored.py",
        "if largest is not None and following <= largest:",
        "if False:",
        (f"{_TESTS}test_the_next_keys_are_free --db=postgres",),
    ),
    Guard(
        "a copy is of one moment",
        "codes/backup/dump.py",
        'f"--snapshot={snapshot}", ',
        "",
        (f"{_TESTS}test_a_copy_is_of_one_moment --db=postgres",),
    ),
    Guard(
        "a backup replaces nothing",
        "codes/backup/folder.py",
        "there.hardlink_to(path)",
        "there.unlink(missing_ok=True); there.hardlink_to(path)",
        (f"{_TESTS}test_nothing_is_overwritten",),
    ),
    Guard(
        "the removal of old backups takes its own files alone",
        "codes/backup/folder.py",
        "if copy.stem == path.stem:",
        "if True:",
        (f"{_TESTS}test_a_statement_cannot_have_another_file_removed",),
    ),
    Guard(
        "a backup that fails leaves nothing",
        "codes/backup/folder.py",
        "        Path(name).unlink(missing_ok=True)",
        "        pass",
        (f"{_TESTS}test_what_fails_leaves_nothing",),
    ),
    Guard(
        "a backup that is told to end leaves nothing",
        "codes/management/commands/backup.py",
        "with ended.tidily():",
        "if True:",
        ("tests/backup/test_unfinished.py::test_what_is_told_to_end_leaves_nothing",),
    ),
    Guard(
        "no copy without its statement",
        "codes/backup/folder.py",
        "        beside.unlink(missing_ok=True)\n",
        "",
        ("tests/backup/test_unfinished.py::test_no_copy_stays_without_its_statement",),
    ),
)
