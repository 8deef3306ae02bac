"""Frozen dataclasses <-> plain JSON data, strict about what is there and lenient about what is new.

A reader must survive a document of a later minor format, so unknown members are ignored; a member that is missing or of
the wrong JSON type is a fault of the document and says where.
"""

import dataclasses
import types
import typing
from functools import cache
from typing import Any


class DocumentError(ValueError):
    """The document is not what its format promises. `pointer` is the JSON Pointer of the place."""

    def __init__(self, pointer: str, message: str):
        super().__init__(f"{pointer or 'document'}: {message}")
        self.pointer = pointer


def encode(value: Any) -> Any:
    """Dataclasses, tuples and mappings as the dicts, lists and scalars that `json` writes. `None` is kept."""
    if dataclasses.is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {key: encode(item) for key, item in value.items()}
    return value


def decode(kind: Any, data: Any, pointer: str = "") -> Any:
    """`data` read as `kind`: a dataclass, `tuple[X, ...]`, `dict[str, bool]`, a scalar type or `X | None`.

    Raises DocumentError with the JSON Pointer of the first member that is missing or of another type.
    """
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        (inner,) = (arm for arm in typing.get_args(kind) if arm is not type(None))
        return None if data is None else decode(inner, data, pointer)
    if origin is tuple:
        item = typing.get_args(kind)[0]
        _require(isinstance(data, list), pointer, "must be an array")
        return tuple(decode(item, value, f"{pointer}/{index}") for index, value in enumerate(data))
    if origin is dict:
        item = typing.get_args(kind)[1]
        _require(isinstance(data, dict), pointer, "must be an object")
        return {key: decode(item, value, f"{pointer}/{key}") for key, value in data.items()}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        _require(isinstance(data, dict), pointer, "must be an object")
        return kind(
            **{name: decode(hint, _member(data, name, pointer), f"{pointer}/{name}") for name, hint in _hints(kind)}
        )
    # `type` rather than isinstance: JSON true is no integer.
    _require(type(data) is kind, pointer, f"must be {_WORDS[kind]}")
    return data


_WORDS = {str: "a string", int: "an integer", bool: "true or false"}


@cache
def _hints(kind: Any) -> tuple[tuple[str, Any], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in dataclasses.fields(kind))


def _member(data: dict[str, Any], name: str, pointer: str) -> Any:
    _require(name in data, f"{pointer}/{name}", "is missing")
    return data[name]


def _require(holds: bool, pointer: str, message: str) -> None:
    if not holds:
        raise DocumentError(pointer, message)
