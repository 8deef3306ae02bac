"""The members of a proposal's content: what each holds, and how a form asks for it.

One description serves the form, the API, the completeness check and the field-by-field difference.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Field:
    """One member.

    `type` is line, text, boolean, choice, integer, words (a list of strings), reference (title, url, section) or flags
    (a map of booleans). `least` and `most` are characters, or the bounds of an integer. `registered`: a change to it
    voids votes. `step` is the page of the form that asks for it.
    """

    name: str
    type: str
    label: str
    step: str
    help: str = ""
    least: int = 0
    most: int = 200
    required: bool = True
    choices: tuple[str, ...] = ()
    registered: bool = True


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a content: JSON Pointer into it, a word for programs, a sentence for people."""

    pointer: str
    code: str
    detail: str

    def data(self) -> dict[str, str]:
        return {"pointer": self.pointer, "code": self.code, "detail": self.detail}


REFERENCE_MEMBERS = ("title", "url", "section")


def blank(value: Any) -> bool:
    """Whether nothing was given."""
    return value is None or value == "" or value == [] or value == {}


def shape_faults(fields: Mapping[str, Field], content: Mapping[str, Any]) -> list[Fault]:
    """Unknown members, and values of the wrong type. A draft may lack anything, but holds nothing else."""
    faults = [
        Fault(f"/{name}", "unknown_member", f"{name} is no member of this kind of proposal.")
        for name in content
        if name not in fields
    ]
    for name, field in fields.items():
        value = content.get(name)
        if not blank(value) and not _typed(field, value):
            faults.append(Fault(f"/{name}", "wrong_type", f"{field.label}: {_EXPECTED[field.type]} is expected."))
    return faults


_EXPECTED = {
    "line": "a text of one line",
    "text": "a text",
    "choice": "one of the listed words",
    "boolean": "true or false, not as a text,",
    "integer": "a whole number",
    "words": "a list of texts",
    "reference": "an object with title, url and section",
    "flags": "an object of booleans",
}


def _typed(field: Field, value: Any) -> bool:
    match field.type:
        case "line" | "text" | "choice":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "words":
            return isinstance(value, list) and all(isinstance(each, str) for each in value)
        case "reference":
            return (
                isinstance(value, dict)
                and value.keys() <= set(REFERENCE_MEMBERS)
                and all(isinstance(each, str) for each in value.values())
            )
        case "flags":
            return isinstance(value, dict) and all(isinstance(each, bool) for each in value.values())
    return False
