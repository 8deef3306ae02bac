"""The pins say what is installed, never from where."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("base", "test", "e2e")
PIN = re.compile(r"([a-z0-9-]+==[^\s;]+)( ; [^\\]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
LOCK_FILES = ("uv.lock", "pylock*.toml", "poetry.lock", "Pipfile.lock", "*-lock.json")


def lines(level: str) -> list[str]:
    return (ROOT / "requirements" / f"{level}.txt").read_text().splitlines()


def pins(level: str) -> set[str]:
    return {match[1] for match in map(PIN.fullmatch, lines(level)) if match}


@pytest.mark.parametrize("level", LEVELS)
def test_requirements_are_exact_pins_with_hashes_and_nothing_else(level: str) -> None:
    other = [line for line in lines(level) if not (PIN.fullmatch(line) or HASH.fullmatch(line))]
    assert other == [], "remake the file with: python3 dev.py lock"


def test_a_package_has_the_same_pin_in_every_level() -> None:
    assert set() < pins("base") < pins("test") < pins("e2e")


def test_no_requirements_or_lock_file_names_an_address() -> None:
    command = ["git", "grep", "-lF", "://", "--", "requirements", *LOCK_FILES]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == ""


def test_npm_installs_exact_versions_by_their_hashes() -> None:
    listed = subprocess.run(["git", "ls-files", "*package-lock.json"], cwd=ROOT, capture_output=True, text=True).stdout
    assert listed.split() == ["tests/releases/formats/package-lock.json"]
    wanted = json.loads((ROOT / "tests/releases/formats/package.json").read_text())["devDependencies"]
    packages = json.loads((ROOT / listed.strip()).read_text())["packages"]
    assert packages.pop("")["devDependencies"] == wanted
    assert {name.removeprefix("node_modules/"): each["version"] for name, each in packages.items()} == wanted
    for each in packages.values():
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", each["integrity"])
        assert "resolved" not in each, (
            "remake it with: npm install --package-lock-only --omit-lockfile-registry-resolved"
        )
