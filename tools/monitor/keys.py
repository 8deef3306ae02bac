"""Public Ed25519 keys: those pinned by whoever runs the monitor, and those that the site names."""

import base64
import binascii
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from . import data
from .data import Fault
from .site import Site

ADDRESS = "/releases/keys.json"
KIND = "agent-harness-error-keys"
SHAPE = {
    "kind": str,
    "keys": [
        {"key_id": str, "algorithm": str, "public_key": str, "public_key_pem": str, "first_serial": int},
    ],
}


class UnusableKey(ValueError):
    """A file that was to hold a public key and does not."""


@dataclass(frozen=True, slots=True)
class Key:
    """`public` is the 32 bytes, `first_serial` the first manifest that it signed, 0 for a pinned key."""

    public: bytes
    first_serial: int = 0

    @property
    def key_id(self) -> str:
        return hashlib.sha256(self.public).hexdigest()[:16]

    def verifies(self, signature: bytes, content: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, content)
        except (InvalidSignature, ValueError):
            return False
        return True


def pinned(paths: Iterable[Path]) -> tuple[Key, ...]:
    """Raises UnusableKey."""
    return tuple(_load(path) for path in paths)


def published(site: Site) -> tuple[Key, ...]:
    """The keys that the site names, oldest first. Raises Fault, Unreachable."""
    stated = data.read(site.read(ADDRESS, "application/json").body, ADDRESS, KIND, SHAPE)["keys"]
    found = []
    for each in stated:
        try:
            key = Key(base64.b64decode(each["public_key"], validate=True), each["first_serial"])
        except binascii.Error:
            raise Fault(f"{ADDRESS}: key {data.brief(each['key_id'])} is not in base64") from None
        if each["algorithm"] != "Ed25519" or (len(key.public), key.key_id) != (32, each["key_id"]):
            raise Fault(f"{ADDRESS}: key {data.brief(each['key_id'])} is not the Ed25519 key of that id")
        if each["public_key_pem"] != _pem(key.public):
            raise Fault(f"{ADDRESS}: key {key.key_id} is another one in PEM")
        found.append(key)
    if [key.first_serial for key in found] != sorted({key.first_serial for key in found}):
        raise Fault(f"{ADDRESS}: the keys are not in the order of their first manifests")
    return tuple(found)


def signer(keys: Iterable[Key], signature: bytes, content: bytes) -> Key | None:
    """The one of `keys` that made `signature` over `content`."""
    return next((key for key in keys if key.verifies(signature, content)), None)


def names(keys: Iterable[Key]) -> Iterator[str]:
    return (key.key_id for key in keys)


def _load(path: Path) -> Key:
    try:
        key = load_pem_public_key(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UnusableKey(f"{path}: {error}") from None
    if not isinstance(key, Ed25519PublicKey):
        raise UnusableKey(f"{path}: a public key of another kind than Ed25519")
    return Key(key.public_bytes(Encoding.Raw, PublicFormat.Raw))


def _pem(public: bytes) -> str:
    key = Ed25519PublicKey.from_public_bytes(public)
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
