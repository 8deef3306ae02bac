"""Lenient reading: what counts of an object, and a finding for each member that does not (RFC 9457 section 3.1)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from ..members import MEMBERS, NESTED_MEMBERS, Member
from ..resolve import Resolution
from .json_types import EXACT, IS, said, wanted
from .notes import Notes

_NOT_NEGATIVE: tuple[Callable[[Any], bool], str] = (lambda value: value >= 0, "zero or more")
_HTTP_STATUS: tuple[Callable[[Any], bool], str] = (lambda value: 100 <= value <= 599, "from 100 to 599")
# What the JSON type alone does not say (draft section 4).
_RANGES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "/status": _HTTP_STATUS,
    "/retry_after": _NOT_NEGATIVE,
    "/attempts": _NOT_NEGATIVE,
    "/max_attempts": _NOT_NEGATIVE,
    "/location/turn": (lambda value: value >= 1, "1 or more: the first turn is 1"),
    "/upstream/status": _HTTP_STATUS,
}
_MEMBERS = {member.name: member for member in MEMBERS}
_NESTED = {name: {member.name: member for member in inner} for name, inner in NESTED_MEMBERS.items()}


@dataclass(frozen=True, slots=True)
class _MemberRule:
    """What one member can be, ready to be asked: inspecting has to be cheap."""

    path: str
    member: Member
    exact: type
    is_type: Callable[[Any], bool]
    fits: Callable[[Any], bool] | None
    range: str
    inner: "Mapping[str, _MemberRule] | None" = None

    def takes(self, value: Any) -> bool:
        return (type(value) is self.exact or self.is_type(value)) and (self.fits is None or self.fits(value))


def _rule(path: str, member: Member) -> _MemberRule:
    fits, words = _RANGES.get(path, (None, ""))
    inner = {each.name: _rule(f"{path}/{each.name}", each) for each in NESTED_MEMBERS.get(member.name, ())}
    return _MemberRule(path, member, EXACT[member.json_type], IS[member.json_type], fits, words, inner or None)


_RULES = {member.name: _rule(f"/{member.name}", member) for member in MEMBERS}
# Names that mean a member and are spelled quite differently.
_MEANT = {
    "error_code": "code",
    "errorcode": "code",
    "message": "detail",
    "description": "detail",
    "feedback": "model_feedback",
    "transient": "retryable",
    "recoverable": "model_recoverable",
    "cause": "causes",
    "errors": "causes",
}
# A longer name is nobody's slip of the pen.
_LONGEST_NAME = 40


def read(written: dict[str, Any], pointer: str, resolution: Resolution | None, notes: Notes) -> dict[str, Any]:
    """The members of `written` that consumers do not ignore. `pointer` leads to it, as in `Notes.say`."""
    found = {}
    for name, value in written.items():
        rule = _RULES.get(name)
        if rule is None:
            _unknown(name, _MEMBERS, pointer, written, notes)
        elif not rule.takes(value):
            _ignored(rule, value, pointer, resolution, notes)
        elif rule.inner is not None:
            found[name] = _inner(name, rule.inner, value, pointer, notes)
        else:
            found[name] = value
    return found


def _inner(
    name: str, rules: Mapping[str, "_MemberRule"], value: dict[str, Any], pointer: str, notes: Notes
) -> dict[str, Any]:
    found = {}
    for each, content in value.items():
        rule = rules.get(each)
        if rule is None:
            # What a vendor reports is kept as it came, so `upstream` may hold anything.
            if name != "upstream":
                _unknown(each, _NESTED[name], f"{pointer}/{name}", value, notes)
        elif rule.takes(content):
            found[each] = content
        else:
            _ignored(rule, content, pointer, None, notes)
    return found


def _ignored(rule: "_MemberRule", value: Any, pointer: str, known: Resolution | None, notes: Notes) -> None:
    path, member = rule.path, rule.member
    if rule.is_type(value):
        message = f"`{path[1:]}` is {value} and has to be {rule.range}. {_instead(path, known)}"
        notes.say("member.range", pointer + path, message, member.section)
        return
    hint = " Leave it out instead." if value is None else ""
    hint = " Write the number as a string." if path == "/upstream/code" and IS["number"](value) else hint
    message = f"`{path[1:]}` is {said(value)} and has to be {wanted(member.json_type)}.{hint} {_instead(path, known)}"
    notes.say("member.json_type", pointer + path, message, member.section)


def _instead(path: str, known: Resolution | None) -> str:
    """What holds now: this is where a harness retries for ever or gives up too soon."""
    if path in ("/retryable", "/model_recoverable"):
        default = getattr(known, path[1:]) if known else None
        value = "true" if default and default.value else "false"
        whose = f"the registered default of {known.code}" if known and known.entry else "since no default is registered"
        return f"It is ignored. What counts is {path[1:]} = {value}, {whose}."
    if path == "/origin" and known and known.entry:
        return f"It is ignored. The usual origin of {known.code} is {known.entry.informative.origin}."
    return "It is ignored, as if it were not there."


def _unknown(name: str, known: Mapping[str, Member], pointer: str, written: dict[str, Any], notes: Notes) -> None:
    place = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
    meant = _look_alike(name, known)
    if meant and meant not in written:
        notes.say("member.look_alike", place, f"There is no such member; it looks like `{meant}`. Consumers ignore it.")
    else:
        notes.say("member.unknown", place, "This problem type has no such member; consumers must ignore it.")


def _look_alike(name: str, known: Mapping[str, Member]) -> str | None:
    if len(name) > _LONGEST_NAME:
        return None
    plain = (
        "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).replace("-", "_").lstrip("_")
    )
    meant = _MEANT.get(plain)
    if meant in known:
        return meant
    near = get_close_matches(plain, known, n=1, cutoff=0.85)
    return near[0] if near else None
