"""The content of a proposal as JSON Schema, one for each kind, from the fields that the form is drawn from.

A draft may lack any member, so none is required here: what is missing is said when it is submitted.
"""

from typing import Any

from codes.review.kinds import KINDS
from codes.review.kinds.fields import REFERENCE_MEMBERS, Field

_NO_NUL = "^[^\\u0000]*$"
_TEXT = {"type": "string", "pattern": _NO_NUL}
_MAYBE_TEXT = {**_TEXT, "type": ["string", "null"]}
_TYPES: dict[str, dict[str, Any]] = {
    "line": _MAYBE_TEXT,
    "text": _MAYBE_TEXT,
    "choice": _MAYBE_TEXT,
    "boolean": {"type": ["boolean", "null"]},
    "integer": {"type": ["integer", "null"]},
    "words": {"type": ["array", "null"], "items": _TEXT},
    "reference": {
        "type": ["object", "null"],
        "properties": dict.fromkeys(REFERENCE_MEMBERS, _MAYBE_TEXT),
        "additionalProperties": False,
    },
    "flags": {"type": ["object", "null"], "additionalProperties": {"type": ["boolean", "null"]}},
}


def component(kind: str) -> str:
    """The name of the schema of `kind` in the OpenAPI document: NewCodeContent for new_code."""
    return "".join(part.title() for part in kind.split("_")) + "Content"


def schema(kind: str) -> dict[str, Any]:
    fields: dict[str, Field] = KINDS[kind].FIELDS
    return {
        "type": "object",
        "description": f"{KINDS[kind].LABEL}. To be submitted it needs: {', '.join(_required(fields))}.",
        "properties": {
            name: {**_TYPES[field.type], "description": _description(field)} for name, field in fields.items()
        },
        "additionalProperties": False,
    }


def merged(present: Any, patch: Any) -> Any:
    """`present` after `patch` (RFC 7396): null takes a member away. With an empty present: `patch` without nulls."""
    if not isinstance(patch, dict):
        return patch
    found = dict(present) if isinstance(present, dict) else {}
    for name, value in patch.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value)
    return found


def _required(fields: dict[str, Field]) -> list[str]:
    return [name for name, field in fields.items() if field.required]


def _description(field: Field) -> str:
    parts = [f"{field.label}.".replace("?.", "?"), field.help]
    if field.choices:
        parts.append(f"One of {', '.join(field.choices)}.")
    elif field.type in ("line", "text"):
        parts.append(f"{field.least or 1} to {field.most} characters.")
    elif field.type == "integer":
        parts.append(f"From {field.least} to {field.most}.")
    return " ".join(part for part in parts if part)
