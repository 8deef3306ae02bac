"""What may be shown of an error object to whom: draft sections 10 and 11.

Nobody can tell a harmless sentence from a quoted prompt, so an untrusted consumer gets no free text at all: what is
left is what it needs in order to react. Everybody else gets the object without what looks like a credential.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import credentials
from .document import Registry
from .entries import CodeEntry
from .inspect.currencies import CURRENCIES
from .members import MEMBERS
from .problem_type import TYPE_URIS
from .syntax import MAX_LENGTH, is_code, is_private
from .vocabulary import ORIGINS

AUDIENCES = ("trusted", "untrusted")
REMOVED = "[removed]"

_TEXT = "Free text may quote a prompt, an output or a tool's arguments (section 10)."
_TRACE = "It tells what was done for whom (section 11)."
_DROPPED = {
    "detail": _TEXT,
    "model_feedback": _TEXT,
    "upstream": "It holds what a remote component said, word for word (section 10).",
    "instance": _TRACE,
}


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_code(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_LENGTH and (is_code(value) or is_private(value))


def _anything(value: Any) -> bool:
    return True


# Draft section 4.9.
_LIMIT_NAMES = frozenset({"turns", "input_tokens", "output_tokens", "context_tokens", "cost", "wall_clock_seconds"})
# What is let through of the members that are no free text: anything else in them would be some.
_TAKES: Mapping[str, Callable[[Any], bool]] = {
    "type": lambda value: isinstance(value, str) and value in TYPE_URIS,
    "code": _is_code,
    "origin": lambda value: isinstance(value, str) and value in ORIGINS,
    "retryable": _is_flag,
    "model_recoverable": _is_flag,
    "status": _is_number,
    "retry_after": _is_number,
    "attempts": _is_number,
    "max_attempts": _is_number,
    "causes": lambda value: isinstance(value, list),
}
# Of `location` the turn alone neither names a run nor quotes one.
_PLACE: Mapping[str, Callable[[Any], bool]] = {"turn": _is_number}
_LIMIT: Mapping[str, Callable[[Any], bool]] = {
    "name": lambda value: isinstance(value, str) and value in _LIMIT_NAMES,
    "value": _is_number,
    "observed": _is_number,
    "unit": lambda value: isinstance(value, str) and value in CURRENCIES,
}
_KNOWN = frozenset(member.name for member in MEMBERS)
# They would tell the specific code as well as the code itself does.
_TELLTALE = ("origin", "retryable", "model_recoverable", "causes", "limit", "attempts", "max_attempts", "retry_after")
_CREDENTIAL = "It looks like a credential (section 10)."
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Removal:
    """What was taken away at `pointer` of the original: `what` is `dropped`, `cut` or `generalised`."""

    pointer: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Redacted:
    object: dict[str, Any]
    removed: tuple[Removal, ...]


def redact(error: dict[str, Any], registry: Registry, *, for_: str = "untrusted") -> Redacted:
    """`error` as it may be sent to an audience of AUDIENCES, and what is missing from it. `error` stays as it is.

    Raises ValueError for another audience.
    """
    if for_ not in AUDIENCES:
        raise ValueError(f"for_ is one of {', '.join(AUDIENCES)}, not {for_!r}")
    cut: list[Removal] = []
    shown = _cut(error, "", cut, 0)
    if for_ == "trusted":
        return Redacted(shown, tuple(cut))
    removed: list[Removal] = []
    shown = _untrusted(shown, "", registry, removed, 0)
    gone = tuple(each.pointer for each in removed if each.what == "dropped")
    kept = [each for each in cut if not any(f"{each.pointer}/".startswith(f"{place}/") for place in gone)]
    return Redacted(shown, (*kept, *removed))


def _untrusted(
    error: dict[str, Any], place: str, registry: Registry, removed: list[Removal], depth: int
) -> dict[str, Any]:
    code = error.get("code")
    entry = registry.code(code) if isinstance(code, str) else None
    general = registry.code(entry.informative.generalizes_to or "") if entry else None
    found: dict[str, Any] = {}
    for name, value in error.items():
        why = _DROPPED.get(name) or ("" if name in _KNOWN else "Nobody knows what an unknown member holds.")
        if general and name in _TELLTALE:
            why = f"It tells {code} from {general.code}."
        if not why and not _TAKES.get(name, _anything)(value):
            why = "It is not what the member can be, so it may be anything."
        if why:
            removed.append(Removal(f"{place}/{_escaped(name)}", "dropped", why))
        elif name == "title":
            found |= _title(value, general or entry, place, removed)
        elif name == "location":
            found |= _cut_down("location", value, _PLACE, place, removed)
        elif name == "limit":
            found |= _cut_down("limit", value, _LIMIT, place, removed)
        elif name == "causes":
            found[name] = _causes(value, place, registry, removed, depth)
        else:
            found[name] = value
    if general:
        found["code"] = general.code
        removed.append(Removal(f"{place}/code", "generalised", "Which guard it was helps to probe it (section 10)."))
    return found


def _title(value: Any, entry: CodeEntry | None, place: str, removed: list[Removal]) -> dict[str, Any]:
    """The registered title says nothing that the code does not; any other is free text."""
    if entry and value == entry.title:
        return {"title": value}
    removed.append(Removal(f"{place}/title", "generalised" if entry else "dropped", _TEXT))
    return {"title": entry.title} if entry else {}


def _cut_down(
    name: str, value: Any, takes: Mapping[str, Callable[[Any], bool]], place: str, removed: list[Removal]
) -> dict[str, Any]:
    """The members of `value` that `takes` lets through."""
    given = value if isinstance(value, dict) else {}
    kept = {each: given[each] for each in given if each in takes and takes[each](given[each])}
    if kept != value:
        why = _TRACE if name == "location" else _TEXT
        removed.append(Removal(f"{place}/{name}", "cut" if kept else "dropped", why))
    return {name: kept} if kept else {}


def _causes(value: Any, place: str, registry: Registry, removed: list[Removal], depth: int) -> list[Any]:
    found = []
    for index, cause in enumerate(value):
        if isinstance(cause, dict) and depth < _DEEPEST:
            found.append(_untrusted(cause, f"{place}/causes/{index}", registry, removed, depth + 1))
        else:
            removed.append(Removal(f"{place}/causes/{index}", "dropped", "It is no error object, or too deep inside."))
    return found


def _cut(value: Any, place: str, removed: list[Removal], depth: int) -> Any:
    """`value` with what looks like a credential cut out of its texts."""
    if isinstance(value, str):
        shown = credentials.without(value, REMOVED)
        if credentials.is_secret_name(place.rpartition("/")[2]):
            shown = REMOVED
        if shown != value:
            removed.append(Removal(place, "cut", _CREDENTIAL))
        return shown
    if depth > _DEEPEST or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        return [_cut(each, f"{place}/{index}", removed, depth + 1) for index, each in enumerate(value)]
    return {name: _cut(each, f"{place}/{_escaped(name)}", removed, depth + 1) for name, each in value.items()}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
