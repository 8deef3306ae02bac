"""The Ed25519 key that signs manifests, when the deployment has one."""

import hashlib
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings


class UnusableKey(ValueError):
    """`SIGNING_KEY` is there and is no Ed25519 private key in PEM, or its file cannot be read."""


class MissingKey(ValueError):
    """There is no key where a signature is needed. Nothing was written."""


def key() -> Ed25519PrivateKey | None:
    """The configured key. Raises UnusableKey."""
    if settings.SIGNING_KEY_FAULT:
        raise UnusableKey(settings.SIGNING_KEY_FAULT)
    return _load(settings.SIGNING_KEY) if settings.SIGNING_KEY else None


@lru_cache(maxsize=2)
def _load(pem: str) -> Ed25519PrivateKey:
    try:
        found = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError) as error:
        raise UnusableKey(f"SIGNING_KEY cannot be read: {error}") from None
    if not isinstance(found, Ed25519PrivateKey):
        raise UnusableKey("SIGNING_KEY is a key of another kind; `openssl genpkey -algorithm ed25519` makes one.")
    return found


def public_bytes(private: Ed25519PrivateKey) -> bytes:
    """The 32 bytes of the public key."""
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def pem(public: bytes) -> str:
    """The public key as `openssl pkeyutl` takes it."""
    key = Ed25519PublicKey.from_public_bytes(public)
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def key_id(public: bytes) -> str:
    """A short name for a public key: the first 16 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(public).hexdigest()[:16]


def verifies(public: bytes, signature: bytes, content: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, content)
    except InvalidSignature:
        return False
    return True
