"""Cases and vectors that hold this package, and clients in other languages, to what the documents say."""

from .document import conformance
from .functions import FUNCTIONS

__all__ = ["FUNCTIONS", "conformance"]
