"""What the documents claim: each test, file and command that they name is there, and each guard can be taken out."""

import ast
import re
import shlex
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from tools.guards import __main__ as guards
from tools.suites import NAMES

ROOT: Path = settings.ROOT
PAGES = sorted((ROOT / "docs").glob("*.md"))
LINES = [(page.name, line) for page in PAGES for line in re.findall(r"python3 dev\.py test[^`\n]*", page.read_text())]
# A test or folder of tests, or a file of ours, as it stands between backticks.
NAMED = re.compile(
    r"`((?:tests|codes|tools|registry_site|deploy|requirements)/(?:[\w./-]*(?:/|\.py|\.txt|\.conf))?(?:::\w+)?)`"
)


def functions(file):
    """The tests in `file`, each with whether it is slow."""
    module = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    every = any("pytest.mark.slow" in ast.unparse(each) for each in module.body if _marks(each))
    return {
        each.name: every or any("pytest.mark.slow" in ast.unparse(mark) for mark in each.decorator_list)
        for each in ast.walk(module)
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
    }


def _marks(statement):
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "pytestmark"


def files(name):
    """The files of tests that pytest collects for `name`."""
    path = ROOT / name
    found = [path] if path.is_file() else sorted(path.rglob("test_*.py"))
    return [each.relative_to(ROOT) for each in found]


def wrong_in(line):
    """What is wrong with a line that runs tests; empty where nothing is."""
    ours, _, rest = line.partition(" -- ")
    words = shlex.split(ours, comments=True)[3:]
    slow = "--slow" in words
    if "--only" in words and words[words.index("--only") + 1] not in NAMES:
        return "There is no such suite."
    extra = shlex.split(rest, comments=True)
    word = extra.pop(extra.index("-k") + 1) if "-k" in extra else ""
    for name in (each for each in extra if each != "-k"):
        path, _, function = name.partition("::")
        tests = {test: is_slow for file in files(path) for test, is_slow in functions(file).items()}
        chosen = {test for test in tests if (not function or test == function.partition("[")[0])}
        if re.fullmatch(r"\w+", word):
            chosen = {test for test in chosen if word in test or word in path}
        if not chosen:
            return f"{name} has no such test."
        if not slow and all(tests[test] for test in chosen):
            return f"{name} is slow, and the line has no --slow."
    return ""


def test_the_reader_knows_a_wrong_line():
    good = "python3 dev.py test -- tests/docs/test_claims.py::test_the_reader_knows_a_wrong_line"
    assert wrong_in(good) == ""
    assert wrong_in("python3 dev.py test --only sqlite -- tests/docs/test_claims.py -k reader") == ""
    assert wrong_in(f"{good}_too") != ""
    assert wrong_in("python3 dev.py test -- tests/docs/test_claims.py -k nothing_like_it") != ""
    assert wrong_in("python3 dev.py test --only oracle -- tests/docs") == "There is no such suite."
    slow = next(f"{file}::{test}" for file in files("tests") for test, is_slow in functions(file).items() if is_slow)
    assert wrong_in(f"python3 dev.py test -- {slow}") == f"{slow} is slow, and the line has no --slow."
    assert wrong_in(f"python3 dev.py test --slow -- {slow}") == ""


@pytest.mark.parametrize(("document", "line"), LINES, ids=[f"{name}: {line}" for name, line in LINES])
def test_every_command_of_a_claim_runs_a_test(document, line):
    assert wrong_in(line) == ""


@pytest.mark.parametrize("document", PAGES, ids=lambda page: page.name)
def test_every_file_and_test_that_is_named_is_there(document):
    for name in NAMED.findall(document.read_text(encoding="utf-8")):
        path, _, function = name.partition("::")
        assert (ROOT / path).exists(), name
        assert not function or function in functions(path), name


@pytest.mark.parametrize("document", ["security.md", "operations.md", "backup.md", "signing.md"])
def test_every_management_command_that_is_named_is_there(document):
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:manage\.py|registry-manage) ([a-z_]+)", text))
    assert named <= set(get_commands())
    assert named


def test_both_pages_end_with_one_command_for_each_claim():
    for page in ("security.md", "operations.md"):
        rows = re.findall(
            r"^\| [^|]+ \| `python3 dev\.py test[^`]*` \|$", (ROOT / "docs" / page).read_text(), re.MULTILINE
        )
        assert len(rows) >= 10, page


def test_every_guard_stands_where_it_is_taken_out_and_names_tests_that_are_there():
    names = [each.name for each in guards.GUARDS]
    assert len(set(names)) == len(names)
    for guard in guards.GUARDS:
        text = (ROOT / guard.file).read_text(encoding="utf-8")
        assert text.count(guard.before) == 1, guard.name
        assert guard.before != guard.after, guard.name
        for tests in guard.tests:
            for word in (each for each in shlex.split(tests) if each.startswith("tests/")):
                path, _, function = word.partition("::")
                assert (ROOT / path).exists(), (guard.name, word)
                assert not function or function.partition("[")[0] in functions(path), (guard.name, word)


def test_the_command_knows_every_guard():
    """Each module beside it is an area with guards of its own, and says of what."""
    modules = {each.stem for each in (ROOT / "tools" / "guards").glob("*.py")} - {"__init__", "__main__", "guard"}
    areas = {each.__name__.rpartition(".")[2]: each for each in guards.AREAS}
    assert modules <= areas.keys()
    for name in modules:
        assert areas[name].GUARDS, name
        assert areas[name].__doc__, name
