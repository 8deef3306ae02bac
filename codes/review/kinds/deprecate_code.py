"""A code that should no longer be reported. It stays registered for ever."""

from collections.abc import Iterator
from typing import Any

from codes.registry.models import Code, Succession

from . import existing
from .existing import target
from .fields import Fault, Field

__all__ = ["FIELDS", "LABEL", "STEPS", "apply", "faults", "present", "target", "weight"]

LABEL = "Deprecation of a code"
STEPS = ("code", "successor", "reason")
FIELDS = {
    field.name: field
    for field in (
        existing.CODE,
        existing.BASE,
        Field("successor", "line", "Successor", "successor", "The active code to report instead.", 3, 129, False),
        Field(
            "why_no_successor",
            "text",
            "Why there is no successor",
            "successor",
            "Where no code takes its place.",
            20,
            2000,
            False,
        ),
        Field("reason", "text", "Reason", "reason", "Why it should not be reported any more. Published.", 20, 2000),
        Field("note", "text", "Note", "reason", "Advice for whoever reports it today. Published.", 1, 2000, False),
    )
}


def faults(content: dict[str, Any]) -> Iterator[Fault]:
    yield from existing.faults(content, Code.Status.ACTIVE)
    successor, reason = content.get("successor", ""), content.get("why_no_successor", "")
    if not successor and not reason:
        yield Fault("/successor", "missing", "Name the code to report instead, or say why there is none.")
    if successor and reason:
        yield Fault("/why_no_successor", "not_with_successor", "There is a successor, so there is nothing to explain.")
    if successor:
        yield from _successor_faults(content.get("code", ""), successor)


def _successor_faults(code: str, successor: str) -> Iterator[Fault]:
    at = "/successor"
    row = Code.objects.filter(pk=successor).first()
    if row is None:
        yield Fault(at, "unknown_code", f"{successor} is not registered.")
    elif successor == code:
        yield Fault(at, "itself", "A code does not succeed itself.")
    elif row.status != Code.Status.ACTIVE:
        yield Fault(at, "not_active", f"{successor} is deprecated itself, so nobody should be sent to it.")
    elif code in _successors(successor):
        yield Fault(at, "cycle", f"{successor} leads back to {code}.")


def _successors(code: str) -> set[str]:
    """Every code that one comes to from `code`."""
    found: set[str] = set()
    ahead = {code}
    while ahead:
        found |= ahead
        following = Succession.objects.filter(code_id__in=ahead).values_list("successor_id", flat=True)
        ahead = set(following) - found
    return found


def present(content: dict[str, Any]) -> dict[str, Any]:
    row = existing.row(content)
    if row is None:
        return {}
    successors = sorted(row.successions.values_list("successor_id", flat=True))
    return {"successor": ", ".join(successors), "reason": row.deprecation_reason, "note": row.deprecation_note}


def weight(content: dict[str, Any]) -> str:
    return "deprecation"


def apply(content: dict[str, Any]) -> None:
    row = Code.objects.select_for_update().get(pk=content["code"])
    row.status = Code.Status.DEPRECATED
    row.deprecation_reason = content["reason"]
    row.deprecation_note = content.get("note", "")
    row.save()
    successor = content.get("successor")
    # Whoever was sent here before is sent on, or nowhere: a successor is always one to report.
    for before in Succession.objects.filter(successor=row):
        if successor and not Succession.objects.filter(code_id=before.code_id, successor_id=successor).exists():
            Succession.objects.filter(pk=before.pk).update(successor_id=successor)
        else:
            before.delete()
    if successor:
        Succession.objects.create(code=row, successor_id=successor)
