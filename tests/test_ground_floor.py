"""codes/harness_errors can be shipped alone: it imports the standard library and, relatively, itself."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "codes" / "harness_errors"


def foreign_imports(path: Path, folder: Path) -> Iterator[str]:
    """Each import in `path` that is neither the standard library's nor a relative one within `folder`."""
    depth = len(path.relative_to(folder).parts)  # more dots than this lead out of the folder
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            if node.level > depth:
                yield "." * node.level + (node.module or "")
            continue
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from (name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)


def test_harness_errors_imports_the_standard_library_alone() -> None:
    files = sorted(FOLDER.rglob("*.py"))
    assert files
    found = {str(path.relative_to(FOLDER)): list(foreign_imports(path, FOLDER)) for path in files}
    assert {path: names for path, names in found.items() if names} == {}


def test_an_import_from_outside_would_be_seen(tmp_path: Path) -> None:
    allowed = "import json\nfrom . import a\n"
    foreign = "from .. import b\nfrom ..c import d\nimport codes, django.db\n"
    (tmp_path / "x.py").write_text(allowed + foreign)
    assert list(foreign_imports(tmp_path / "x.py", tmp_path)) == ["..", "..c", "codes", "django.db"]
