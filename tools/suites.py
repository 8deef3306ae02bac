"""`dev.py test`: each suite in a pytest process of its own, and one line about each at the end."""

import os
import subprocess
import time
from collections.abc import Sequence

from tools.browser import find_chromium
from tools.environment import PYTHON, ROOT, ensure

SUITES = {
    "sqlite": ["--db=sqlite"],
    "postgres": ["--db=postgres"],
    "browser": ["--db=sqlite", "tests/e2e"],  # its event loop would get in the way of the others
}
NAMES = list(SUITES)
NOTHING_CHOSEN = 5  # pytest's exit code when no test was selected
NO_BROWSER = "not run, no Chromium (apt-get install chromium; then python3 dev.py test --only browser)"


def run(*, slow: bool, only: str | None, extra: Sequence[str]) -> int:
    """Run the suites with `extra` for pytest; 1 when one fails or no test ran. CI takes no missing browser."""
    in_ci = os.environ.get("CI") == "true"
    names = [only] if only else NAMES
    without_browser = "browser" in names and not find_chromium()
    ensure("e2e" if "browser" in names and not without_browser else "test")
    results = {}
    for name in names:
        if name == "browser" and without_browser:
            results[name] = f"{'FAILED, ' if in_ci or only else ''}{NO_BROWSER}"
            continue
        started = time.monotonic()
        options = [*SUITES[name], *(["--slow"] if slow or in_ci else []), *extra]
        print(f"\n{name}: pytest {' '.join(options)}", flush=True)
        code = subprocess.run([PYTHON, "-m", "pytest", *options], cwd=ROOT).returncode
        results[name] = f"{verdict(code, chosen=bool(extra))} in {time.monotonic() - started:.0f} s"
    print()
    for name, result in results.items():
        print(f"{name:9} {result}")
    failed = any(result.startswith("FAILED") for result in results.values())
    passed = any(result.startswith("passed") for result in results.values())
    return int(failed or not passed)


def verdict(code: int, *, chosen: bool) -> str:
    """A suite's result in words. No test in one suite is fine only where somebody chose tests by hand."""
    if code == NOTHING_CHOSEN and chosen:
        return "no such test"
    return "passed" if code == 0 else f"FAILED (pytest's exit code {code})"
