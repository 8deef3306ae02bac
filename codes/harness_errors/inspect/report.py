"""The answer of the inspector."""

from dataclasses import dataclass
from typing import Any

from ..document import Registry
from .actions import Action, actions
from .codes import look_alike
from .effective import Effective, effective
from .finding import Finding
from .objects import Node


@dataclass(frozen=True, slots=True)
class Reading:
    """What the code is: `rule` as in `resolve`, or `no_code`. `recognized` says whether consumers take the object for a
    harness error at all. `meant` is the registered code that an unregistered one looks like.
    """

    code: str | None
    rule: str
    recognized: bool
    category: str | None
    title: str | None
    owner: str | None
    superseded_by: tuple[str, ...]
    meant: str | None
    permalink: str | None


@dataclass(frozen=True, slots=True)
class Cause:
    """One object of the chain, outermost first. `innermost` marks where a chain ends: the first thing that failed."""

    pointer: str
    depth: int
    code: str | None
    title: str | None
    origin: str | None
    recognized: bool
    innermost: bool


@dataclass(frozen=True, slots=True)
class Report:
    """`object` is what was inspected, None where nothing was found, at `pointer` of what was given.

    `ok` is False where there is an error among the findings. `resolution`, `effective`, `causes` and `actions` are
    empty without an object.
    """

    release: str
    found_in: str
    pointer: str
    object: dict[str, Any] | None
    resolution: Reading | None
    findings: tuple[Finding, ...]
    effective: dict[str, Effective]
    causes: tuple[Cause, ...]
    actions: tuple[Action, ...]

    @property
    def ok(self) -> bool:
        return not any(finding.level == "error" for finding in self.findings)


def without_object(found_in: str, findings: list[Finding], registry: Registry) -> Report:
    return Report(registry.version, found_in, "", None, None, tuple(findings), {}, (), ())


def of(node: Node, found_in: str, pointer: str, findings: list[Finding]) -> Report:
    subject = node.subject
    return Report(
        release=subject.registry.version,
        found_in=found_in,
        pointer=pointer,
        object=subject.written,
        resolution=_reading(node),
        findings=tuple(findings),
        effective=effective(subject),
        causes=tuple(_chain(node, pointer, 0)),
        actions=actions(subject),
    )


def _reading(node: Node) -> Reading:
    subject, known, entry = node.subject, node.subject.resolution, node.subject.entry
    return Reading(
        code=known.code if known else None,
        rule=known.rule if known else "no_code",
        recognized=subject.recognized,
        category=known.category if known else None,
        title=entry.title if entry else None,
        owner=entry.informative.owner if entry else None,
        superseded_by=known.superseded_by if known else (),
        meant=look_alike(known.code, subject.registry) if known and not entry else None,
        permalink=entry.permalink if entry else None,
    )


def _chain(node: Node, base: str, depth: int) -> list[Cause]:
    subject = node.subject
    known = subject.entry
    title = subject.read.get("title", known.title if known else subject.written.get("title"))
    origin = subject.read.get("origin", known.informative.origin if known else None)
    here = Cause(
        pointer=base + subject.pointer,
        depth=depth,
        code=subject.resolution.code if subject.resolution else None,
        title=title if isinstance(title, str) else None,
        origin=origin,
        recognized=subject.recognized,
        innermost=not node.causes,
    )
    return [here, *(each for cause in node.causes for each in _chain(cause, base, depth + 1))]
