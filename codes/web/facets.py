"""The facets of the list of codes: what it can be narrowed by, in the address and in the form."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import QueryDict

from codes.harness_errors.document import Registry
from codes.harness_errors.entries import CodeEntry

from .problems import Refusal

LONGEST_SEARCH = 200


def _flag(value: bool) -> str:
    return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Facet:
    """One facet: its query parameter, the words of its label, and the one value that an entry has in it."""

    name: str
    label: str
    value: Callable[[CodeEntry], str]


FACETS = (
    Facet("category", "Category", lambda entry: entry.category),
    Facet("origin", "Typical origin", lambda entry: entry.informative.origin),
    Facet("retryable", "retryable", lambda entry: _flag(entry.default_retryable)),
    Facet("model_recoverable", "model can fix", lambda entry: _flag(entry.default_model_recoverable)),
    Facet("http_status", "HTTP status", lambda entry: str(entry.informative.http_status)),
    Facet("mcp_channel", "MCP channel", lambda entry: entry.informative.mcp.channel),
    Facet("a2a_state", "A2A state", lambda entry: entry.informative.a2a.state),
    Facet("status", "Status", lambda entry: entry.administrative.status),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A facet as the form shows it: every value that occurs, how many codes have it, and the chosen one."""

    facet: Facet
    values: tuple[tuple[str, int], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The codes that a query asks for, in the registry's order. `query` is the question as an address writes it."""

    entries: tuple[CodeEntry, ...]
    choices: tuple[Choice, ...]
    q: str
    query: str

    @property
    def narrowed(self) -> bool:
        return bool(self.query)


def select(registry: Registry, parameters: QueryDict) -> Selection:
    """The codes that match every facet and every word in `q`. Raises Refusal for a value that no facet knows.

    Parameters we do not know are passed over: people follow links that others have decorated.
    """
    errors: list[dict[str, object]] = []
    choices = []
    for facet in FACETS:
        counts = Counter(facet.value(entry) for entry in registry.codes)
        chosen = _single(parameters, facet.name, errors)
        if chosen and chosen not in _known(registry, facet, counts):
            accepts = sorted(_known(registry, facet, counts))
            detail = f"{facet.name} is one of {', '.join(accepts)}."
            errors.append({"parameter": facet.name, "code": "unknown_value", "detail": detail, "accepts": accepts})
        choices.append(Choice(facet, tuple(sorted(counts.items())), chosen))
    q = _single(parameters, "q", errors).strip()
    if len(q) > LONGEST_SEARCH or "\0" in q:
        detail = f"q is text of at most {LONGEST_SEARCH} characters."
        errors.append({"parameter": "q", "code": "invalid_value", "detail": detail})
    if errors:
        raise Refusal(
            "invalid-parameter",
            " ".join(str(error["detail"]) for error in errors),
            members={"errors": errors},
        )
    words = q.casefold().split()
    found = tuple(
        entry
        for entry in registry.codes
        if all(choice.chosen in ("", choice.facet.value(entry)) for choice in choices)
        and all(word in _text(entry) for word in words)
    )
    asked = QueryDict(mutable=True)
    asked.update({choice.facet.name: choice.chosen for choice in choices if choice.chosen} | ({"q": q} if q else {}))
    return Selection(found, tuple(choices), q, asked.urlencode())


def _single(parameters: QueryDict, name: str, errors: list[dict[str, object]]) -> str:
    values = parameters.getlist(name)
    if len(values) > 1:
        errors.append({"parameter": name, "code": "repeated", "detail": f"{name} may stand in the address once."})
    return values[0] if values else ""


def _known(registry: Registry, facet: Facet, counts: Mapping[str, int]) -> set[str]:
    """The values that a facet takes: those that occur, and the closed sets even where a value does not occur yet."""
    closed = {
        "category": {entry.category for entry in registry.categories},
        "origin": set(registry.origins),
        "retryable": {"true", "false"},
        "model_recoverable": {"true", "false"},
        "status": {"active", "deprecated"},
    }
    return set(counts) | closed.get(facet.name, set())


def _text(entry: CodeEntry) -> str:
    return f"{entry.code} {entry.title} {entry.description}".casefold()
