"""`dev.py test`: what is run, in which order, and what is said of it. No suite is run here."""

import subprocess
import threading

import pytest

from tools import suites


class Pytest:
    """In the place of pytest: how it was called, suite by suite, and what it answers."""

    def __init__(self, **codes):
        self.codes, self.called, self.meet = codes, {}, None

    def __call__(self, command, *, stdout=None, **options):
        words = command[3:]
        name = "browser" if any(word.startswith("tests/e2e") for word in words) else words[0].removeprefix("--db=")
        self.called[name] = words
        if self.meet and name != "browser":
            self.meet.wait(10)
        return subprocess.CompletedProcess(command, self.codes.get(name, 0), f"what {name} said" if stdout else None)


@pytest.fixture
def fake(monkeypatch):
    made = Pytest()
    monkeypatch.setattr(suites.subprocess, "run", made)
    monkeypatch.setattr(suites, "ensure", lambda level: None)
    monkeypatch.setattr(suites, "find_chromium", lambda: "/usr/bin/chromium")
    monkeypatch.delenv("CI", raising=False)
    return made


def run(**options):
    return suites.run(**{"slow": False, "only": None, "extra": [], **options})


def test_every_suite_is_run_and_named(fake, capsys):
    assert run() == 0
    assert fake.called == {
        "sqlite": ["--db=sqlite", *suites.NOT_TWICE],
        "postgres": ["--db=postgres"],
        "browser": ["--db=sqlite", "tests/e2e"],
    }
    said = capsys.readouterr().out
    for name in suites.NAMES:
        assert f"\n{name:9} passed in 0 s" in said
    # The first is watched; what the others say comes when they are done.
    assert "what sqlite said" not in said
    assert said.index("what postgres said") < said.index("what browser said") < said.index("sqlite    passed")


def test_two_run_at_the_same_time(fake):
    fake.meet = threading.Barrier(2)
    assert run() == 0


@pytest.mark.parametrize("name", suites.NAMES)
def test_one_that_fails_fails_the_whole(name, fake, capsys):
    fake.codes[name] = 1
    assert run() == 1
    assert f"{name:9} FAILED (pytest's exit code 1) in 0 s" in capsys.readouterr().out


@pytest.mark.parametrize(("ci", "code", "word"), [("", 0, ""), ("true", 1, "FAILED, ")])
def test_without_a_browser_the_others_are_run(ci, code, word, fake, monkeypatch, capsys):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(suites, "find_chromium", lambda: None)
    assert run() == code
    assert fake.called.keys() == {"sqlite", "postgres"}
    assert f"browser   {word}not run, no Chromium" in capsys.readouterr().out


def test_nothing_but_a_browser_that_is_not_there(fake, monkeypatch):
    monkeypatch.setattr(suites, "find_chromium", lambda: None)
    assert run(only="browser") == 1
    assert fake.called == {}


def test_one_suite_alone_with_arguments_for_pytest(fake):
    assert run(only="postgres", slow=True, extra=["-k", "lookup"]) == 0
    assert fake.called == {"postgres": ["--db=postgres", "--slow", "-k", "lookup"]}


def test_a_suite_without_tests_passes_only_when_tests_were_chosen(fake):
    fake.codes |= dict.fromkeys(suites.NAMES, suites.NOTHING_CHOSEN)
    assert run() == 1
    fake.codes["sqlite"] = 0
    assert run(extra=["-k", "lookup"]) == 0


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (["tests/docs"], {"sqlite": ["tests/docs"], "postgres": ["tests/docs"]}),
        (["tests/e2e/test_x.py"], {"browser": ["tests/e2e/test_x.py"]}),
        (
            ["tests/docs", "tests/e2e/test_x.py", "-k", "a"],
            {
                "sqlite": ["tests/docs", "-k", "a"],
                "postgres": ["tests/docs", "-k", "a"],
                "browser": ["tests/e2e/test_x.py", "-k", "a"],
            },
        ),
        (["-k", "a"], {"sqlite": ["-k", "a"], "postgres": ["-k", "a"], "browser": ["tests/e2e", "-k", "a"]}),
    ],
)
def test_each_suite_runs_what_is_its_own(words, called, fake):
    assert run(extra=words) == 0
    databases = {"sqlite": "--db=sqlite", "postgres": "--db=postgres", "browser": "--db=sqlite"}
    twice = {"sqlite": suites.NOT_TWICE}
    assert fake.called == {name: [databases[name], *twice.get(name, []), *own] for name, own in called.items()}
