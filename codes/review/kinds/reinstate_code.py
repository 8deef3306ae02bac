"""A deprecated code that may be reported again. That changes what deployed agents do."""

from collections.abc import Iterator
from typing import Any

from codes.registry.models import Code, Succession

from . import existing
from .existing import target
from .fields import Fault, Field

__all__ = ["FIELDS", "LABEL", "STEPS", "apply", "faults", "present", "target", "weight"]

LABEL = "Reinstatement of a code"
STEPS = ("code", "reason")
FIELDS = {
    field.name: field
    for field in (
        existing.CODE,
        existing.BASE,
        Field("reason", "text", "Reason", "reason", "Why it should be reported again.", 20, 2000),
    )
}


def faults(content: dict[str, Any]) -> Iterator[Fault]:
    yield from existing.faults(content, Code.Status.DEPRECATED)


def present(content: dict[str, Any]) -> dict[str, Any]:
    return {}


def weight(content: dict[str, Any]) -> str:
    return "behavioural"


def apply(content: dict[str, Any]) -> None:
    row = Code.objects.select_for_update().get(pk=content["code"])
    row.status = Code.Status.ACTIVE
    row.deprecation_reason = row.deprecation_note = row.deprecation_version = ""
    row.save()
    Succession.objects.filter(code=row).delete()
