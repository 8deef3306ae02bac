"""A2A task statuses (draft section 8.2, Table 6) for versions 0.3 and 1.0."""

from collections.abc import Mapping
from typing import Any

from ..document import Registry
from ..problem_type import A2A_EXTENSION_URI
from ..resolve import Resolution
from ..wire_versions import A2A_VERSIONS, a2a_state
from .given import checked, outside_http, text, title
from .rendering import NotRenderableError, Rendering

VERSIONS = tuple(each["version"] for each in A2A_VERSIONS)
_ROLES = {each["version"]: each["agent_role"] for each in A2A_VERSIONS}
_FAILED = "failed"


def task_status(
    found: Mapping[str, Any],
    registry: Registry,
    version: str,
    *,
    message_id: str,
    extension_active: bool = True,
    timestamp: str | None = None,
) -> Rendering:
    """`content` is the TaskStatus: state, a text part for every client, and the object as a data part where the client
    has activated the extension. `timestamp` is RFC 3339. Raises NotRenderableError.
    """
    known(version)
    resolution = checked(found, registry)
    said, notes = _text(found, resolution)
    parts: list[dict[str, Any]] = [_part(version, "text", said)]
    message: dict[str, Any] = {"messageId": message_id, "role": _ROLES[version], "parts": parts}
    if version == "0.3":
        message["kind"] = "message"
    if extension_active:
        parts.append(_part(version, "data", outside_http(found)))
        message["extensions"] = [A2A_EXTENSION_URI]
    else:
        notes.append("The client has not activated the extension, so the object stays behind.")
    status: dict[str, Any] = {"state": state(resolution, version), "message": message}
    if timestamp is not None:
        status["timestamp"] = timestamp
    return Rendering("a2a", version, "task_status", status, tuple(notes))


def task(
    found: Mapping[str, Any],
    registry: Registry,
    version: str,
    *,
    task_id: str,
    context_id: str,
    message_id: str,
    extension_active: bool = True,
    timestamp: str | None = None,
) -> Rendering:
    """`content` is the whole Task around `task_status`. Raises NotRenderableError."""
    status = task_status(
        found,
        registry,
        version,
        message_id=message_id,
        extension_active=extension_active,
        timestamp=timestamp,
    )
    status.content["message"] |= {"taskId": task_id, "contextId": context_id}
    content: dict[str, Any] = {"id": task_id, "contextId": context_id, "status": status.content}
    if version == "0.3":
        content["kind"] = "task"
    return Rendering("a2a", version, "task", content, status.notes)


def state(resolution: Resolution, version: str) -> str:
    """The task state of a code; `failed` for one that the registry does not know."""
    return a2a_state(resolution.entry.informative.a2a.state if resolution.entry else _FAILED, version)


def known(version: str) -> None:
    if version not in VERSIONS:
        raise NotRenderableError("/version", f"The version of A2A is one of {', '.join(VERSIONS)}.")


def _part(version: str, kind: str, value: Any) -> dict[str, Any]:
    return {"kind": kind, kind: value} if version == "0.3" else {kind: value}


def _text(found: Mapping[str, Any], resolution: Resolution) -> tuple[str, list[str]]:
    if detail := text(found, "detail"):
        return detail, []
    return title(found, resolution), ["There is no detail, so the text part holds the title alone."]
