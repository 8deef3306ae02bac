"""A TCP/AP response by its own rules, and the object that it becomes."""

from typing import Any

from .. import tcp_ap
from ..carriers import Found
from ..document import Registry, Signals
from ..translate.tcp_ap import translate_envelope
from .notes import Notes
from .rules import TCP_AP


def check(found: Found, notes: Notes) -> None:
    """A finding for each rule that the envelope breaks."""
    envelope = tcp_ap.read(found.holder, found.head.status if found.head else None)
    for fault in envelope.faults:
        notes.at(TCP_AP[fault.rule].id, fault.pointer, fault.message)


def translated(found: Found, registry: Registry, signals: Signals) -> dict[str, Any] | None:
    """The harness error object of the envelope, None where it reports no error or one that no code is about."""
    return translate_envelope(found.holder, registry, signals, found.head.status if found.head else None).object
