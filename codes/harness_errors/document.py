"""The two documents of a release: `registry.json` (normative) and `signals.json`, between bytes and dataclasses.

`Registry.from_bytes(r.to_bytes()) == r` and the other way round for canonical bytes. Members are never omitted; what
does not apply is null.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Self, TypeVar

from . import canonical, codec
from .codec import DocumentError
from .entries import CategoryEntry, CodeEntry, NonError, SignalEntry

__all__ = ["DocumentError", "Previous", "ProblemType", "Registry", "Signals", "SignalsFile", "Syntax"]

REGISTRY_KIND = "agent-harness-error-registry"
SIGNALS_KIND = "agent-harness-error-signals"
FORMAT_VERSION = "1.0"

Document = TypeVar("Document")


@dataclass(frozen=True, slots=True)
class Previous:
    """The release before this one: what chains the history."""

    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ProblemType:
    """Draft section 3. `type_uris` holds the canonical URI first, then the one that is equivalent to it."""

    type_uris: tuple[str, ...]
    title: str
    recommended_status: int
    media_type: str
    documentation: str


@dataclass(frozen=True, slots=True)
class Syntax:
    """Regular expressions, to be matched whole, and the longest code in characters."""

    code: str
    private_code: str
    max_length: int


@dataclass(frozen=True, slots=True)
class SignalsFile:
    """The crosswalk that belongs to this release: file name, hexadecimal SHA-256 of its bytes, number of rows."""

    file: str
    sha256: str
    count: int


@dataclass(frozen=True)
class Registry:
    """What is registered at one version."""

    kind: str
    format_version: str
    version: str
    published: str
    previous: Previous | None
    authority: str
    license: str
    problem_type: ProblemType
    syntax: Syntax
    origins: tuple[str, ...]
    categories: tuple[CategoryEntry, ...]
    codes: tuple[CodeEntry, ...]
    signals: SignalsFile

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Reads `registry.json`. Raises DocumentError when it is another kind, another major format or malformed."""
        return _read(cls, content, REGISTRY_KIND)

    def to_bytes(self) -> bytes:
        return canonical.dumps(codec.encode(self))

    @cached_property
    def sha256(self) -> str:
        """Hexadecimal SHA-256 of `to_bytes()`: for a release, the digest that names it."""
        return canonical.sha256(self.to_bytes())

    def code(self, code: str) -> CodeEntry | None:
        return self._by_code.get(code)

    def category(self, category: str) -> CategoryEntry | None:
        return self._by_category.get(category)

    def codes_of(self, category: str) -> tuple[CodeEntry, ...]:
        """The codes of `category` in the document's order, which is by code."""
        return tuple(entry for entry in self.codes if entry.category == category)

    @cached_property
    def _by_code(self) -> dict[str, CodeEntry]:
        return {entry.code: entry for entry in self.codes}

    @cached_property
    def _by_category(self) -> dict[str, CategoryEntry]:
        return {entry.category: entry for entry in self.categories}


@dataclass(frozen=True)
class Signals:
    """The crosswalk at one version: signals of real systems, and signals that are no errors."""

    kind: str
    format_version: str
    version: str
    signals: tuple[SignalEntry, ...]
    non_errors: tuple[NonError, ...]

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Reads `signals.json`. Raises DocumentError when it is another kind, another major format or malformed."""
        return _read(cls, content, SIGNALS_KIND)

    def to_bytes(self) -> bytes:
        return canonical.dumps(codec.encode(self))

    def for_code(self, code: str) -> tuple[SignalEntry, ...]:
        """The rows that name `code`, whether as first choice or as alternative."""
        return tuple(row for row in self.signals if code in row.codes)


def _read(cls: type[Document], content: bytes, kind: str) -> Document:
    try:
        data = json.loads(content)
    except ValueError as error:
        raise DocumentError("", f"is not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("kind") != kind:
        raise DocumentError("/kind", f"must be {kind}")
    version = data.get("format_version")
    if not isinstance(version, str) or version.split(".")[0] != FORMAT_VERSION.split(".")[0]:
        raise DocumentError("/format_version", f"{version!r} is a format this reader does not know")
    found: Document = codec.decode(cls, data)
    return found
