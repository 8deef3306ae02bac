"""The time of a build: the same in every clone of a commit."""

import os
import subprocess
from datetime import UTC, datetime

import pytest

from codes.web.build import built

COMMITTED = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHANGED = datetime(2026, 5, 1, 12, tzinfo=UTC)


def git(folder, *words):
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    dates = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), COMMITTED.isoformat())
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, env={**os.environ, **dates})


def touch(path, when):
    os.utime(path, (when.timestamp(), when.timestamp()))


@pytest.fixture
def tree(tmp_path):
    """Two folders of sources, the newest file of which was changed last in May."""
    for name in ("codes/a.py", "templates/b.html", "templates/notes.bin"):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
        touch(path, CHANGED if name.endswith("html") else COMMITTED)
    touch(tmp_path / "site" / "templates" / "notes.bin", datetime(2026, 6, 1, tzinfo=UTC))
    return tmp_path / "site"


def time_of(tree):
    return built([tree / "codes", tree / "templates"])


def test_without_a_clone_the_newest_source_counts(tree):
    assert time_of(tree) == CHANGED


def test_two_clones_of_a_commit_agree(tree, tmp_path):
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"], ["clone", "-q", ".", str(tmp_path / "two")]):
        git(tree, *words)
    assert time_of(tree) == time_of(tmp_path / "two") == COMMITTED
    (tree / "readme").write_text("no source")
    assert time_of(tree) == COMMITTED


@pytest.mark.parametrize("name", ["codes/a.py", "templates/new.html"])
def test_what_has_been_changed_since_counts(name, tree):
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        git(tree, *words)
    (tree / name).write_text("changed")
    touch(tree / name, CHANGED)
    assert time_of(tree) == CHANGED


def test_where_there_is_no_git(tree, monkeypatch):
    git(tree, "init", "-q")
    monkeypatch.setenv("PATH", "/nonexistent")
    assert time_of(tree) == CHANGED
