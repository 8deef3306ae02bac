"""The response envelope of TCP/AP. It carries its own error object; what code that is, a translation says."""

from typing import Any

from .found import Found, Head

DOMAINS = ("request", "protocol", "artifact", "interpretation", "platform")
_STATUSES = ("EVALUATED", "ERROR")


def find(data: dict[str, Any], head: Head | None) -> Found | None:
    """The envelope, or an error object of TCP/AP by itself."""
    if "failure_domain" in data:
        return Found("tcp_ap", None, "", {"error": data}, "")
    error = data.get("error")
    if not (isinstance(error, dict) and "failure_domain" in error) and not (
        "verdict" in data and data.get("status") in _STATUSES
    ):
        return None
    verdict = data.get("verdict")
    calm = None
    if error is None and isinstance(verdict, dict) and verdict.get("conformant") is True:
        calm = "The verdict is conformant, which is the one outcome to act on."
    return Found("tcp_ap", None, "", data, "", no_error=calm)
