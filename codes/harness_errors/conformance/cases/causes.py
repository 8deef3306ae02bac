"""`causes` (draft section 4.12)."""

from typing import Any

from .base import Case, clean

_EXHAUSTED = clean("output.retries_exhausted", "Output Retries Exhausted")


def _malformed(turn: int, run: str = "r") -> dict[str, Any]:
    return clean("output.malformed", "Malformed Output", location={"run_id": run, "turn": turn})


def _nested(depth: int) -> dict[str, Any]:
    found = clean()
    for _ in range(depth):
        found = clean(causes=[found])
    return found


CASES = (
    Case(
        "causes.order",
        "/causes/1",
        {**_EXHAUSTED, "causes": [_malformed(3), _malformed(4)]},
        {**_EXHAUSTED, "causes": [_malformed(4), _malformed(3), _malformed(9, "other")]},
    ),
    Case(
        "causes.unrelated",
        "/causes/0",
        {**_EXHAUSTED, "causes": [clean()]},
        {**_EXHAUSTED, "causes": [_malformed(1), {"type": "about:blank", "title": "Bad Gateway"}]},
    ),
    Case("causes.too_deep", "/causes/0" * 16 + "/causes", _nested(17), _nested(16)),
    Case("causes.too_many", "/causes/100", clean(causes=[clean()] * 101), clean(causes=[clean()] * 100)),
)
