"""The inspector: is this harness error object right, what counts of it, and what is to be done."""

from .actions import Action
from .effective import SOURCES, Effective
from .finding import LEVELS, Finding, Rule
from .report import Cause, Reading, Report
from .rules import RULES
from .run import inspect

__all__ = [
    "LEVELS", "RULES", "SOURCES", "Action", "Cause", "Effective", "Finding", "Reading", "Report", "Rule",
    "inspect",
]  # fmt: skip
