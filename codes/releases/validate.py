"""A document is held to the published schema before it is stored for ever."""

import json
from collections.abc import Iterator
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
def _validator() -> Any:
    every = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"uniqueItems": _unique})
    return every(schema())


def _unique(validator: Any, wanted: bool, instance: Any, schema: Any) -> Iterator[jsonschema.ValidationError]:
    """The package compares each object with each other: minutes for thousands of codes. Texts can be looked up."""
    if not wanted or not validator.is_type(instance, "array"):
        return
    texts = [json.dumps(item, sort_keys=True) for item in instance]
    if len(set(texts)) < len(texts):
        yield jsonschema.ValidationError("Two items are the same.")
