from .change import ReleaseChange
from .immutable import ImmutableError
from .release import Release, ReleaseFile, ReleaseHead

__all__ = ["ImmutableError", "Release", "ReleaseChange", "ReleaseFile", "ReleaseHead"]
