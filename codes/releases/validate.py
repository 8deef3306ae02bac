"""Documents are held to schemas, to each other and to what they were made from before they are stored for ever."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from codes.harness_errors.document import DocumentError, Registry, Signals

from . import consistent

SCHEMAS = Path(__file__).parent / "schemas"


class InvalidDocument(ValueError):
    """The rows do not make documents that may be published. Nothing was written."""


def documents(made: Registry, crosswalk: Signals) -> None:
    """Raises InvalidDocument with the place of the worst fault, for what no reader could read back as well.

    JSON columns hold what no table constrains, so a row can carry what the dataclasses do not promise.
    """
    for document, check in ((made, registry), (crosswalk, signals)):
        content = document.to_bytes()
        check(content)
        try:
            again = type(document).from_bytes(content)
        except DocumentError as error:
            raise InvalidDocument(str(error)) from None
        if again != document:
            raise InvalidDocument(f"{document.kind} reads back as something else.")
    for fault in consistent.faults(made, crosswalk):
        raise InvalidDocument(fault)


def registry(content: bytes) -> None:
    """Holds `registry.json` to its schema. Raises InvalidDocument with the place of the worst fault."""
    _check("registry.schema.json", content)


def signals(content: bytes) -> None:
    """Holds `signals.json` to its schema. Raises InvalidDocument with the place of the worst fault."""
    _check("signals.schema.json", content)


def schema(name: str = "registry.schema.json") -> dict[str, Any]:
    """One of our schemas; that of registry.json goes with each release."""
    found: dict[str, Any] = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    return found


def _check(name: str, content: bytes) -> None:
    error = jsonschema.exceptions.best_match(_validator(name).iter_errors(json.loads(content)))
    if error is not None:
        raise InvalidDocument(f"{error.json_path}: {error.message}")


@cache
def _validator(name: str) -> Any:
    every = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"uniqueItems": _unique})
    return every(schema(name))


def _unique(validator: Any, wanted: bool, instance: Any, schema: Any) -> Iterator[jsonschema.ValidationError]:
    """The package compares each object with each other: minutes for thousands of codes. Texts can be looked up."""
    if not wanted or not validator.is_type(instance, "array"):
        return
    texts = [json.dumps(item, sort_keys=True) for item in instance]
    if len(set(texts)) < len(texts):
        yield jsonschema.ValidationError("Two items are the same.")
