"""The entries of the registry document: frozen dataclasses whose fields are the members of `registry.json`.

Three kinds of member stand in a code entry, and every page and format tells them apart: the six registered fields of
the draft's template (section 12.2), `administrative` ones that the registry keeps about the entry, and `informative`
ones, which are advice.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a thing is defined: `section` is null when the whole document is meant."""

    title: str
    url: str
    section: str | None


@dataclass(frozen=True, slots=True)
class Stamp:
    """When something happened: an ISO 8601 date (UTC) and the release that carried it first."""

    date: str
    version: str


@dataclass(frozen=True, slots=True)
class Deprecation:
    reason: str
    note: str | None
    version: str


@dataclass(frozen=True, slots=True)
class Administrative:
    status: str
    superseded_by: tuple[str, ...]
    deprecation: Deprecation | None
    change_controller: str
    registered: Stamp
    updated: Stamp


@dataclass(frozen=True, slots=True)
class Mcp:
    """Draft section 7.2 and Table 4. `jsonrpc_code` is null when the channel is `tool_execution_error`."""

    channel: str
    jsonrpc_code: int | None


@dataclass(frozen=True, slots=True)
class A2a:
    """Draft Table 6."""

    state: str


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Draft section 6.4."""

    error_type: str


@dataclass(frozen=True, slots=True)
class Confusable:
    """A code this one is mistaken for, and the line that tells them apart."""

    code: str
    difference: str


@dataclass(frozen=True, slots=True)
class Informative:
    """Advice. `origin` is the typical one (draft Table 2), `http_status` the recommended one (Table 3).

    `actions` are in the order a consumer tries them; `side_effect_warning` is text or null; `should_members` are
    the members that the draft says SHOULD be present; `generalizes_to` is what an untrusted consumer may be told.
    """

    origin: str
    http_status: int
    mcp: Mcp
    a2a: A2a
    telemetry: Telemetry
    actions: tuple[str, ...]
    owner: str
    side_effect_warning: str | None
    limit_names: tuple[str, ...]
    should_members: tuple[str, ...]
    confusable_with: tuple[Confusable, ...]
    generalizes_to: str | None


@dataclass(frozen=True, slots=True)
class CodeEntry:
    code: str
    category: str
    name: str
    title: str
    description: str
    default_retryable: bool
    default_model_recoverable: bool
    reference: tuple[Reference, ...]
    administrative: Administrative
    permalink: str
    informative: Informative


@dataclass(frozen=True, slots=True)
class CategoryEntry:
    """`recommended_status` is the HTTP status for an unknown code of the category (draft Table 3)."""

    category: str
    description: str
    policy: str
    reference: tuple[Reference, ...]
    recommended_status: int
    permalink: str


@dataclass(frozen=True, slots=True)
class SignalEntry:
    """One row of the crosswalk: a signal of a real system and the codes it maps to, most fitting first.

    `name` is the human name of a numeric signal; `overrides` are member values to send because the default of the code
    would mislead for this signal; `source_version` is the version of the source in which the signal was seen.
    """

    id: str
    source: str
    source_kind: str
    source_version: str
    kind: str
    signal: str
    name: str | None
    field: str | None
    condition: str | None
    codes: tuple[str, ...]
    confidence: str
    overrides: dict[str, bool]
    note: str
    citation: str
    seen_at: str


@dataclass(frozen=True, slots=True)
class NonError:
    """A signal that looks like a failure and is none: nothing is to be reported for it."""

    source: str
    signal: str
    why: str
    citation: str
