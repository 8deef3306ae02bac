"""Settings from the environment: small typed readers that refuse nonsense instead of guessing."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

# Characters.
SHORTEST_SECRET = 32
MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"

_BOOLEANS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def text(name: str, default: str | None = None) -> str:
    """`NAME`, or the content of the file named by `NAME_FILE`. Raises ImproperlyConfigured when neither is there."""
    if name in os.environ:
        return os.environ[name]
    if f"{name}_FILE" in os.environ:
        path = Path(os.environ[f"{name}_FILE"])
        try:
            return path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"{name}_FILE: {error}") from None
    if default is None:
        raise ImproperlyConfigured(f"Set {name} (or {name}_FILE) in the environment.")
    return default


def secret(name: str, default: str | None = None) -> str:
    """Like `text`, for what must not be guessed. Raises ImproperlyConfigured when it is too short to withstand that."""
    value = text(name, default)
    if len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"{name} has {len(value)} characters and needs at least {SHORTEST_SECRET}. This makes one: {MAKE_ONE}"
        )
    return value


def boolean(name: str, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in _BOOLEANS:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(_BOOLEANS)}, not {value!r}.")
    return _BOOLEANS[value]


def integer(name: str, default: int) -> int:
    """A whole number from 0. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number from 0, not {value!r}.")
    return int(value)


def days(name: str) -> float | None:
    """A number of days from 0, None where nothing is set. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return None
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?", value):
        raise ImproperlyConfigured(f"{name} must be a number of days from 0, not {value!r}.")
    return float(value)


def one_of(name: str, values: Sequence[str], default: str) -> str:
    """One of `values`. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip().lower() or default
    if value not in values:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(values)}, not {value!r}.")
    return value


def words(name: str, default: str | None = None) -> list[str]:
    """A list separated by commas. Raises ImproperlyConfigured when it is missing or has no word."""
    found = [word.strip() for word in text(name, default).split(",") if word.strip()]
    if not found:
        raise ImproperlyConfigured(f"{name} names nothing.")
    return found
