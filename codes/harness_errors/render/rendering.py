"""What every carrier's rendering has in common."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Rendering:
    """An error object as one carrier writes it.

    `carrier` is one of CARRIERS, `version` the protocol version or None where the carrier has none, `form` what kind of
    message `content` is. `content` is JSON data or a line of text; None where the carrier has no place for this error,
    and then `notes` say why. `notes` also say what the writer must know: what was left out, what was chosen.
    """

    carrier: str
    version: str | None
    form: str
    content: Any
    notes: tuple[str, ...] = ()


class NotRenderableError(ValueError):
    """What was given is no harness error object, or the carrier has no such version. `pointer` is a JSON Pointer."""

    def __init__(self, pointer: str, message: str):
        super().__init__(message)
        self.pointer = pointer
