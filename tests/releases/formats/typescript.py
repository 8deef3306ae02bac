"""The TypeScript compiler, installed once for each lock file into `var/`, which git ignores."""

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

HERE = Path(__file__).parent
INSTALL = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
# As strict as it gets, so that it compiles in whatever project it is copied to.
STRICT = (
    "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noUncheckedIndexedAccess",
    "--exactOptionalPropertyTypes", "--isolatedModules", "--isolatedDeclarations", "--declaration",
    "--verbatimModuleSyntax", "--erasableSyntaxOnly", "--forceConsistentCasingInFileNames",
    "--target", "es2022", "--lib", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--skipLibCheck",
)  # fmt: skip
# What the compiler itself makes of the comment above each constant: the text and the tags.
COMMENTS = """
import ts from %s;
import { readFileSync } from "node:fs";
const file = ts.createSourceFile("x.ts", readFileSync("harness_error_codes.ts", "utf8"), ts.ScriptTarget.ES2022, true);
const found = {};
for (const statement of file.statements) {
  if (!ts.isVariableStatement(statement)) continue;
  const [{ name }] = statement.declarationList.declarations;
  const comments = (statement.jsDoc ?? []).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  const tags = ts.getJSDocTags(statement.declarationList.declarations[0]);
  found[name.text] = [comments, tags.map(({ tagName }) => tagName.text)];
}
console.log(JSON.stringify(found));
"""


@dataclass(frozen=True)
class Compiler:
    """`folder` has the package in its node_modules."""

    folder: Path

    def check(self, work: Path, **sources: str) -> subprocess.CompletedProcess[str]:
        """The compiler's verdict on `sources` (module -> text), in its output; JavaScript comes into `work`."""
        (work / "package.json").write_text('{"type": "module"}')
        for name, text in sources.items():
            (work / f"{name}.ts").write_text(text)
        files = [f"{name}.ts" for name in sources]
        return _run(["node", self.folder / "node_modules/typescript/bin/tsc", *STRICT, "--noEmitOnError", *files], work)

    def run(self, work: Path, script: str) -> Any:
        """What `script` prints as JSON, run in `work`."""
        done = _run(["node", "--input-type=module", "--eval", script], work)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def comments(self, work: Path) -> dict[str, tuple[list[str], list[str]]]:
        """Constant -> the comments above it and the tags in them, of the module in `work`."""
        library = (self.folder / "node_modules/typescript/lib/typescript.js").as_uri()
        found: dict[str, tuple[list[str], list[str]]] = self.run(work, COMMENTS % json.dumps(library))
        return found


def install() -> Compiler:
    """The pinned compiler. Without npm, or where it cannot install: failure in CI, skip on a person's machine."""
    lock = HERE / "package-lock.json"
    folder = Path(settings.ROOT) / "var" / f"typescript-{sha256(lock.read_bytes()).hexdigest()[:12]}"
    if not shutil.which("npm"):
        _give_up("no npm on this machine: install Node.js to check harness_error_codes.ts")
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        # Beside it and then renamed, so that a run that was cut short leaves nothing that looks whole.
        with tempfile.TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as parent:
            made = Path(parent) / "made"
            made.mkdir()
            for name in ("package.json", lock.name):
                shutil.copy(HERE / name, made)
            done = _run(list(INSTALL), made)
            if done.returncode:
                _give_up(f"npm could not install TypeScript: {done.stderr.strip()[-500:]}")
            if not folder.exists():
                made.rename(folder)
    return Compiler(folder)


def _give_up(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _run(command: list[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
