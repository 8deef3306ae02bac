"""What a consumer makes of a type and a code: which rule applies, and the defaults that follow from it.

Draft sections 3 (the two type URIs are equal, by exact comparison), 4.1 (unknown codes of a known category, private
codes) and 4.3, 4.4 (defaults of the registry). An unknown code has no defaults: both are false unless the object says
otherwise.
"""

from dataclasses import dataclass

from . import syntax
from .document import Registry
from .entries import CodeEntry
from .lookup import near_type_uri
from .problem_type import TYPE_URIS

RULES = ("known", "deprecated", "unknown_in_category", "private", "unknown_category", "malformed")


@dataclass(frozen=True, slots=True)
class Default:
    """A value and where it comes from: `registry`, or `fallback` where the registry has none."""

    value: bool
    source: str


@dataclass(frozen=True, slots=True)
class TypeReading:
    """Whether `type` names this problem type. `did_you_mean` is set for a near miss, which is never the same."""

    type: str
    recognized: bool
    did_you_mean: str | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """`category` and `http_status`, the recommended one, are None where neither code nor category is registered."""

    code: str
    rule: str
    category: str | None
    entry: CodeEntry | None
    retryable: Default
    model_recoverable: Default
    http_status: int | None
    superseded_by: tuple[str, ...]


def resolve(code: str, registry: Registry) -> Resolution:
    """`code` exactly as it stands in an object: no trimming and no change of case."""
    entry = registry.code(code)
    if entry is not None:
        rule = "deprecated" if entry.administrative.status == "deprecated" else "known"
        return Resolution(
            code=code,
            rule=rule,
            category=entry.category,
            entry=entry,
            retryable=Default(entry.default_retryable, "registry"),
            model_recoverable=Default(entry.default_model_recoverable, "registry"),
            http_status=entry.informative.http_status,
            superseded_by=entry.administrative.superseded_by,
        )
    category = registry.category(code.split(".")[0]) if syntax.is_code(code) else None
    return Resolution(
        code=code,
        rule=_rule(code, known=category is not None),
        category=category.category if category else None,
        entry=None,
        retryable=Default(False, "fallback"),
        model_recoverable=Default(False, "fallback"),
        http_status=category.recommended_status if category else None,
        superseded_by=(),
    )


def read_type(uri: str) -> TypeReading:
    """Whether `uri` is one of the two type URIs, character by character."""
    recognized = uri in TYPE_URIS
    return TypeReading(uri, recognized, None if recognized else near_type_uri(uri))


def _rule(code: str, *, known: bool) -> str:
    if syntax.is_private(code):
        return "private"
    if not syntax.is_code(code):
        return "malformed"
    return "unknown_in_category" if known else "unknown_category"
