"""What it costs to inspect an error object, beside what Python takes to parse the same text as JSON."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codes.harness_errors.document import Registry
from codes.harness_errors.inspect import inspect
from codes.harness_errors.problem_type import TYPE_URI

from . import site
from .servers import get, granian
from .speed import FILE

# Of so many tries of each, in turns, the quickest counts: a busy machine slows now the one and now the other.
TIMES = 400
_CAUSE = {
    "type": TYPE_URI,
    "code": "output.schema_violation",
    "detail": "The answer has no member 'date', which the schema requires.",
    "origin": "model",
    "retryable": False,
    "model_recoverable": True,
    "model_feedback": "Send the member 'date' as well, such as 2026-11-04.",
    "location": {"pointer": "/arguments/date"},
}
OBJECT: dict[str, Any] = {
    "type": TYPE_URI,
    "code": "output.retries_exhausted",
    "title": "Output Retries Exhausted",
    "status": 422,
    "attempts": 5,
    "max_attempts": 5,
    "causes": [_CAUSE] * 5,
}


@dataclass(frozen=True)
class Cost:
    """Microseconds of one thread, for an object of so many bytes."""

    size: int
    loads: float
    data: float
    text: float


def measure(folder: Path, server: str) -> Cost:
    environment = site.database(server, "inspection")
    for command in ("migrate", "load_registry", "publish_initial"):
        site.manage(environment, command)
    with granian(folder, environment) as running:
        registry = Registry.from_bytes(get(running.port, FILE)[2])
    text = json.dumps(OBJECT)
    calls: dict[str, Callable[[], Any]] = {
        "loads": lambda: json.loads(text),
        "data": lambda: inspect(OBJECT, registry),
        "text": lambda: inspect(text, registry),
    }
    return Cost(len(text), **quickest(calls))


def quickest(calls: dict[str, Callable[[], Any]]) -> dict[str, float]:
    times: dict[str, list[int]] = {name: [] for name in calls}
    for _ in range(TIMES):
        for name, call in calls.items():
            started = time.thread_time_ns()
            call()
            times[name].append(time.thread_time_ns() - started)
    return {name: min(each) / 1000 for name, each in times.items()}


def table(cost: Cost) -> str:
    rows = (("json.loads", cost.loads), ("inspected, as data", cost.data), ("inspected, as text", cost.text))
    return "\n".join(
        [
            f"| an object of {cost.size:,} bytes | µs | of `json.loads` |",
            "|---|--:|--:|",
            *(f"| {name} | {each:,.0f} | {each / cost.loads:.1f} |" for name, each in rows),
        ]
    )
