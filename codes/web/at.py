"""`?release=<version>`: the same page as it was at an older version."""

from dataclasses import replace

from django.http import HttpRequest

from codes.harness_errors.document import Registry, Signals
from codes.releases.current import Current, current
from codes.releases.read import Version, documents

from .once import once
from .problems import Refusal

# How many releases are named to whoever asks for one that does not exist.
_NAMED = 20


def asked(request: HttpRequest) -> Current:
    """The release that `request` asks for, the latest where it asks for none. Raises Refusal."""
    version = once(request, "release")
    return at_version(version) if version else current()


def at_version(version: str) -> Current:
    """Release `version` in the place of the latest. Raises Refusal when there is no such release."""
    now = current(version)
    release = known(now, version)
    registry, signals = documents_of(now, release)
    return replace(now, release=release, registry=registry, signals=signals, files={})


def known(now: Current, version: str) -> Version:
    """Raises Refusal when there is no such release."""
    found = now.find(version)
    if found is None:
        raise unknown(now, f"There is no release {version}.")
    return found


def unknown(now: Current, detail: str) -> Refusal:
    newest = now.history[: -_NAMED - 1 : -1]
    return Refusal(
        "unknown-release",
        detail,
        members={"releases": [each.version for each in newest]},
        template="releases/unknown.html",
        context={"history": newest, "count": len(now.history), "release": now.latest, "registry": now.registry},
    )


def documents_of(now: Current, release: Version) -> tuple[Registry, Signals]:
    """From memory for the release that is held, else read once and remembered for a while."""
    if release.sha256 == now.release.sha256:
        return now.registry, now.signals
    return documents(release.version, release.sha256)


def query(now: Current) -> str:
    """What links from a page of an older release carry on: empty for the latest."""
    return "" if now.release == now.latest else f"?release={now.release.version}"
