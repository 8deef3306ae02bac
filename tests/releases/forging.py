"""How somebody who reaches the database changes what is published, past every guard above it."""

import json

from codes.harness_errors import canonical
from codes.releases.models import Manifest, Release, ReleaseFile
from tests.support.served import flipped, rows


def file(version, name):
    return rows(ReleaseFile).filter(release__version=version, name=name)


def flip(version, name):
    """Another letter, with the size and the digest of before."""
    file(version, name).update(content=flipped(bytes(file(version, name).get().content)))


def rewrite(version, name, content):
    """A file changed with digest and size to match, as a careful forger would."""
    file(version, name).update(content=content, size=len(content), sha256=canonical.sha256(content))


def edit(version, act, dumps=canonical.dumps):
    data = json.loads(file(version, "registry.json").get().content)
    act(data)
    content = dumps(data)
    rewrite(version, "registry.json", content)
    release(version).update(sha256=canonical.sha256(content))


def edit_signals(version, act, dumps=canonical.dumps):
    data = json.loads(file(version, "signals.json").get().content)
    act(data)
    rewrite(version, "signals.json", dumps(data))


def code(data, name="tool.timeout"):
    return next(entry for entry in data["codes"] if entry["code"] == name)


def release(version):
    return rows(Release).filter(version=version)


def manifest(serial):
    return rows(Manifest).filter(serial=serial)
