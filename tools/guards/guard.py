"""What a guard is to `python -m tools.guards`."""

from typing import NamedTuple


class Guard(NamedTuple):
    """`before` stands once in `file`, a path from the root, and `after` is the same without the guard.

    `tests` are what should notice, one run after the other: each is words for pytest.
    """

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
