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
from codes.releases.models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, SigningKey, Yank

__all__ = [
    "Category",
    "Code",
    "Confusable",
    "Manifest",
    "NonError",
    "Reference",
    "Release",
    "ReleaseChange",
    "ReleaseFile",
    "ReleaseHead",
    "Signal",
    "SignalCode",
    "SigningKey",
    "Succession",
    "Yank",
]
