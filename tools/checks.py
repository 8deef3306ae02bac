"""`dev.py check` and `dev.py fix`. Every step runs, and all that failed are reported, not only the first."""

import os
import secrets
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.environment import BIN, PYTHON, ROOT, ensure

# Neither the person's database nor their settings decide whether the code is right.
DEVELOPMENT = {
    "DEBUG": "1",
    "DATABASE_URL": "sqlite://:memory:",
    "DJANGO_SETTINGS_MODULE": "registry_site.settings",
}
PRODUCTION = DEVELOPMENT | {
    "DEBUG": "0",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "ALLOWED_HOSTS": "agenterrors.org",
    "TRUST_PROXY": "1",
}
STEPS: dict[str, list[str | Path]] = {
    "lint": [BIN / "ruff", "check", "--quiet", "--output-format=concise", "."],
    "format": [BIN / "ruff", "format", "--check", "--quiet", "--diff", "."],
    "types": [BIN / "mypy"],
    "imports": [BIN / "lint-imports", "--no-cache"],
    "templates, lint": [BIN / "djlint", "--lint", "--quiet", "templates"],
    "templates, compile": [PYTHON, "-m", "tools.compile_templates"],
    "static files": [PYTHON, "-m", "tools.collect_static"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "openapi": [PYTHON, "-m", "tools.openapi", "--check"],
    "workflow": [PYTHON, "-m", "tools.workflow", "--check"],
    "deployment": [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
}
AS_IN_PRODUCTION = ("static files", "deployment")


def check() -> int:
    """Run every step, two at a time, and print each one's output only when it failed; 1 when any did."""
    ensure("e2e")  # the browser tests are type-checked, too
    failed = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for name, result in zip(STEPS, pool.map(run_step, STEPS), strict=True):
            print(f"{name:20}{'FAILED' if result.returncode else 'ok'}", flush=True)
            if result.returncode:
                failed.append(name)
                print(result.stdout, flush=True)
    print(f"\ncheck: FAILED in {'; '.join(failed)}" if failed else "\ncheck: all ok")
    return int(bool(failed))


def run_step(name: str) -> subprocess.CompletedProcess[str]:
    """One step, its two outputs together."""
    environment = os.environ | (PRODUCTION if name in AS_IN_PRODUCTION else DEVELOPMENT)
    return subprocess.run(
        STEPS[name], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def fix() -> int:
    """Let ruff mend and format the Python, and make the OpenAPI document and docs/workflow.md again.

    Templates are left alone: djlint moves white space that shows.
    """
    ensure("test")
    ruff = BIN / "ruff"
    lint = subprocess.run([ruff, "check", "--fix", "."], cwd=ROOT).returncode
    layout = subprocess.run([ruff, "format", "."], cwd=ROOT).returncode
    made = [
        subprocess.run([PYTHON, "-m", tool], cwd=ROOT, env=os.environ | DEVELOPMENT).returncode
        for tool in ("tools.openapi", "tools.workflow")
    ]
    return lint or layout or max(made)
