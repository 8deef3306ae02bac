"""The object in an A2A task (draft section 8.2) or protocol error (8.3), against the protocol's own versions."""

from typing import Any

from ..carriers import Found
from ..carriers.a2a import is_update, plain_state, status_of
from .subject import Subject

# Required members of a task, of the event about its status, of the status message and of each part, by version.
_TASK = {"0.3": ("id", "contextId", "kind"), "1.0": ("id",)}
_UPDATE = {"0.3": ("taskId", "contextId", "kind", "final"), "1.0": ("taskId", "contextId")}
_MESSAGE = {"0.3": ("messageId", "role", "kind", "parts"), "1.0": ("messageId", "role", "parts")}
_ROLE = {"0.3": "agent", "1.0": "ROLE_AGENT"}


def check_task(subject: Subject, found: Found) -> None:
    task, place, version = found.holder, found.holder_pointer, found.found_in[-3:]
    status, where = status_of(task, place)
    if is_update(task, place):
        _required(subject, task, place, _UPDATE[version], f"A2A {version} requires `{{}}` in a status update.")
    elif status is not task:
        _required(subject, task, place, _TASK[version], f"A2A {version} requires `{{}}` in a task.")
    message = status["message"]
    _message(subject, message, f"{where}/message", version)
    _state(subject, status["state"], f"{where}/state", version)
    _text(subject, message["parts"], f"{where}/message/parts", version)


def _message(subject: Subject, message: dict[str, Any], where: str, version: str) -> None:
    _required(subject, message, where, _MESSAGE[version], f"A2A {version} requires `{{}}` in a message.")
    if "role" in message and message["role"] != _ROLE[version]:
        subject.notes.at("a2a.required", f"{where}/role", f"In A2A {version} the role of an agent is {_ROLE[version]}.")
    _parts(subject, message["parts"], f"{where}/parts", version)


def check_error(subject: Subject, found: Found) -> None:
    """A2A 1.0: what stands in the list is a Protocol Buffers `Any`, known by its @type."""
    if found.found_in != "a2a_error_1.0":
        return
    member = "details" if "details" in found.holder else "data"
    content = found.holder.get(member)
    if not isinstance(content, list):
        place = f"{found.holder_pointer}/{member}"
        subject.notes.at("a2a.error_data", place, "In A2A 1.0 this is an array of objects, each with @type.")
        return
    for index, entry in enumerate(content):
        if not isinstance(entry, dict) or "@type" not in entry:
            place = f"{found.holder_pointer}/{member}/{index}"
            subject.notes.at("a2a.error_data", place, "An entry has @type; wrap the object in google.protobuf.Struct.")


def _required(subject: Subject, value: dict[str, Any], place: str, names: tuple[str, ...], said: str) -> None:
    for name in names:
        if name not in value:
            subject.notes.at("a2a.required", place, said.format(name))


def _parts(subject: Subject, parts: list[Any], place: str, version: str) -> None:
    for index, part in enumerate(parts):
        if isinstance(part, dict) and ("kind" in part) != (version == "0.3"):
            message = (
                "A2A 0.3 requires `kind` on each part." if version == "0.3" else "A2A 1.0 knows no `kind` on a part."
            )
            subject.notes.at("a2a.required", f"{place}/{index}", message)


def _state(subject: Subject, state: str, place: str, version: str) -> None:
    entry = subject.entry
    meant = entry.informative.a2a.state if entry else "failed"
    if plain_state(state) != meant:
        written = meant if version == "0.3" else f"TASK_STATE_{meant.upper()}"
        subject.notes.at("a2a.state", place, f"A task that ends with this code is {written}.")


def _text(subject: Subject, parts: list[Any], place: str, version: str) -> None:
    texts = [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]
    if not texts:
        subject.notes.at("a2a.text", place, "Clients without the extension read only text parts, and there is none.")
    elif "detail" in subject.read and subject.read["detail"] not in texts:
        subject.notes.at("a2a.text", place, "No text part is the `detail` of the object.")
