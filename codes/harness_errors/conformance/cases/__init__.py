"""A case for each rule of the inspector: the tests of this package, and the heart of conformance.json."""

from . import carried, causes, disclosure, identity, members, reading
from .base import Case

CASES = (
    *reading.CASES,
    *identity.CASES,
    *members.CASES,
    *causes.CASES,
    *disclosure.CASES,
    *carried.CASES,
    *carried.TCP_AP_CASES,
)

__all__ = ["CASES", "Case", "identity"]
