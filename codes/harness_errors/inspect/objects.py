"""An error object and its causes, each checked by itself (draft section 4.12)."""

from dataclasses import dataclass, field
from typing import Any

from ..carriers import is_harness_error
from ..document import Registry
from ..resolve import Resolution, TypeReading, read_type, resolve
from . import codes, disclosure, limit, location, members, recovery
from .json_types import said
from .notes import Notes
from .subject import Subject

# Deeper, and more than this in all, nothing is read: the rest of a chain tells a consumer nothing it acts on.
DEEPEST, MOST = 16, 100


@dataclass(slots=True)
class Node:
    """A subject with the causes that were read, in their order."""

    subject: Subject
    causes: "list[Node]" = field(default_factory=list)


@dataclass(slots=True)
class _Run:
    """What is shared by all objects of one inspection."""

    registry: Registry
    notes: Notes
    left: int = MOST
    resolved: dict[str, Resolution] = field(default_factory=dict)
    kinds: dict[str, TypeReading] = field(default_factory=dict)

    def resolution(self, code: Any) -> Resolution | None:
        if not isinstance(code, str):
            return None
        if code not in self.resolved:
            self.resolved[code] = resolve(code, self.registry)
        return self.resolved[code]

    def kind(self, uri: Any) -> TypeReading | None:
        if not isinstance(uri, str):
            return None
        if uri not in self.kinds:
            self.kinds[uri] = read_type(uri)
        return self.kinds[uri]


def check(written: dict[str, Any], registry: Registry, notes: Notes) -> Node:
    """Everything about `written` and what it holds, as findings in `notes`."""
    node = _node(written, "", 0, _Run(registry, notes))
    disclosure.check_texts(written, notes)
    return node


def _node(written: dict[str, Any], pointer: str, depth: int, run: _Run) -> Node:
    resolution = run.resolution(written.get("code"))
    subject = Subject(
        written=written,
        read=members.read(written, pointer, resolution, run.notes),
        pointer=pointer,
        kind=run.kind(written.get("type")),
        resolution=resolution,
        registry=run.registry,
        notes=run.notes,
        entry=resolution.entry if resolution else None,
    )
    codes.check_type(subject)
    codes.check_code(subject)
    codes.check_words(subject)
    codes.check_should(subject)
    recovery.check(subject)
    limit.check(subject)
    location.check(subject)
    disclosure.check(subject)
    node = Node(subject)
    _causes(node, depth, run)
    return node


def _causes(node: Node, depth: int, run: _Run) -> None:
    subject = node.subject
    causes = subject.read.get("causes")
    if not causes:
        return
    if depth == DEEPEST:
        subject.say("causes.too_deep", "/causes", f"Causes below the {DEEPEST}th are not read.")
        return
    for index, cause in enumerate(causes):
        place = f"/causes/{index}"
        if run.left == 0:
            subject.say("causes.too_many", place, f"After {MOST} causes the rest is not read.")
            break
        run.left -= 1
        if not isinstance(cause, dict):
            message = f"A cause is a problem details object and this is {said(cause)}. It is ignored."
            subject.say("member.json_type", place, message, "4.12")
        elif is_harness_error(cause) or _means_ours(cause, run):
            inner = _node(cause, subject.pointer + place, depth + 1, run)
            node.causes.append(inner)
        else:
            node.causes.append(Node(_plain(cause, subject, place)))
    _order(node)
    _related(node)


def _means_ours(cause: dict[str, Any], run: _Run) -> bool:
    """A cause may be a problem of any type (draft section 4.12), and other types have a `code`, too: only what means to
    be ours is held to our rules.
    """
    if "code" not in cause:
        return False
    kind, resolution = run.kind(cause.get("type")), run.resolution(cause["code"])
    return kind is None or kind.did_you_mean is not None or (resolution is not None and resolution.category is not None)


def _plain(cause: dict[str, Any], outer: Subject, place: str) -> Subject:
    kind = cause.get("type")
    reading = read_type(kind if isinstance(kind, str) else "about:blank")
    return Subject(cause, {}, outer.pointer + place, reading, None, outer.registry, outer.notes)


def _order(node: Node) -> None:
    """Turns of one run tell the order. An agent's turns say nothing of another's, so each run is seen by itself."""
    last: dict[str, float] = {}
    for cause in node.causes:
        where = cause.subject.read.get("location", {})
        turn, run = where.get("turn"), where.get("run_id", "")
        if turn is None:
            continue
        if turn > last.get(run, turn):
            place = cause.subject.pointer.removeprefix(node.subject.pointer)
            message = f"Turn {turn} comes after turn {last[run]} here; the most recent cause comes first."
            node.subject.say("causes.order", place, message)
        last[run] = turn


def _related(node: Node) -> None:
    entry = node.subject.entry
    if entry is None or entry.code != "output.retries_exhausted":
        return
    for cause in node.causes:
        found = cause.subject.resolution
        if found and found.category not in (None, entry.category):
            place = cause.subject.pointer.removeprefix(node.subject.pointer)
            node.subject.say("causes.unrelated", place, "The attempts that were used up failed with output errors.")
