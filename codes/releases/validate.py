"""A document is held to the published schema before it is stored for ever."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

SCHEMA = Path(__file__).parent / "schemas" / "registry.schema.json"


class InvalidDocument(ValueError):
    """The rows do not make a document that the schema allows. Nothing was written."""


def registry(content: bytes) -> None:
    """Raises InvalidDocument with the place of the worst fault."""
    error = jsonschema.exceptions.best_match(_validator().iter_errors(json.loads(content)))
    if error is not None:
        raise InvalidDocument(f"{error.json_path}: {error.message}")


def schema() -> dict[str, Any]:
    """The schema of registry.json. Each release carries a copy."""
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


@cache
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema())
