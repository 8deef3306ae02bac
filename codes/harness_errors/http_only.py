"""Where a client that routes on HTTP status alone goes wrong: computed from the registry, never from prose.

HTTP status is no routing key for harness errors. Two habits are common, and each contradicts *retryable* on some codes.
"""

from .document import Registry
from .entries import CodeEntry

RETRIED_STATUSES = frozenset({429, 502, 503, 504})


def retries_by_class(status: int) -> bool:
    """The habit "retry 5xx, never 4xx"."""
    return status >= 500


def retries_by_list(status: int) -> bool:
    """The habit "retry 429, 502, 503 and 504"."""
    return status in RETRIED_STATUSES


def misread_by_class(entry: CodeEntry) -> bool:
    return retries_by_class(entry.informative.http_status) != entry.default_retryable


def misread_by_list(entry: CodeEntry) -> bool:
    return retries_by_list(entry.informative.http_status) != entry.default_retryable


def misread(registry: Registry) -> dict[str, tuple[str, ...]]:
    """The codes that each habit gets wrong, by the habit's name, in the registry's order."""
    return {
        "by_class": tuple(entry.code for entry in registry.codes if misread_by_class(entry)),
        "by_list": tuple(entry.code for entry in registry.codes if misread_by_list(entry)),
    }
