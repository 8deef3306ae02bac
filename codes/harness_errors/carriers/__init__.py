"""Finding the harness error object in whatever carries it (draft sections 6 to 8)."""

from .data import elsewhere
from .found import CARRIERS, Found, Head, is_harness_error
from .text import read, read_data

__all__ = ["CARRIERS", "Found", "Head", "elsewhere", "is_harness_error", "read", "read_data"]
