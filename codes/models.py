"""Every model of the app, where Django's discovery looks for them."""

from codes.registry.models import (
    Category,
    Code,
    Confusable,
    NonError,
    Reference,
    Signal,
    SignalCode,
    Succession,
)
from codes.releases.models import Release, ReleaseChange, ReleaseFile, ReleaseHead

__all__ = [
    "Category",
    "Code",
    "Confusable",
    "NonError",
    "Reference",
    "Release",
    "ReleaseChange",
    "ReleaseFile",
    "ReleaseHead",
    "Signal",
    "SignalCode",
    "Succession",
]
