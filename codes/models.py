"""Every model of the app, where Django's discovery looks for them."""

from codes.accounts.models import Account, Role
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
    "Account",
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
    "Role",
    "Signal",
    "SignalCode",
    "SigningKey",
    "Succession",
    "Yank",
]
