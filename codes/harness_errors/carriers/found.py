"""What a finder answers: the object, where it stood, and what stood around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..problem_type import TYPE_URIS

# What an object can be found in.
CARRIERS = {
    "object": "the object itself",
    "http_response": "the body of an HTTP response",
    "mcp_result": "the result of an MCP tool call",
    "json_rpc_error": "a JSON-RPC error",
    "a2a_task_0.3": "an A2A 0.3 task",
    "a2a_task_1.0": "an A2A 1.0 task",
    "a2a_error_0.3": "an A2A 0.3 protocol error",
    "a2a_error_1.0": "an A2A 1.0 protocol error",
    "log_line": "a log record or a streamed event",
    "opentelemetry": "OpenTelemetry attributes",
    "tcp_ap": "a TCP/AP response",
    "elsewhere": "a place that no binding knows",
    "nothing": "nothing that was recognised",
}


@dataclass(frozen=True, slots=True)
class Head:
    """Status and header fields of an HTTP response; names of fields in lower case, the last of equal names counts."""

    status: int
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Found:
    """`found_in` is a key of CARRIERS; `pointer` leads to `object` from the root of the JSON text.

    `holder` is the part of the carrier that has rules of its own (the MCP result, the task, the JSON-RPC error), at
    `holder_pointer`; all of the data where nothing was recognised. `others` are the pointers of further objects.
    `no_error` says why nothing is to be reported. `code_only` is set where a code was all there was, and the object
    was made around it.
    """

    found_in: str
    object: dict[str, Any] | None = None
    pointer: str = ""
    holder: Any = None
    holder_pointer: str = ""
    head: Head | None = None
    others: tuple[str, ...] = field(default=())
    no_error: str | None = None
    code_only: bool = False


def is_harness_error(value: Any) -> bool:
    """Draft section 6.3: an object is recognised by its type member."""
    return isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] in TYPE_URIS


def at(pointer: str, *names: str | int) -> str:
    """`pointer` and `names` below it as one JSON Pointer (RFC 6901)."""
    return pointer + "".join(f"/{str(name).replace('~', '~0').replace('/', '~1')}" for name in names)
