"""What changed from one release to another: found, weighed, and applied again."""

from .changes import Change, Difference, next_version
from .classes import Weight
from .compute import ImpossibleDifference, diff
from .patch import apply

__all__ = ["Change", "Difference", "ImpossibleDifference", "Weight", "apply", "diff", "next_version"]
