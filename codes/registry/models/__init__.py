from .category import Category
from .code import Code
from .permanent import PermanentError
from .reference import Reference
from .relations import Confusable, Succession
from .signal import NonError, Signal, SignalCode

__all__ = [
    "Category",
    "Code",
    "Confusable",
    "NonError",
    "PermanentError",
    "Reference",
    "Signal",
    "SignalCode",
    "Succession",
]
