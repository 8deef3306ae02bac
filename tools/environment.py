"""Makes .venv from the hash-pinned requirements, once. Standard library only: nothing is installed yet."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
STAMP = VENV / "installed.txt"
REQUIREMENTS = ROOT / "requirements"
LEVELS = ["base", "test", "e2e"]  # each contains the one before it


def ensure(level: str) -> None:
    """Install `level` unless it, or more, is there; an interrupted or outdated installation is made anew."""
    (ROOT / "var").mkdir(exist_ok=True)
    with (ROOT / "var" / "install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # of two commands started at once, the second waits
        have, made_with = _installed()
        current = made_with == _fingerprint()
        if not current or LEVELS.index(have) < LEVELS.index(level):
            _install(level, fresh=not current)


def _fingerprint() -> str:
    """What an installation depends on: this Python and every pin."""
    digest = hashlib.sha256(sys.version.encode())
    for level in LEVELS:
        digest.update((REQUIREMENTS / f"{level}.txt").read_bytes())
    return digest.hexdigest()


def _installed() -> tuple[str, str]:
    """The level that is completely installed, and the fingerprint it was made with; empty for none."""
    try:
        level, made_with = STAMP.read_text().split()
    except (OSError, ValueError):
        return "", ""
    return level, made_with


def _install(level: str, *, fresh: bool) -> None:
    print(f"Installing requirements/{level}.txt into .venv (once, a minute or less) …", flush=True)
    STAMP.unlink(missing_ok=True)  # comes back last, so that it never vouches for half an installation
    if fresh:
        venv.create(VENV, clear=True, symlinks=True, with_pip=True)
    uv = shutil.which("uv")
    if uv:
        installer: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", PYTHON]
    else:
        installer = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*installer, "--require-hashes", "-r", REQUIREMENTS / f"{level}.txt"], check=True)
    STAMP.write_text(f"{level} {_fingerprint()}\n")
