"""harness_error_codes.py: the codes as constants for Python programs, one module without dependencies."""

import re
from collections.abc import Iterable

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CodeEntry

from .base import SOURCE, TITLE, Format, permalink
from .constants import constants
from .text import plain

NAME = "harness_error_codes.py"

_HEAD = '''# SPDX-License-Identifier: {license}
"""{title}, release {version}.

Generated from version {version} of the registry, do not edit: {address}
Runs on Python 3.9 and later. A constant is the code itself, a plain string.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

REGISTRY_VERSION: Final = "{version}"
# Of the registry.json that this file is rendered from.
REGISTRY_SHA256: Final = "{sha256}"
'''
_DEFAULTS = "# Code: (retryable, model_recoverable). What an error object itself says goes before these.\n"
_DEPRECATED = "# Deprecated codes, each with the codes to use instead.\n"
_TITLES = "# For the member `title` of an error object. For people: never branch on it.\n"


def python_module(registry: Registry) -> bytes:
    """The module as source: annotated, in the form that ruff gives it.

    Words of registrants stand in string literals alone: in a comment they could be orders to some tool.
    """
    names = constants(registry)
    head = _HEAD.format(
        license=plain(registry.license),
        title=TITLE,
        version=registry.version,
        address=permalink(registry),
        sha256=registry.sha256,
    )
    defaults, successors, titles = {}, {}, {}
    for entry in registry.codes:
        name = names[entry.code]
        defaults[name] = f"({entry.default_retryable}, {entry.default_model_recoverable})"
        titles[name] = _literal(entry.title)
        if entry.administrative.deprecation:
            successors[name] = _tuple(names.get(code, _literal(code)) for code in entry.administrative.superseded_by)
    parts = [
        head,
        "".join(_constant(entry, names) for entry in registry.codes),
        _lines("ALL", names.values()),
        _lines("CATEGORIES", (_literal(entry.category) for entry in registry.categories)),
        _DEFAULTS + _mapping("DEFAULTS", "tuple[bool, bool]", defaults),
        _DEPRECATED + _mapping("DEPRECATED", "tuple[str, ...]", successors),
        _TITLES + _mapping("TITLES", "str", titles),
    ]
    return "\n".join(parts).encode()


def _constant(entry: CodeEntry, names: dict[str, str]) -> str:
    gone = entry.administrative.deprecation
    instead = " or ".join(names.get(code, code) for code in entry.administrative.superseded_by) or "nothing"
    warning = f"# Deprecated since {gone.version}, use instead: {instead}\n" if gone else ""
    return f"{warning}{names[entry.code]}: Final = {_literal(entry.code)}\n"


def _lines(name: str, items: Iterable[str]) -> str:
    lines = "".join(f"    {item},\n" for item in items)
    return f"{name}: Final[tuple[str, ...]] = (\n{lines})\n"


def _mapping(name: str, values: str, items: dict[str, str]) -> str:
    lines = "".join(f"        {key}: {value},\n" for key, value in items.items())
    content = f"\n    {{\n{lines}    }}\n" if items else "{}"
    return f"{name}: Final[Mapping[str, {values}]] = MappingProxyType({content})\n"


def _tuple(items: Iterable[str]) -> str:
    items = list(items)
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _literal(text: str) -> str:
    """`text` as a string literal in ASCII, in the quotes that need fewer escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return quote + re.sub(r"[^ -~]+", lambda found: found[0].encode("unicode_escape").decode("ascii"), escaped) + quote


FORMATS = (Format(NAME, SOURCE, lambda registry, signals: python_module(registry)),)
