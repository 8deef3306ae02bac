from .change import ReleaseChange
from .immutable import ImmutableError
from .manifest import Manifest, SigningKey, Yank
from .release import Release, ReleaseFile, ReleaseHead

__all__ = [
    "ImmutableError",
    "Manifest",
    "Release",
    "ReleaseChange",
    "ReleaseFile",
    "ReleaseHead",
    "SigningKey",
    "Yank",
]
