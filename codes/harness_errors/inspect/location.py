"""`location` (draft section 4.10)."""

import re

from .subject import Subject

_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*")


def check(subject: Subject) -> None:
    pointer = subject.read.get("location", {}).get("pointer")
    if pointer is None or _POINTER.fullmatch(pointer):
        return
    hint = "the form with # is for URIs" if pointer.startswith("#") else "it begins with / and escapes ~ as ~0, / as ~1"
    subject.say("location.pointer", "/location/pointer", f"Not a JSON Pointer (RFC 6901): {hint}.")
