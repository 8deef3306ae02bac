"""What was seen in earlier runs, so that a site cannot take back what it has published."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import data
from .data import DIGEST, TIME, VERSION, Fault
from .manifest import ADDRESS, YANKED, Manifest

KIND = "agent-harness-error-monitor-state"
SHAPE = {
    "kind": str,
    "format_version": str,
    "run": int,
    "serial": int,
    "manifest_sha256": DIGEST,
    "keys": [{"key_id": str, "public_key": str, "first_serial": int}],
    "releases": [
        {
            "version": VERSION,
            "published": TIME,
            "sha256": DIGEST,
            "sums_sha256": (DIGEST,),
            "yanked": (YANKED,),
            "run": int,
        }
    ],
}
# Of a release in the manifest, what never changes.
FIXED = ("published", "sha256", "sums_sha256")


class UnusableState(ValueError):
    """There is a file and it is no state of this monitor."""


@dataclass(frozen=True, slots=True)
class State:
    """`run` counts runs that found nothing wrong; a release has the number of the last run that downloaded it whole."""

    run: int = 0
    serial: int = 0
    manifest_sha256: str = ""
    keys: tuple[dict[str, Any], ...] = ()
    releases: tuple[dict[str, Any], ...] = ()

    def require(self, manifest: Manifest) -> None:
        """Raises Fault where the manifest is older than the one seen last, or another one of the same serial."""
        if manifest.serial < self.serial:
            raise Fault(
                f"{ADDRESS}: rolled back: serial {manifest.serial} is served again after {self.serial} has been seen"
            )
        if manifest.serial == self.serial and data.sha256(manifest.content) != self.manifest_sha256:
            raise Fault(f"{ADDRESS}: another manifest with serial {self.serial} has been seen")

    def faults(self, manifest: Manifest) -> Iterator[str]:
        """What was published before and is not, or is something else, now."""
        now = {each["version"]: each for each in manifest.releases}
        for seen in self.releases:
            version, found = seen["version"], now.get(seen["version"])
            if found is None:
                yield f"{ADDRESS}: release {version} was published and is gone"
                continue
            for name in FIXED:
                if found[name] != seen[name]:
                    yield f"{ADDRESS}: {name} of release {version} was {seen[name]} and is {found[name]}"
            if seen["yanked"] and found["yanked"] != seen["yanked"]:
                yield f"{ADDRESS}: release {version} was yanked, and the manifest no longer says so, or otherwise"
        known = _keys(manifest)
        for key in self.keys:
            if key not in known:
                yield f"/releases/keys.json: key {key['key_id']} was published and is gone, or has changed"

    def order(self, versions: list[str], most: int) -> list[int]:
        """The places in `versions` (oldest first) of those to download: the latest, then what waits the longest."""
        runs = {each["version"]: each["run"] for each in self.releases}
        waiting = sorted(range(len(versions) - 1), key=lambda place: (runs.get(versions[place], 0), -place))
        return sorted([*waiting[: most - 1], len(versions) - 1])

    def after(self, manifest: Manifest, downloaded: set[str]) -> "State":
        """What to remember after a run without a fault."""
        runs = {each["version"]: each["run"] for each in self.releases} | dict.fromkeys(downloaded, self.run + 1)
        releases = [
            {"version": each["version"], "yanked": each["yanked"], "run": runs.get(each["version"], 0)}
            | {name: each[name] for name in FIXED}
            for each in manifest.releases
        ]
        return State(self.run + 1, manifest.serial, data.sha256(manifest.content), tuple(_keys(manifest)),
                     tuple(releases))  # fmt: skip


def load(path: Path | None) -> State:
    """Nothing seen yet where there is no file. Raises UnusableState."""
    try:
        content = path.read_bytes() if path and path.exists() else None
        if content is None:
            return State()
        found = data.read(content, str(path), KIND, SHAPE)
    except (OSError, Fault) as error:
        raise UnusableState(f"{error} (move the file away to begin anew)") from None
    return State(found["run"], found["serial"], found["manifest_sha256"], tuple(found["keys"]),
                 tuple(found["releases"]))  # fmt: skip


def save(state: State, path: Path) -> None:
    """All of it or nothing: a crash leaves the state of before. Raises OSError."""
    content = data.canonical({
        "kind": KIND,
        "format_version": "1.0",
        "run": state.run,
        "serial": state.serial,
        "manifest_sha256": state.manifest_sha256,
        "keys": list(state.keys),
        "releases": list(state.releases),
    })  # fmt: skip
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _keys(manifest: Manifest) -> list[dict[str, Any]]:
    return [
        {"key_id": key.key_id, "public_key": key.public.hex(), "first_serial": key.first_serial}
        for key in manifest.published_keys
    ]
