"""System checks: what `manage.py check` says of the configuration before anybody depends on it."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from codes.releases import signing


@register
def signing_key(**kwargs: Any) -> list[CheckMessage]:
    """codes.E001: a key that would stop the next publication. No key at all is a choice (docs/signing.md)."""
    try:
        signing.key()
    except signing.UnusableKey as error:
        hint = "Name the file of an Ed25519 private key in PEM in SIGNING_KEY_FILE: openssl genpkey -algorithm ed25519"
        return [Error(str(error), hint=hint, id="codes.E001")]
    return []
