"""A TCP/AP response. It carries an error object of its own; which code that is, a translation says."""

from typing import Any

from ..tcp_ap import is_envelope, read
from .found import Found, Head


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    if not is_envelope(data):
        return None
    envelope = read(data, head.status if head else None)
    calm = "Evaluated and conformant: the one outcome that may be acted on." if envelope.admissible else None
    return Found("tcp_ap", None, "", data, "", no_error=calm)
