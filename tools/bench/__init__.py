"""`dev.py bench`: how fast the site answers, and how that grows. Bounded in time, on the loopback interface only."""

import subprocess
from collections.abc import Sequence

from tools.browser import find_chromium
from tools.environment import PYTHON, ROOT, ensure


def run(extra: Sequence[str]) -> int:
    """Install what it needs and run it; `extra` are its own arguments."""
    # The PostgreSQL of the tests, and what drives a browser where there is one.
    ensure("e2e" if find_chromium() else "test")
    return subprocess.run([PYTHON, "-m", "tools.bench", *extra], cwd=ROOT).returncode
