"""One look at the whole site, or at as much of it as one run may take."""

import time
from dataclasses import dataclass

from . import manifest as manifests
from . import releases, steps
from .data import Fault
from .documents import Documents
from .keys import Key
from .manifest import Manifest
from .site import Site, Unreachable
from .state import State

# Seconds until all processes of a site answer from the same manifest after a publication.
PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class Seen:
    """`faults`: a sentence each. `state`: what to remember, where there is none. `summary`: the line that says so."""

    faults: tuple[str, ...]
    state: State
    summary: str = ""


def look(site: Site, pinned: tuple[Key, ...], before: State, most: int) -> Seen:
    """Downloads and checks the latest release and up to `most` in all. Raises Unreachable where nothing was found yet.

    Where something is wrong and a new manifest has come meanwhile, looks once more: a publication came between.
    """
    seen, manifest = _once(site, pinned, before, most)
    if seen.faults and _moved_on(site, manifest):
        time.sleep(PAUSE)
        seen, _ = _once(site, pinned, before, most)
    return seen


def _once(site: Site, pinned: tuple[Key, ...], before: State, most: int) -> tuple[Seen, Manifest | None]:
    faults: list[str] = []
    manifest = None
    try:
        manifest = manifests.fetch(site, pinned)
        before.require(manifest)
        faults += [*manifests.faults(manifest), *before.faults(manifest)]
        faults += manifests.latest_faults(site, manifest)
        downloaded = _releases(site, manifest, before, most, faults)
    except Fault as fault:
        faults.append(str(fault))
    except RecursionError:
        faults.append("a document is nested too deep to be looked at")
    except Unreachable as away:
        if not faults:
            raise
        faults.append(f"and then no answer: {away}")
    if faults or manifest is None:
        return Seen(tuple(faults), before), manifest
    return Seen((), before.after(manifest, downloaded), _summary(manifest, len(downloaded))), manifest


def _moved_on(site: Site, manifest: Manifest | None) -> bool:
    """Also where the manifest could not be believed: it and its signature may be of two publications."""
    if manifest is None:
        return True
    try:
        return site.get(manifests.ADDRESS).body != manifest.content
    except (Fault, Unreachable):
        return False


def _releases(site: Site, manifest: Manifest, before: State, most: int, faults: list[str]) -> set[str]:
    """Downloads what this run may take, oldest first; the versions."""
    listed = manifest.releases
    places = before.order([each["version"] for each in listed], most)
    held: tuple[int, Documents | None] = (-1, None)
    for place in places:
        found = releases.examine(site, listed[place], manifest.latest, faults.append)
        if found and place:
            earlier = (
                held[1] if held[0] == place - 1 else releases.documents_alone(site, listed[place - 1], faults.append)
            )
            faults += steps.faults(site, earlier, found) if earlier else ()
        elif found:
            faults += steps.first_faults(found)
        held = place, found
    return {listed[place]["version"] for place in places}


def _summary(manifest: Manifest, downloaded: int) -> str:
    total = len(manifest.releases)
    many = f"{total} release{'s' if total > 1 else ''}"
    what = f"{many}, all as published" if downloaded == total else f"{downloaded} of {many} looked at, as published"
    if manifest.signed_by is None:
        how = "NOT SIGNED, so whoever serves it may have made it up"
    elif manifest.trusted:
        how = f"signed by pinned key {manifest.signed_by.key_id}"
    else:
        how = (
            f"signed by key {manifest.signed_by.key_id} of its own keys.json, which proves less than a key that you "
            "pinned (--key)"
        )
    return f"{what}: latest {manifest.latest['version']}, manifest {manifest.serial}, {how}."
