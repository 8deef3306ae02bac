"""What a proposal needs before anybody is asked to review it. Each fault is a field error and a pointer in the API."""

from typing import Any

from django.db.models import Value
from django.db.models.functions import Replace

from .kinds import KINDS, texts
from .kinds.fields import Fault, shape_faults
from .kinds.names import NEW_CODE
from .models import Proposal
from .similar import near
from .states import OPEN


def shape(kind: str, content: dict[str, Any]) -> list[Fault]:
    """What no draft may hold: unknown members and wrong types."""
    return shape_faults(KINDS[kind].FIELDS, content)


def faults(kind: str, content: dict[str, Any], *, own: int = 0) -> list[Fault]:
    """Everything that stands in the way of submitting `content`, in the order of the form; none when it is complete.

    `own` is the number of the proposal that it belongs to.
    """
    module = KINDS[kind]
    if wrong := shape(kind, content):
        return wrong
    found = [*texts.faults(module.FIELDS, content), *module.faults(content)]
    if not any(each.pointer in ("/code", "/category", "/identifier") for each in found):
        found += taken(module.target(content), own)
    if kind == NEW_CODE and not any(each.pointer in ("/code", "/title", "/description") for each in found):
        found += _nearest(content, own)
    order = list(module.FIELDS)
    return sorted(found, key=lambda each: _place(order, each.pointer))


def open_for(target: str, *, but: int = 0) -> Proposal | None:
    """The open proposal for `target`, or for one that would be the same constant in client libraries."""
    asked = Proposal.objects.alias(skeleton=Replace("target", Value("."), Value("_")))
    return asked.filter(skeleton=target.replace(".", "_"), state__in=OPEN).exclude(pk=but).first()


def taken(target: str, own: int) -> list[Fault]:
    """The fault of a target that another open proposal has."""
    other = open_for(target, but=own) if target else None
    if other is None:
        return []
    member = {"code": "code", "category": "category", "signal": "identifier"}[target.partition(":")[0]]
    detail = f"Proposal #{other.number} is open for {other.target.partition(':')[2]}. Take part in that one."
    if other.hidden:
        detail = "Another request for it is open, which an administrator has taken out of sight. Ask for help."
    return [Fault(f"/{member}", "proposal_open", detail)]


def _nearest(content: dict[str, Any], own: int) -> list[Fault]:
    close = [each for each in near(content, but=own) if each.close]
    if not close or content.get("why_not_nearest"):
        return []
    names = ", ".join(each.code for each in close)
    return [Fault("/why_not_nearest", "near", f"Close to {names}: say why none of them will do.")]


def _place(order: list[str], pointer: str) -> int:
    name = pointer.split("/")[1] if "/" in pointer else ""
    return order.index(name) if name in order else -1
