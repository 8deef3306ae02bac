"""It needs nothing of the project."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tools import monitor

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_it_imports_the_standard_library_and_cryptography_alone():
    for path in Path(monitor.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            tops = {name.split(".")[0] for name in names}
            assert tops <= sys.stdlib_module_names | {"cryptography"}, path
            assert getattr(node, "level", 0) <= 1, path


def test_it_runs_from_anywhere(site, tmp_path):
    """A copy of the folder, another directory, no Django settings: the command line of the documentation."""
    folder = tmp_path / "monitor"
    folder.mkdir()
    for path in Path(monitor.__file__).parent.glob("*.py"):
        (folder / path.name).write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "monitor", site.url]
    found = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, env={"no_proxy": "*"})
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("4 releases, all as published: ")
