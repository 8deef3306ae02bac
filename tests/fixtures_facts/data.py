"""The files of `fixtures/` as tests see them: without Django, and without the loader lest it hide a fault."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
# What the fixtures were written from is not in the repository; whoever has it keeps it beside the checkout.
REFERENCE = ROOT.parent / "shared" / "reference"

FILES = tuple(sorted(FIXTURES.rglob("*.toml")))
CATEGORY_NAMES = ("output", "loop", "context", "tool", "policy", "upstream", "harness")
SIGNAL_FILES = ("protocol", "model_api", "framework", "telemetry", "taxonomy")


def read(name: str) -> dict[str, Any]:
    """The content of `fixtures/<name>.toml`."""
    return tomllib.loads((FIXTURES / f"{name}.toml").read_text(encoding="utf-8"))


REGISTRY = read("registry")
CATEGORIES: list[dict[str, Any]] = read("categories")["category"]
CODES: dict[str, dict[str, Any]] = {
    code["code"]: code for category in CATEGORY_NAMES for code in read(f"codes/{category}")["code"]
}
CROSSWALK: dict[str, list[dict[str, Any]]] = {name: read(f"signals/{name}")["signal"] for name in SIGNAL_FILES}
DRAFT_SIGNALS: list[dict[str, Any]] = read("signals/draft")["signal"]
SIGNALS = [row for rows in CROSSWALK.values() for row in rows] + DRAFT_SIGNALS
NON_ERRORS: list[dict[str, Any]] = read("signals/non_errors")["non_error"]


def category_of(code: str) -> str:
    return code.partition(".")[0]
