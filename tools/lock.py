"""`dev.py lock`: remake requirements/*.txt from pyproject.toml. Exact pins and hashes, no addresses."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.environment import LEVELS, REQUIREMENTS, ROOT

# Groups that are installed into environments of their own, without the project.
APART = ["client", "sdk-2025-06", "sdk-2025-11", "sdk-2026-07"]
FORM = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header"]


def lock(extra: Sequence[str]) -> int:
    """Resolve the largest set first and hold the others to it, so that a pin is the same in all files."""
    uv = shutil.which("uv")
    if not uv:
        sys.exit("dev.py lock needs uv on the PATH.")
    largest = REQUIREMENTS / f"{LEVELS[-1]}.txt"
    for level in reversed(LEVELS):
        target = REQUIREMENTS / f"{level}.txt"
        group = [] if level == "base" else ["--group", level]
        held_to = extra if target == largest else ["--upgrade", "--constraint", largest]
        compile_into(target, [uv, *group, *held_to, "pyproject.toml"])
    for name in APART:
        compile_into(REQUIREMENTS / f"{name}.txt", [uv, "--group", name, *extra])
    return 0


def compile_into(target: Path, words: Sequence[str | Path]) -> None:
    """One file. `words` are uv and what it is to resolve."""
    uv, *rest = words
    command = [uv, "pip", "compile", "--quiet", *FORM, *rest, "--output-file", target]
    subprocess.run(command, cwd=ROOT, check=True)
    # Where a machine has its own index or folder set, uv repeats it in lines like `--index-url …`.
    lines = [line for line in target.read_text().splitlines(keepends=True) if not line.startswith("-")]
    target.write_text("".join(lines))
