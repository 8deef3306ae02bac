"""Finding the harness error object in whatever carries it (draft sections 6 to 8)."""

from .data import find
from .found import CARRIERS, Found, Head, is_harness_error
from .text import read

__all__ = ["CARRIERS", "Found", "Head", "find", "is_harness_error", "read"]
