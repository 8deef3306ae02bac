from .immutable import ImmutableError
from .release import Release, ReleaseFile, ReleaseHead

__all__ = ["ImmutableError", "Release", "ReleaseFile", "ReleaseHead"]
