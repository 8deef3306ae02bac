"""`dev.py test`: each suite in a pytest process of its own, two at a time, and one line about each at the end."""

import os
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tools.browser import find_chromium
from tools.environment import PYTHON, ROOT, ensure

BROWSER_TESTS = "tests/e2e"
SUITES = {
    "sqlite": ["--db=sqlite"],
    "postgres": ["--db=postgres"],
    "browser": ["--db=sqlite"],  # its event loop would get in the way of the others
}
NAMES = list(SUITES)
# Tests that bring a database of their own run in one of the two suites: in the one that would be done first.
NOT_TWICE = ["-m", "not own_database"]
NOTHING_CHOSEN = 5  # pytest's exit code when no test was selected
NO_BROWSER = "not run, no Chromium (apt-get install chromium; then python3 dev.py test --only browser)"


@dataclass(frozen=True)
class Ran:
    """One suite that has been run. `output` is empty where a person has watched it."""

    code: int
    seconds: float
    output: str


def run(*, slow: bool, only: str | None, extra: Sequence[str]) -> int:
    """Run the suites with `extra` for pytest; 1 when one fails or no test ran. CI takes no missing browser."""
    in_ci = os.environ.get("CI") == "true"
    options = ["--slow"] if slow or in_ci else []
    chosen = {}
    for name in [only] if only else NAMES:
        own = tests_of(name, extra)
        if own is not None:
            # Before what a person has said, which then has the last word.
            chosen[name] = [*SUITES[name], *(NOT_TWICE if name == "sqlite" and not only else []), *options, *own]
    without_browser = "browser" in chosen and not find_chromium()
    ensure("e2e" if "browser" in chosen and not without_browser else "test")
    first, *others = [name for name in chosen if name != "browser" or not without_browser] or [""]
    results = {}
    # The first to be watched, the others behind it one by one: each takes one core, and together half the time.
    with ThreadPoolExecutor(max_workers=1) as pool:
        behind = [pool.submit(run_suite, name, chosen[name], watched=False) for name in others]
        if first:
            results[first] = run_suite(first, chosen[first], watched=True)
        for name, ran in zip(others, behind, strict=True):
            results[name] = ran.result()
            print(f"\n{results[name].output}", flush=True)
    said = {name: f"{verdict(ran.code, chosen=bool(extra))} in {ran.seconds:.0f} s" for name, ran in results.items()}
    if without_browser:
        said["browser"] = f"{'FAILED, ' if in_ci or only else ''}{NO_BROWSER}"
    print()
    for name, result in said.items():
        print(f"{name:9} {result}")
    failed = any(result.startswith("FAILED") for result in said.values())
    passed = any(result.startswith("passed") for result in said.values())
    return int(failed or not passed)


def tests_of(name: str, extra: Sequence[str]) -> list[str] | None:
    """`extra` with the tests of this suite alone; None where tests are named and none of them is this suite's."""
    named = [word for word in extra if word.startswith("tests/")]
    own = [word for word in named if word.startswith(BROWSER_TESTS) == (name == "browser")]
    if named and not own:
        return None
    if name == "browser" and not own:
        own = [BROWSER_TESTS]
    return [*own, *(word for word in extra if word not in named)]


def run_suite(name: str, words: Sequence[str], *, watched: bool) -> Ran:
    """One suite; what it says goes to the terminal where it is `watched`, and is kept where not."""
    title = f"\n{name}: pytest {' '.join(words)}"
    if watched:
        print(title, flush=True)
    started = time.monotonic()
    done = subprocess.run(
        [PYTHON, "-m", "pytest", *words],
        cwd=ROOT,
        text=True,
        stdout=None if watched else subprocess.PIPE,
        stderr=None if watched else subprocess.STDOUT,
    )
    return Ran(done.returncode, time.monotonic() - started, "" if watched else f"{title}\n{done.stdout}")


def verdict(code: int, *, chosen: bool) -> str:
    """A suite's result in words. No test in one suite is fine only where somebody chose tests by hand."""
    if code == NOTHING_CHOSEN and chosen:
        return "no such test"
    return "passed" if code == 0 else f"FAILED (pytest's exit code {code})"
