from .category import Category
from .code import Code
from .reference import Reference
from .relations import Confusable, Succession
from .signal import NonError, Signal, SignalCode

__all__ = ["Category", "Code", "Confusable", "NonError", "Reference", "Signal", "SignalCode", "Succession"]
