"""What this process has answered since it started, for `/metrics`."""

from collections import Counter
from threading import Lock

_lock = Lock()
_memory = 0
# Failures from 0 on: an alarm on their growth misses the first one, where there is nothing before it.
_django: Counter[str] = Counter({"5xx": 0})
_seconds = 0.0


def from_memory() -> None:
    """One answer was given without asking Django."""
    global _memory  # noqa: PLW0603  a count of the whole process
    with _lock:
        _memory += 1


def by_django(status: str, seconds: float) -> None:
    """Django has given an answer with `status`, such as "404", and taken `seconds` for it."""
    global _seconds  # noqa: PLW0603  likewise
    with _lock:
        _django[f"{status[:1]}xx"] += 1
        _seconds += seconds


def told() -> tuple[int, dict[str, int], float]:
    """Answers from memory; those of Django by "2xx", "4xx" and so on; the seconds it took for all of them."""
    with _lock:
        return _memory, dict(_django), _seconds
