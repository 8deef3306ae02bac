"""`dev.py bench`: how fast the site answers, and how that grows. Bounded in time, on the loopback interface only."""

import subprocess
from collections.abc import Sequence

from tools.environment import PYTHON, ROOT, ensure


def run(extra: Sequence[str]) -> int:
    """Install what it needs and run it; `extra` are its own arguments."""
    ensure("test")  # the PostgreSQL of the tests
    return subprocess.run([PYTHON, "-m", "tools.bench", *extra], cwd=ROOT).returncode
