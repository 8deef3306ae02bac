"""Small tests of what a receiver knows, and how they combine. A test that nobody can decide is not a failed one."""

import re
from collections.abc import Callable
from enum import IntEnum

from .received import Received


class Verdict(IntEnum):
    """Whether a condition holds. `LIKELY` is for the ordinary case, which nothing contradicts."""

    NO = 0
    UNKNOWN = 1
    LIKELY = 2
    YES = 3


Test = Callable[[Received], Verdict]


def always(received: Received) -> Verdict:
    return Verdict.YES


def says(pattern: str) -> Test:
    """The message is matched by `pattern`, in any case."""
    compiled = re.compile(pattern, re.IGNORECASE)

    def test(received: Received) -> Verdict:
        if received.message is None:
            return Verdict.UNKNOWN
        return Verdict.YES if compiled.search(received.message) else Verdict.NO

    return test


def fact(name: str, *values: object) -> Test:
    """The fact `name` is one of `values`."""

    def test(received: Received) -> Verdict:
        if name not in received.facts:
            return Verdict.UNKNOWN
        return Verdict.YES if received.facts[name] in values else Verdict.NO

    return test


def status(value: int) -> Test:
    def test(received: Received) -> Verdict:
        if received.status is None:
            return Verdict.UNKNOWN
        return Verdict.YES if received.status == value else Verdict.NO

    return test


def version_up_to(last: str) -> Test:
    """Versions that are dates compare as text."""

    def test(received: Received) -> Verdict:
        if received.version is None:
            return Verdict.UNKNOWN
        return Verdict.YES if received.version <= last else Verdict.NO

    return test


def all_of(*tests: Test) -> Test:
    return lambda received: min(test(received) for test in tests)


def any_of(*tests: Test) -> Test:
    return lambda received: max(test(received) for test in tests)


def unless(test: Test) -> Test:
    """The opposite of `test`, and likely while nothing is known: for conditions that say "in every other case"."""
    opposite = {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}
    return lambda received: opposite.get(test(received), Verdict.LIKELY)


def only_if(test: Test) -> Test:
    """Like `test`, but no while nothing is known: for what is no error in the ordinary case."""
    return lambda received: Verdict.YES if test(received) is Verdict.YES else Verdict.NO


def likely(test: Test) -> Test:
    """Like `test`, and likely while nothing is known."""
    return lambda received: Verdict.LIKELY if test(received) is Verdict.UNKNOWN else test(received)
