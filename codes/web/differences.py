"""The difference of two releases, for pages and programs alike."""

from typing import Any

from codes.releases.current import Current
from codes.releases.diff import Difference, Weight, diff
from codes.releases.read import Version

from .answer import absolute
from .at import documents_of, known
from .problems import Refusal

# Which part of the version a weight moves.
PARTS = {Weight.NONE: None, Weight.PATCH: "patch", Weight.MINOR: "minor", Weight.MAJOR: "major"}


def pair(now: Current, first: str, second: str, address: str) -> tuple[Version, Version]:
    """The two releases, the earlier one first. Raises Refusal for an unknown one, and for the wrong way round.

    `address` is where such a difference stands, with `{}` for the pair of versions.
    """
    before, after = known(now, first), known(now, second)
    if before.number > after.number:
        turned = address.format(f"{after.version}...{before.version}")
        raise Refusal(
            "invalid-parameter",
            f"{before.version} came after {after.version}: ask for {turned}.",
            members={"turned": absolute(turned)},
        )
    return before, after


def between(now: Current, before: Version, after: Version) -> Difference:
    old, new = documents_of(now, before), documents_of(now, after)
    return diff(old[0], new[0], (old[1], new[1]))


def data(before: Version, after: Version, found: Difference) -> dict[str, Any]:
    """The difference as JSON: applied to the first document it gives the second, byte for byte."""
    return {
        "kind": "agent-harness-error-difference",
        "from": {"version": before.version, "sha256": before.sha256},
        "to": {"version": after.version, "sha256": after.sha256},
        "part": PARTS[found.weight],
        "changes": [change.data() for change in found.changes],
    }
