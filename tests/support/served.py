"""A signed history in the test database, served by a real server, and what a forger does to it behind the guards.

Each test gets it anew, so it may do to it what it likes.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from codes.harness_errors import canonical
from codes.releases import current, manifest, read
from codes.releases.formats.sums import sums
from codes.releases.locks import locked_head
from codes.releases.models import Manifest, Release, ReleaseFile, ReleaseHead
from codes.releases.yank import yank
from tests.conftest import fill
from tests.support.history import change, deprecate, publish_next, register
from tests.support.kept import Kept

# 1.0.0 is published before there is a key; then a code more, a deprecation, another default, and a yank.
VERSIONS = ["1.0.0", "1.1.0", "1.2.0", "2.0.0"]
SERIAL = 5
REUSED = "tool.timeout"  # deprecated in 1.2.0


_KEY = Ed25519PrivateKey.generate()


def rows(model: type[Model]) -> QuerySet:
    """The table without its guards, as whoever reaches the database sees it."""
    return QuerySet(model)


def private_pem(key: Ed25519PrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


class Served:
    """The running site: `url`, `key` that signs its manifests, `pinned` and `other`, files with public keys."""

    def __init__(self, url: str, key: Ed25519PrivateKey, folder: Path):
        self.url, self.key = url, key
        self.pinned = self.write_key(folder / "pinned.pem", key)
        self.other = self.write_key(folder / "other.pem", Ed25519PrivateKey.generate())

    @staticmethod
    def write_key(path: Path, key: Ed25519PrivateKey) -> Path:
        path.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        return path

    def fresh(self) -> None:
        """The server remembers nothing, as after a restart."""
        current.forget()
        read.documents.cache_clear()

    # What a forger does without the key.

    def file(self, version: str, name: str) -> ReleaseFile:
        found: ReleaseFile = ReleaseFile.objects.get(release__version=version, name=name)
        return found

    def overwrite(self, version: str, name: str, content: bytes) -> None:
        """Another file, with digest and size to match: what is served is in order as HTTP."""
        found = rows(ReleaseFile).filter(release__version=version, name=name)
        found.update(content=content, size=len(content), sha256=canonical.sha256(content))
        self.fresh()

    def flip(self, version: str, name: str) -> None:
        """One bit, in a letter of a sentence, so that whoever parses the file notices nothing."""
        self.overwrite(version, name, flipped(bytes(self.file(version, name).content)))

    # What one can do who has the key.

    def reissue(self, edit: Callable[[dict[str, Any]], object], key: Ed25519PrivateKey | None = None) -> None:
        """The latest manifest again with the next serial, after `edit`, signed."""
        last = Manifest.objects.order_by("-serial")[0]
        data = json.loads(bytes(last.content))
        data["serial"] += 1
        edit(data)
        content = canonical.dumps(data)
        rows(Manifest).create(
            serial=last.serial + 1,
            issued=last.issued,
            content=content,
            sha256=canonical.sha256(content),
            signature=(key or self.key).sign(content),
            key_id=last.key_id,
        )
        rows(ReleaseHead).update(serial=last.serial + 1)
        self.fresh()

    def edit(self, version: str, act: Callable[[dict[str, Any]], object], name: str = "registry.json") -> None:
        """A document changed, with every digest in the release and a manifest that the key signs."""
        data = json.loads(bytes(self.file(version, name).content))
        act(data)
        self.overwrite(version, name, canonical.dumps(data))
        files = {each.name: bytes(each.content) for each in ReleaseFile.objects.filter(release__version=version)}
        self.overwrite(version, "SHA256SUMS", sums({n: c for n, c in files.items() if n != "SHA256SUMS"}))
        digest = canonical.sha256(files["registry.json"])
        rows(Release).filter(version=version).update(sha256=digest)
        self.issue()

    def issue(self) -> None:
        """A manifest of what is stored now."""
        with transaction.atomic():
            manifest.issue(locked_head(), issued=timezone.now())
        self.fresh()


def flipped(content: bytes) -> bytes:
    """`content` with one letter replaced by its neighbour, in a sentence for people where there is one."""
    start = max(content.find(mark) for mark in (b'"description": "', b'"note": "')) + 1 or len(content) // 2
    place = next(at for at in range(start + 20, len(content)) if content[at : at + 2].isalpha())
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def code(data: dict[str, Any], name: str = REUSED) -> dict[str, Any]:
    """The entry `name` of a registry document."""
    return next(entry for entry in data["codes"] if entry["code"] == name)


@pytest.fixture
def site(live_server: LiveServer, transactional_db: None, settings: Any, tmp_path: Path) -> Served:
    """The history, served: four releases of which the second is yanked."""
    settings.SIGNING_KEY = private_pem(_KEY)
    _HISTORY()
    served = Served(live_server.url, _KEY, tmp_path)
    served.fresh()
    return served


def _publish_all() -> None:
    call_command("flush", interactive=False, verbosity=0)
    key, settings.SIGNING_KEY = settings.SIGNING_KEY, ""  # the first manifest is from before there was a key
    fill()
    settings.SIGNING_KEY = key
    register()
    publish_next()
    deprecate(REUSED)
    publish_next()
    change("output.empty", default_retryable=False)
    publish_next()
    yank(version="1.1.0", reason="The description was another code's.", at=timezone.now())


_HISTORY = Kept(_publish_all)


def plain(value: Any) -> Any:
    """PostgreSQL's binary columns come as views of memory."""
    return bytes(value) if isinstance(value, memoryview) else value
