"""The pieces that bodies are described with, as JSON Schema."""

from collections.abc import Sequence
from typing import Any

from codes.review.kinds.names import KINDS

TEXT_MAX = 4000
# Checked by the schema of its kind, once the proposal is known; the OpenAPI document shows all of them.
CONTENT: dict[str, Any] = {"type": "object", "description": "The members of the kind, all of them anew."}


def of(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """An object of `properties` and nothing else."""
    found: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


def text(description: str, *, least: int = 1, most: int = TEXT_MAX) -> dict[str, Any]:
    """A text that says something: not of spaces alone, and without NUL."""
    return {
        "type": "string",
        "minLength": least,
        "maxLength": most,
        "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
        "description": description,
    }


def flag(description: str) -> dict[str, Any]:
    return {"type": "boolean", "description": description}


def word(description: str, values: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(values), "description": description}


CREATE = of({"kind": word("What it asks for.", KINDS), "content": CONTENT}, "kind")
PATCH = of({"content": CONTENT}, "content")
TEXT = text("Plain text.")
REFERENCE = text("Where it is written down.", most=500)

_CHOSEN = of(
    {
        "number": {"type": "integer", "minimum": 1, "maximum": 10**18 - 1},
        "tag": {"type": "string", "minLength": 1, "maxLength": 40, "description": "The `tag` that was decided from."},
    },
    "number",
    "tag",
)
PUBLISH = of(
    {
        "proposals": {
            "type": "array",
            "minItems": 1,
            "maxItems": 200,
            "items": _CHOSEN,
            "description": "Approved proposals, which make one release together, all or none.",
        }
    },
    "proposals",
)
