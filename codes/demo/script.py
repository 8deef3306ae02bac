"""`fixtures/demo/proposals.toml`: what is asked for, and what happens to it, one step a line."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codes.registry.models import Code, Signal
from codes.review.kinds import change_signals
from codes.review.kinds.names import CHANGE_CODE, CHANGE_SIGNALS, DEPRECATE_CODE, REINSTATE_CODE


@dataclass(frozen=True, slots=True)
class Part:
    """One proposal. `steps` are words of `play.STEPS`, most with who makes them before; `texts` is what is said.

    `days_ago` is when it began, for those that are over because of time.
    """

    kind: str
    steps: tuple[str, ...]
    content: dict[str, Any]
    texts: dict[str, str] = field(default_factory=dict)
    days_ago: int = 0


def read(path: Path) -> list[Part]:
    """The parts in the order in which they are played. Raises KeyError and TypeError for what is no script."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["proposal"]
    return [Part(**{**row, "steps": tuple(row["steps"])}) for row in rows]


def content(part: Part) -> dict[str, Any]:
    """The content, with the entry that it is written against as it is now."""
    found = dict(part.content)
    if part.kind in (CHANGE_CODE, DEPRECATE_CODE, REINSTATE_CODE):
        found["base"] = Code.objects.get(pk=found["code"]).updated_version
    elif part.kind == CHANGE_SIGNALS:
        present = change_signals.present(found)
        now = {name: value for name, value in present.items() if value not in ("", {})}
        found = {**now, **found, "base": change_signals.digest(Signal.objects.get(pk=found["identifier"]))}
    return found
