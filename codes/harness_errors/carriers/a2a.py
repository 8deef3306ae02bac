"""A2A tasks and status updates (draft section 8.2): the object is a data part of the status message."""

from collections.abc import Iterator
from typing import Any

from .found import Found, Head, at, is_harness_error

# States in which a task goes on, or ended well: nothing to report (draft section 8.2).
_CALM = frozenset({"submitted", "working", "input-required", "auth-required", "completed"})


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """A task, alone, as `{"task": …}` or `{"statusUpdate": …}`, or any of these in a JSON-RPC response."""
    task, place = data, ""
    for name in ("result", "task", "statusUpdate"):
        if isinstance(task.get(name), dict):
            task, place = task[name], at(place, name)
    status = task.get("status")
    if not isinstance(status, dict) or not isinstance(status.get("state"), str):
        return None
    found_in = f"a2a_task_{version(task)}"
    places = list(_objects(status, at(place, "status")))
    if places:
        others = tuple(pointer for _, pointer in places[1:])
        return Found(found_in, *places[0], task, place, others=others)
    state = plain_state(status["state"])
    calm = f"A task in the state {state} goes on or ended well." if state in _CALM else None
    return Found(found_in, None, "", task, place, no_error=calm)


def version(task: dict[str, Any]) -> str:
    """1.0 spells states TASK_STATE_… and parts without `kind`."""
    return "1.0" if task["status"]["state"].startswith("TASK_STATE_") else "0.3"


def plain_state(state: str) -> str:
    """A state of either version in the draft's spelling."""
    return state.removeprefix("TASK_STATE_").lower().replace("_", "-") if state.startswith("TASK_STATE_") else state


def _objects(status: dict[str, Any], place: str) -> Iterator[tuple[dict[str, Any], str]]:
    message = status.get("message")
    parts = message.get("parts") if isinstance(message, dict) else None
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        if isinstance(part, dict) and is_harness_error(part.get("data")):
            yield part["data"], at(place, "message", "parts", index, "data")
