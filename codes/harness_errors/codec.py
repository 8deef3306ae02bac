"""Frozen dataclasses <-> plain JSON data, strict about what is there and lenient about what is new.

A reader must survive a document of a later minor format, so unknown members are ignored; a member that is missing or of
the wrong JSON type is a fault of the document and says where.
"""

import dataclasses
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Self


class DocumentError(ValueError):
    """The document is not what its format promises. `pointer` is the JSON Pointer of the place."""

    def __init__(self, pointer: str, message: str):
        super().__init__(f"{pointer or 'document'}: {message}")
        self.pointer = pointer


def encode(value: Any) -> Any:
    """Dataclasses, tuples and mappings as the dicts, lists and scalars that `json` writes. `None` is kept."""
    # The many first: most of a document are scalars.
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {key: encode(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value):
        kind: Any = type(value)
        return {name: encode(getattr(value, name)) for name in _names(kind)}
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def decode(kind: Any, data: Any, pointer: str = "") -> Any:
    """`data` read as `kind`: a dataclass, `tuple[X, ...]`, `dict[str, bool]`, a scalar type or `X | None`.

    Raises DocumentError with the JSON Pointer of the first member that is missing or of another type.
    """
    try:
        return _reader(kind)(data)
    except _Fault as fault:
        place = "".join(f"/{step}" for step in reversed(fault.steps))
        raise DocumentError(f"{pointer}{place}", fault.message) from None


class _Fault(Exception):
    """What is wrong; where, is added step by step on the way out, so that a sound document costs no pointers."""

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message
        self.steps: list[str | int] = []

    def inside(self, step: str | int) -> Self:
        self.steps.append(step)
        return self


_WORDS = {str: "a string", int: "an integer", bool: "true or false"}


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How `kind` is read: worked out once, because a document has thousands of values of few kinds."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType:
        (arm,) = (arm for arm in inner if arm is not type(None))
        return _optional(_reader(arm))
    if origin is tuple:
        return _array(_reader(inner[0]))
    if origin is dict:
        return _map(_reader(inner[1]))
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return _object(kind, [(field.name, _reader(hints[field.name])) for field in dataclasses.fields(kind)])
    return _scalar(kind)


def _scalar(kind: type) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        # `type` rather than isinstance: JSON true is no integer.
        if type(data) is not kind:
            raise _Fault(f"must be {_WORDS[kind]}")
        return data

    return read


def _optional(arm: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda data: None if data is None else arm(data)


def _array(item: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise _Fault("must be an array")
        found: list[Any] = []
        try:
            for value in data:
                found.append(item(value))  # noqa: PERF401  their number says where it went wrong
        except _Fault as fault:
            raise fault.inside(len(found)) from None
        return tuple(found)

    return read


def _map(item: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    def read(data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise _Fault("must be an object")
        found: dict[str, Any] = {}
        for key, value in data.items():
            try:
                found[key] = item(value)
            except _Fault as fault:
                raise fault.inside(key) from None
        return found

    return read


def _object(kind: Any, members: list[tuple[str, Callable[[Any], Any]]]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise _Fault("must be an object")
        name, found = "", {}
        try:
            for name, member in members:
                if name not in data:
                    raise _Fault("is missing")
                found[name] = member(data[name])
        except _Fault as fault:
            raise fault.inside(name) from None
        return kind(**found)

    return read
