"""A TCP/AP response by its own rules: the envelope, the closed set of domains, what is deterministic."""

from ..carriers import Found
from ..carriers.tcp_ap import DOMAINS
from .notes import Notes

_DETERMINISTIC = frozenset({400, 422})


def check(found: Found, notes: Notes) -> None:
    envelope = found.holder
    error = envelope.get("error")
    if isinstance(error, dict):
        domain = error.get("failure_domain")
        if domain not in DOMAINS:
            known = ", ".join(DOMAINS)
            notes.at("tcp_ap.domain", "/error/failure_domain" if "status" in envelope else "", f"The five are {known}.")
        status = found.head.status if found.head else None
        fixed = status in _DETERMINISTIC or domain in ("request", "protocol", "artifact", "interpretation")
        if error.get("retryable") is True and fixed:
            message = "The same request fails the same way: IT IS READ AS FALSE."
            notes.at("tcp_ap.retryable", "/error/retryable" if "status" in envelope else "/retryable", message)
    if "status" in envelope or "verdict" in envelope:
        _envelope(found, notes)


def _envelope(found: Found, notes: Notes) -> None:
    envelope = found.holder
    if not isinstance(envelope.get("trace_id"), str):
        notes.at("tcp_ap.trace_id", "", "`trace_id` ties a decision to its audit record.")
    error = envelope.get("error")
    drift = isinstance(error, dict) and error.get("failure_domain") == "interpretation"
    meant = "EVALUATED" if error is None or drift else "ERROR"
    if envelope.get("status") != meant:
        notes.at("tcp_ap.status", "/status", f"An envelope with this content has status {meant}.")
