"""Routing as data: the table that follows from a registry, its Switchboard form, and a checker for your own."""

from .check import RULES, Checked, Fault, check
from .switchboard import Row, TableError, read, rows, to_csv
from .table import Route, Routing, routing
from .vocabulary import ACTIONS, CONDITIONS

__all__ = [
    "ACTIONS", "CONDITIONS", "RULES", "Checked", "Fault", "Route", "Routing", "Row", "TableError", "check", "read",
    "routing", "rows", "to_csv",
]  # fmt: skip
