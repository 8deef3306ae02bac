"""What is written down or streamed: the bare object, a log line, a server-sent event (draft section 6.2)."""

import json
from collections.abc import Mapping
from typing import Any

from ..document import Registry
from .given import checked, outside_http, title
from .rendering import Rendering

_PRIVACY = "Keep such logs no longer, and show them to no more people, than the conversations they are about."


def bare(found: Mapping[str, Any], registry: Registry) -> Rendering:
    """`content` is the object as a library returns it. Raises NotRenderableError."""
    checked(found, registry)
    return Rendering("object", None, "object", outside_http(found))


def log_line(found: Mapping[str, Any], registry: Registry, *, timestamp: str | None = None) -> Rendering:
    """`content` is one line of JSON without a line break: escapes keep whatever the object holds inside it."""
    resolution = checked(found, registry)
    record: dict[str, Any] = {"timestamp": timestamp} if timestamp else {}
    record["severity"] = "INFO" if resolution.code == "harness.cancelled" else "ERROR"
    record["message"] = title(found, resolution)
    record["error"] = outside_http(found)
    return Rendering("log", None, "line", _line(record), (_PRIVACY,))


def event(found: Mapping[str, Any], registry: Registry, *, name: str = "error") -> Rendering:
    """`content` is a server-sent event, for a response that has begun. The name is up to the protocol."""
    checked(found, registry)
    return Rendering("event", None, "server-sent event", f"event: {name}\ndata: {_line(outside_http(found))}\n\n")


def _line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
