"""harness_error_codes.py as linters and type checkers see it: nobody has to exempt it from their rules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from codes.releases.formats.python import python_module

from . import hostile

pytestmark = pytest.mark.django_db

BIN = Path(sys.executable).parent
# The widest line that ruff can be told to allow: a title may be long, and a string stays on one line.
WIDE = "--line-length=320"
LINTERS = {
    "check": ["ruff", "check", "--isolated", "--extend-select=B,C4,I,PIE,RUF,S,UP", WIDE],
    "format": ["ruff", "format", "--isolated", "--check", "--diff", WIDE],
    "types": ["mypy", "--strict", "--config-file=", f"--cache-dir={os.devnull}"],
}
OURS = {
    "check": ["ruff", "check", f"--config={settings.ROOT / 'pyproject.toml'}"],
    "format": ["ruff", "format", f"--config={settings.ROOT / 'pyproject.toml'}", "--check", "--diff"],
}


def says(linter: list[str], content: bytes, folder: Path) -> tuple[int, str]:
    (folder / "harness_error_codes.py").write_bytes(content)
    command = [str(BIN / linter[0]), *linter[1:], "harness_error_codes.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout


@pytest.mark.parametrize("linter", LINTERS)
def test_linters_have_nothing_to_say(linter, document, render, tmp_path):
    code, output = says(LINTERS[linter], render("harness_error_codes.py", document), tmp_path)
    assert code == 0, output


@pytest.mark.parametrize("linter", OURS)
def test_it_keeps_our_own_rules(linter, registry, tmp_path):
    code, output = says(OURS[linter], python_module(hostile.deprecated(registry)), tmp_path)
    assert code == 0, output
