"""Every address that there is a pattern for, with values that something is found by where there can be."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from codes.urls import urlpatterns

# What stands in the place of a name in a pattern.
EXAMPLES = {
    "answers": "failed.tool",
    "code": "tool.timeout",
    "digest": "0" * 128,
    "first": "1.0.0",
    "kind": "new_code",
    "name": "registry.json",
    "number": "1",
    "pk": "1",
    "public_id": "0" * 32,
    "role": "expert",
    "second": "1.0.0",
    "step": "meaning",
    "version": "1.0.0",
    "versions": "1.0.0...1.0.0",
}
# A name that means something else in a pattern that begins like this.
_ELSEWHERE = {
    "codes/": {"asked": "tool.timeout"},
    "categories/": {"asked": "tool"},
    "problems/": {"asked": "not-found"},
    "v1/categories/": {"name": "tool"},
    "": {"name": "vote"},
}
_IN_ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")
_IN_REGEX = re.compile(r"\(\?P<(\w+)>[^)]*\)")


def every(patterns: Sequence[Any] = urlpatterns, before: str = "/") -> Iterator[str]:
    """One address for each pattern, in the order of the table of contents; without the last, which takes anything."""
    for pattern in patterns:
        here = before + _written(str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            yield from every(pattern.url_patterns, here)
        elif pattern.name != "unrouted":
            yield here


def _written(pattern: str) -> str:
    prefix = re.split(r"[<(]", pattern)[0]
    examples = {**EXAMPLES, **_ELSEWHERE.get(prefix, {})}
    if pattern.startswith("^"):
        pattern = _IN_REGEX.sub(lambda found: examples[found[1]], pattern.strip("^$")).replace("\\", "")
    return _IN_ROUTE.sub(lambda found: examples[found[1]], pattern)
