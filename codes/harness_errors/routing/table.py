"""The routing table that follows from a registry: advice, derived, and total.

A rule says what to do in which order and who owns the mending. The object in hand goes before the table: a member of
the right type outranks the default that a rule was made from (draft sections 4.3 and 4.4).
"""

from dataclasses import dataclass

from .. import canonical, codec
from ..document import Registry
from ..entries import CategoryEntry, CodeEntry
from .usual import usual
from .vocabulary import CONDITIONS, REQUIRES

KIND = "agent-harness-error-routing"
FORMAT_VERSION = "1.0"
PRECEDENCE = ("code", "category", "any")
_ANY_OWNER = "harness operator"


@dataclass(frozen=True, slots=True)
class Match:
    """`by` is one of PRECEDENCE, `value` the code, the category or None."""

    by: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Step:
    action: str
    requires: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """`warning` is what to know before a retry, or None."""

    match: Match
    do: tuple[Step, ...]
    owner: str
    warning: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """The registry that the table was derived from."""

    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Routing:
    """`routing.json`. `advice` is always true: no rule here is normative."""

    kind: str
    format_version: str
    advice: bool
    registry: Source
    precedence: tuple[str, ...]
    conditions: dict[str, str]
    rules: tuple[Route, ...]

    def to_bytes(self) -> bytes:
        return canonical.dumps(codec.encode(self))

    def rule_for(self, code: str) -> Route:
        """The rule for `code` as it stands in an object, by precedence."""
        category = code.partition(".")[0]
        wanted = [Match("code", code), Match("category", category), Match("any", None)]
        return next(rule for match in wanted for rule in self.rules if rule.match == match)


def routing(registry: Registry) -> Routing:
    """One rule for each code, each category and everything else. What is unknown is neither retried nor fed back."""
    rules = (
        *(_code(entry) for entry in registry.codes),
        *(_category(entry) for entry in registry.categories),
        Route(Match("any", None), _steps("give_up"), _ANY_OWNER, None),
    )
    source = Source(registry.version, registry.sha256)
    return Routing(KIND, FORMAT_VERSION, True, source, PRECEDENCE, dict(CONDITIONS), rules)


def _code(entry: CodeEntry) -> Route:
    advice = entry.informative
    return Route(
        Match("code", entry.code), _steps(*(advice.actions or ("give_up",))), advice.owner, advice.side_effect_warning
    )


def _category(entry: CategoryEntry) -> Route:
    """For codes of the category that this release does not know: fail safe, as the draft has no default for them."""
    found = usual(entry.category, entry.recommended_status, retryable=False)
    return Route(Match("category", entry.category), _steps(*found, "give_up"), _ANY_OWNER, None)


def _steps(*actions: str) -> tuple[Step, ...]:
    return tuple(Step(action, REQUIRES.get(action, ())) for action in actions)
