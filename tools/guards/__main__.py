"""The command: `python -m tools.guards`, or with words of the names of some guards. Takes a minute for each."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.guards.review import GUARDS

ROOT = Path(__file__).resolve().parents[2]
QUICK = {**os.environ, "NO_SHRINKING": "1"}
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")
# The random histories first; what they miss, the tests of single guards.
STEPS = (
    ("random histories", ["tests/review/test_machine.py", "-k", "a_few"]),
    (
        "the other tests",
        ["tests/review/test_matrix.py", "tests/review/test_decisions.py", "tests/review/test_clocks.py"],
    ),
)


def main() -> int:
    wanted = [each for each in GUARDS if not sys.argv[1:] or any(word in each[0] for word in sys.argv[1:])]
    missed = []
    with tempfile.TemporaryDirectory(prefix="guards-") as name:
        copy = Path(name) / "project"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        print("| guard removed | noticed by |\n|---|---|")
        for guard, file, before, after in wanted:
            noticed = _without(copy / file, before, after, copy)
            print(f"| {guard} | {noticed or '**nothing**'} |", flush=True)
            if not noticed:
                missed.append(guard)
    return 1 if missed else 0


def _without(path: Path, before: str, after: str, copy: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if text.count(before) != 1:
        sys.exit(f"{path.name}: {before!r} stands there {text.count(before)} times, not once.")
    path.write_text(text.replace(before, after), encoding="utf-8")
    try:
        for name, words in STEPS:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", *words]
            if subprocess.run(command, cwd=copy, env=QUICK, capture_output=True).returncode:
                return name
    finally:
        path.write_text(text, encoding="utf-8")
    return ""


if __name__ == "__main__":
    sys.exit(main())
