"""One error object as the checks see it: what was written, what counts, and what the registry says of its code."""

from dataclasses import dataclass
from typing import Any

from ..document import Registry
from ..entries import CodeEntry
from ..resolve import Resolution, TypeReading
from .notes import Notes


@dataclass(slots=True)
class Subject:
    """`written` is the object as it is; `read` holds the members that consumers do not ignore (RFC 9457 section 3.1).

    `pointer` leads to it from the outermost error object; `resolution` is None where there is no code to resolve, and
    `kind` where there is no type.
    """

    written: dict[str, Any]
    read: dict[str, Any]
    pointer: str
    kind: TypeReading | None
    resolution: Resolution | None
    registry: Registry
    notes: Notes

    entry: CodeEntry | None = None

    @property
    def recognized(self) -> bool:
        """Whether consumers take it for a harness error: by its type, and it needs a code."""
        return self.kind is not None and self.kind.recognized and self.resolution is not None

    def say(self, rule: str, member: str, message: str, section: str | None = None) -> None:
        """A finding about `member`, a path below this object, or about all of it where that is empty."""
        self.notes.say(rule, f"{self.pointer}{member}", message, section)

    def retryable(self) -> bool:
        """What counts: the object's own value, else the default (draft section 4.3)."""
        own = self.read.get("retryable")
        return own if own is not None else bool(self.resolution and self.resolution.retryable.value)

    def model_recoverable(self) -> bool:
        """The same for draft section 4.4."""
        own = self.read.get("model_recoverable")
        return own if own is not None else bool(self.resolution and self.resolution.model_recoverable.value)
