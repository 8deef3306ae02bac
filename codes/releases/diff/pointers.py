"""JSON Pointers (RFC 6901) into entries whose member names need no escaping."""

from typing import Any


def get(data: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        data = data[step]
    return data


def put(data: Any, pointer: str, value: Any) -> None:
    *parents, last = pointer.split("/")[1:]
    for step in parents:
        data = data[step]
    data[last] = value
