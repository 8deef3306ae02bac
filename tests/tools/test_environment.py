"""dev.py installs when something changed or was left half done, and never otherwise. Nothing is installed here."""

import subprocess
from pathlib import Path

import pytest

from tools import environment, server


@pytest.fixture
def installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a scratch checkout's commands do, in order: `venv` for a new one, or the file that is installed from."""
    done: list[str] = []
    paths = {"ROOT": ".", "VENV": ".venv", "STAMP": ".venv/installed.txt", "REQUIREMENTS": "requirements"}
    for name, path in paths.items():
        monkeypatch.setattr(environment, name, tmp_path / path)
    (tmp_path / "requirements").mkdir()
    (tmp_path / ".venv").mkdir()
    for level in environment.LEVELS:
        (tmp_path / "requirements" / f"{level}.txt").write_text("django==5.2.8\n")
    monkeypatch.setattr("venv.create", lambda *args, **kwargs: done.append("venv"))
    monkeypatch.setattr("subprocess.run", lambda command, **kwargs: done.append(Path(command[-1]).stem))
    return done


def test_a_level_is_installed_once(installs: list[str]) -> None:
    environment.ensure("base")
    environment.ensure("base")
    assert installs == ["venv", "base"]


def test_a_higher_level_is_added_and_holds_the_lower_ones(installs: list[str]) -> None:
    for level in ("base", "e2e", "test", "base"):
        environment.ensure(level)
    assert installs == ["venv", "base", "e2e"]


def test_changed_pins_are_installed_from_scratch(installs: list[str]) -> None:
    environment.ensure("test")
    (environment.REQUIREMENTS / "base.txt").write_text("django==5.2.9\n")
    environment.ensure("test")
    assert installs == ["venv", "test", "venv", "test"]


def test_an_interrupted_installation_is_done_again(installs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    environment.ensure("base")
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.ensure("test")
    environment.ensure("base")
    assert installs == ["venv", "base", "venv", "base"]


def interrupted(*args: object, **kwargs: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("text", ["", "0", "65536", "-1", "http", "80 ", "٨٠"])
def test_a_port_that_is_none_ends_the_command_in_one_line(text: str) -> None:
    with pytest.raises(SystemExit, match="PORT must be a number"):
        server.read_port(text)
