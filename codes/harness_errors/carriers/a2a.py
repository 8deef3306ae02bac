"""A2A tasks and status updates (draft section 8.2): the object is a data part of the status message."""

from collections.abc import Iterator
from typing import Any

from .found import Found, Head, at, is_harness_error

# States in which a task goes on, or ended well: nothing to report (draft section 8.2).
_CALM = frozenset({"submitted", "working", "input-required", "auth-required", "completed"})


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """A task or its status, alone, as `{"task": …}` or `{"statusUpdate": …}`, or these in a JSON-RPC response."""
    task, place = data, ""
    for name in ("result", "task", "statusUpdate"):
        if isinstance(task.get(name), dict):
            task, place = task[name], at(place, name)
    status, where = status_of(task, place)
    if not isinstance(status.get("state"), str) or (status is task and not _is_status(task)):
        return None
    found_in = f"a2a_task_{_version(status)}"
    places = list(_objects(status, where))
    if places:
        others = tuple(pointer for _, pointer in places[1:])
        return Found(found_in, *places[0], task, place, others=others)
    state = plain_state(status["state"])
    calm = f"A task in the state {state} goes on or ended well." if state in _CALM else None
    return Found(found_in, None, "", task, place, no_error=calm)


def status_of(task: dict[str, Any], place: str) -> tuple[dict[str, Any], str]:
    """The status of a task or of an update, with its pointer; what has none is taken for the status itself."""
    status = task.get("status")
    return (status, at(place, "status")) if isinstance(status, dict) else (task, place)


def is_update(task: dict[str, Any], place: str) -> bool:
    """Whether `task`, at `place`, is the event that tells a change of status, which names the task by `taskId`."""
    return task.get("kind") == "status-update" or place.endswith("/statusUpdate")


def _is_status(data: dict[str, Any]) -> bool:
    """Whether `data` is a status alone: other things have a `state`, too."""
    message = data.get("message")
    return isinstance(message, dict) and isinstance(message.get("parts"), list)


def _version(status: dict[str, Any]) -> str:
    """1.0 spells states TASK_STATE_… and parts without `kind`."""
    return "1.0" if status["state"].startswith("TASK_STATE_") else "0.3"


def plain_state(state: str) -> str:
    """A state of either version in the draft's spelling."""
    return state.removeprefix("TASK_STATE_").lower().replace("_", "-") if state.startswith("TASK_STATE_") else state


def _objects(status: dict[str, Any], place: str) -> Iterator[tuple[dict[str, Any], str]]:
    message = status.get("message")
    parts = message.get("parts") if isinstance(message, dict) else None
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if isinstance(part, dict) and is_harness_error(part.get("data")):
            yield part["data"], at(place, "message", "parts", index, "data")
