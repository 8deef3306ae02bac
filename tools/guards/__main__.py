"""The command: `python -m tools.guards`, or with words of the names of some guards. Takes a minute for each at most."""

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import tools.guards
from tools.guards.guard import Guard

ROOT = Path(__file__).resolve().parents[2]
QUICK = {**os.environ, "NO_SHRINKING": "1"}
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")
# Every module beside this one may have some.
AREAS = [
    importlib.import_module(f"tools.guards.{each.name}")
    for each in pkgutil.iter_modules(tools.guards.__path__)
    if each.name != "__main__"
]
GUARDS: list[Guard] = [guard for area in AREAS for guard in getattr(area, "GUARDS", ())]


def main() -> int:
    wanted = [each for each in GUARDS if not sys.argv[1:] or any(word in each.name for word in sys.argv[1:])]
    missed = []
    with tempfile.TemporaryDirectory(prefix="guards-") as name:
        copy = Path(name) / "project"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        print("| guard removed | noticed by |\n|---|---|")
        for guard in wanted:
            noticed = _without(guard, copy)
            print(f"| {guard.name} | {noticed or '**nothing**'} |", flush=True)
            if not noticed:
                missed.append(guard.name)
    return 1 if missed else 0


def _without(guard: Guard, copy: Path) -> str:
    """The first tests that fall when the guard is gone; empty where none does."""
    path = copy / guard.file
    text = path.read_text(encoding="utf-8")
    if text.count(guard.before) != 1:
        sys.exit(f"{guard.file}: {guard.before!r} stands there {text.count(guard.before)} times, not once.")
    path.write_text(text.replace(guard.before, guard.after), encoding="utf-8")
    try:
        for tests in guard.tests:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", *tests.split()]
            # 1 is a test that failed; a suite that could not even start is no proof.
            if subprocess.run(command, cwd=copy, env=QUICK, capture_output=True).returncode == 1:
                return tests
    finally:
        path.write_text(text, encoding="utf-8")
    return ""


if __name__ == "__main__":
    sys.exit(main())
