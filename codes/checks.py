"""System checks: what `manage.py check` says of the configuration before anybody depends on it.

Those with `deploy` speak with `manage.py check --deploy`, outside debug.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004
from django.db import connections
from django.http.request import validate_host

from codes.releases import signing

_HERE = ("localhost", "127.0.0.1", "::1")


@register
def signing_key(**kwargs: Any) -> list[CheckMessage]:
    """codes.E001: a key that would stop the next publication. No key at all is a choice (docs/signing.md)."""
    try:
        signing.key()
    except signing.UnusableKey as error:
        hint = (
            "SIGNING_KEY_FILE names a file that the site's user can read, with an Ed25519 private key in PEM, as"
            " docs/signing.md makes it."
        )
        return [Error(str(error), hint=hint, id="codes.E001")]
    return []


@register(Tags.security, deploy=True)
def public_address(**kwargs: Any) -> list[CheckMessage]:
    """codes.W002: permalinks without TLS; codes.W003: permalinks to a host that this site does not answer for."""
    found: list[CheckMessage] = []
    address = settings.PUBLIC_BASE_URL
    if not address.startswith("https://"):
        hint = "Permalinks become part of what is published. Set it to https://… before the first publication."
        found.append(Warning(f"PUBLIC_BASE_URL is {address}, without TLS.", hint=hint, id="codes.W002"))
    host = urlsplit(address).hostname or ""
    if not validate_host(host, settings.ALLOWED_HOSTS):
        hint = "Add it to ALLOWED_HOSTS, or set PUBLIC_BASE_URL to the host that this site answers for."
        found.append(Warning(f"ALLOWED_HOSTS has no {host}, where permalinks lead.", hint=hint, id="codes.W003"))
    return found


@register(Tags.security, deploy=True)
def any_host(**kwargs: Any) -> list[CheckMessage]:
    """codes.W004: a passkey belongs to the host it was made at, which would be whatever somebody sends."""
    if not any(each == "*" for each in settings.ALLOWED_HOSTS):
        return []
    hint = "Name the hosts that this site answers for, separated by commas."
    return [Warning("ALLOWED_HOSTS is *: the site answers for any host.", hint=hint, id="codes.W004")]


@register(Tags.security, deploy=True)
def https_for_ever(**kwargs: Any) -> list[CheckMessage]:
    """codes.W005: behind a proxy that ends TLS, every request would be sent to https, and that again."""
    if not settings.SECURE_SSL_REDIRECT or settings.TRUST_PROXY:
        return []
    said = "Requests by http are sent to https, and no proxy is believed that says which were https."
    hint = "TRUST_PROXY=on behind a proxy that sets X-Forwarded-Proto itself; SSL_REDIRECT=off for a try without TLS."
    return [Warning(said, hint=hint, id="codes.W005")]


@register(Tags.security, deploy=True)
def second_factor(**kwargs: Any) -> list[CheckMessage]:
    """codes.W006: who reads an expert's mail could vote and publish."""
    if settings.REQUIRE_SECOND_FACTOR:
        return []
    hint = "Leave REQUIRE_SECOND_FACTOR out, or set it to on."
    return [Warning("Experts and administrators need no second factor.", hint=hint, id="codes.W006")]


@register(Tags.security, deploy=True)
def mail_in_clear(**kwargs: Any) -> list[CheckMessage]:
    """codes.W007: codes to sign in, readable on the way to another machine."""
    host = getattr(settings, "EMAIL_HOST", "localhost")
    if host in _HERE or settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL:
        return []
    hint = "EMAIL_SECURITY=starttls or tls; or a mail server on this machine that passes mail on."
    return [Warning(f"Codes to sign in go to {host} in clear.", hint=hint, id="codes.W007")]


@register(Tags.database)
def counters(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """codes.W008: no table for the counters, without which nobody can sign in. Asked with `--database default`."""
    if "default" not in (databases or ()):
        return []
    tables = connections["default"].introspection.table_names()
    # Before the first migration there is none of anything.
    if "codes_account" not in tables or settings.CACHES["default"]["LOCATION"] in tables:
        return []
    hint = "Run manage.py createcachetable, once."
    return [Warning("The table of counters is missing: nobody can sign in.", hint=hint, id="codes.W008")]
