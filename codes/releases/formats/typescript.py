"""harness_error_codes.ts: the codes as constants and as a type for TypeScript, one module without dependencies."""

import json
import re
from collections.abc import Iterable

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CodeEntry

from .base import SOURCE, TITLE, Format, permalink
from .constants import constants
from .text import plain

NAME = "harness_error_codes.ts"

_HEAD = """/**
 * {title}, release {version}.
 *
 * Generated from version {version} of the registry, do not edit: {address}
 * A constant is the code itself, a plain string.
 *
 * SPDX-License-Identifier: {license}
 *
 * @packageDocumentation
 */

export const REGISTRY_VERSION = "{version}" as const;
/** Of the registry.json that this file is rendered from. */
export const REGISTRY_SHA256 = "{sha256}" as const;
"""
_TYPES = """/** A code of this release. Later releases have more, so what comes from outside is a string. */
export type HarnessErrorCode = (typeof ALL)[number];
export type HarnessErrorCategory = (typeof CATEGORIES)[number];

export interface HarnessErrorDefaults {
  readonly retryable: boolean;
  readonly model_recoverable: boolean;
}
"""
_DEFAULTS = "/** What an error object itself says goes before these. */\n"
_DEPRECATED = "/** Deprecated codes, each with the codes to use instead. */\n"
_TITLES = "/** For the member `title` of an error object. For people: never branch on it. */\n"


def typescript_module(registry: Registry) -> bytes:
    """The module as source, for `strict` compilers."""
    names = constants(registry)
    head = _HEAD.format(
        title=TITLE,
        version=registry.version,
        address=permalink(registry),
        license=_comment(registry.license),
        sha256=registry.sha256,
    )
    defaults = {entry.code: _defaults(entry) for entry in registry.codes}
    kept = {entry.code: entry.administrative for entry in registry.codes if entry.administrative.deprecation}
    successors = {code: json.dumps(each.superseded_by) for code, each in kept.items()}
    titles = {entry.code: json.dumps(entry.title) for entry in registry.codes}
    parts = [
        head,
        "".join(_constant(entry, names[entry.code]) for entry in registry.codes),
        _array("ALL", (entry.code for entry in registry.codes)),
        _array("CATEGORIES", (entry.category for entry in registry.categories)),
        _TYPES,
        _DEFAULTS + _record("DEFAULTS", "Record<HarnessErrorCode, HarnessErrorDefaults>", defaults),
        _DEPRECATED
        + _record("DEPRECATED", "Partial<Record<HarnessErrorCode, readonly HarnessErrorCode[]>>", successors),
        _TITLES + _record("TITLES", "Record<HarnessErrorCode, string>", titles),
    ]
    return "\n".join(parts).encode()


def _constant(entry: CodeEntry, name: str) -> str:
    comment = f"/** {_comment(entry.title)} */"
    gone = entry.administrative.deprecation
    if gone:
        instead = " or ".join(entry.administrative.superseded_by) or "nothing"
        warning = f"@deprecated since {gone.version}, use instead: {instead}. {_comment(gone.reason)}"
        comment = f"/**\n * {_comment(entry.title)}\n *\n * {warning}\n */"
    return f"{comment}\nexport const {name} = {json.dumps(entry.code)} as const;\n"


def _defaults(entry: CodeEntry) -> str:
    retryable, recoverable = json.dumps(entry.default_retryable), json.dumps(entry.default_model_recoverable)
    return f"{{ retryable: {retryable}, model_recoverable: {recoverable} }}"


def _array(name: str, items: Iterable[str]) -> str:
    lines = "".join(f"  {json.dumps(item)},\n" for item in items)
    return f"export const {name} = [\n{lines}] as const;\n"


def _record(name: str, kind: str, items: dict[str, str]) -> str:
    lines = "".join(f"\n  {json.dumps(key)}: {value}," for key, value in items.items())
    content = f"{{{lines}\n}}" if items else "{}"
    return f"export const {name}: Readonly<{kind}> = {content};\n"


def _comment(text: str) -> str:
    """`text` inside a TSDoc comment: it shows as it is, is neither tag nor markup and does not end the comment."""
    escaped = re.sub(r"([\\@{}<>&`])", r"\\\1", plain(text))
    return escaped.replace("*/", r"*\/")


FORMATS = (Format(NAME, SOURCE, lambda registry, signals: typescript_module(registry)),)
