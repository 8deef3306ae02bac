"""The pages of the request form: which members each asks for, and what comes after what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from codes.pages.forms.content import UNSEEN
from codes.registry.models import Signal
from codes.review.kinds import KINDS, change_signals, existing
from codes.review.kinds import names as kinds
from codes.review.kinds.fields import Field, blank


@dataclass(frozen=True, slots=True)
class Subject:
    """What a kind of proposal is about: the member that names it, what its page asks, and what the kind is for."""

    member: str
    question: str
    meaning: str


SUBJECTS = {
    kinds.NEW_CODE: Subject("code", "Which code do you propose?", "For a failure that no registered code says."),
    kinds.CHANGE_CODE: Subject(
        "code", "Which code should change?", "Its title, description, defaults, reference or advice."
    ),
    kinds.DEPRECATE_CODE: Subject("code", "Which code should be deprecated?", "So that nobody reports it any more."),
    kinds.REINSTATE_CODE: Subject("code", "Which code should come back?", "A deprecated code becomes active again."),
    kinds.CHANGE_SIGNALS: Subject(
        "identifier", "Which row of the crosswalk?", "Add, change or remove what maps a signal of a real system."
    ),
    kinds.NEW_CATEGORY: Subject(
        "category", "Which category do you propose?", "Takes Standards Action: a Standards-Track RFC. Votes are advice."
    ),
}
# Where the subject is not registered yet, its name can still be changed while the draft is written.
_NAMED_HERE = (kinds.NEW_CODE, kinds.NEW_CATEGORY)

TITLES = {
    "code": "The code",
    "category": "The category",
    "meaning": "What it means",
    "defaults": "The two defaults",
    "reference": "The specification",
    "controller": "The change controller",
    "advice": "Advice for consumers",
    "nearest": "The nearest codes",
    "successor": "The successor",
    "reason": "The reason",
    "row": "The signal",
    "codes": "The codes it maps to",
    "source": "Where it comes from",
}


def members(kind: str, step: str | None = None) -> list[Field]:
    """The members that somebody types, at `step` or at all, once there is a draft."""
    fixed = () if kind in _NAMED_HERE else (SUBJECTS[kind].member,)
    return [
        field
        for name, field in KINDS[kind].FIELDS.items()
        if step in (None, field.step) and name not in (*UNSEEN, *fixed)
    ]


def pages(kind: str) -> list[str]:
    """The steps that ask for something."""
    return [step for step in KINDS[kind].STEPS if members(kind, step)]


def first(kind: str) -> str:
    """The step after the one that names the subject, which makes the draft."""
    named = SUBJECTS[kind].member
    return next(step for step in pages(kind) if [field.name for field in members(kind, step)] != [named])


def after(kind: str, step: str) -> str:
    """The step after `step`, empty after the last."""
    every = pages(kind)
    return (*every, "")[every.index(step) + 1]


def before(kind: str, step: str) -> str:
    """The step before `step`, empty before the first."""
    every = pages(kind)
    return ("", *every)[every.index(step)]


def registered(kind: str, content: dict[str, Any]) -> dict[str, Any]:
    """What the registry says of the subject now, and the state of it that a change is written against."""
    module = KINDS[kind]
    found = {name: value for name, value in module.present(content).items() if name in module.FIELDS}
    return {**{name: value for name, value in found.items() if not blank(value)}, **base(kind, content)}


def base(kind: str, content: Mapping[str, Any]) -> dict[str, str]:
    """The member `base` of something written now; nothing where there is no entry yet."""
    if kind == kinds.CHANGE_SIGNALS:
        row = Signal.objects.filter(pk=content.get("identifier", "")).first()
        return {"base": change_signals.digest(row)} if row else {}
    if "base" not in KINDS[kind].FIELDS:
        return {}
    code = existing.row(dict(content))
    return {"base": code.updated_version} if code else {}
