"""What this process has answered since it started, for `/metrics`."""

from collections import Counter
from threading import Lock

_lock = Lock()
_answers: Counter[tuple[str, str]] = Counter()
_seconds = [0.0]


def count(by: str, status: str, seconds: float) -> None:
    """One answer with `status`, such as "404", given by "memory" or "django"; `seconds` that Django took for it."""
    with _lock:
        _answers[by, f"{status[:1]}xx"] += 1
        _seconds[0] += seconds


def answers() -> dict[tuple[str, str], int]:
    """By (who gave it, "2xx")."""
    with _lock:
        return dict(_answers)


def seconds() -> float:
    """That Django has taken for all of its answers together."""
    return _seconds[0]
