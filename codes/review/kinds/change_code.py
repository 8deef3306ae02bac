"""A change to what is registered of a code. Its string, category and name never change."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from codes.registry.models import Code
from codes.releases.diff import classes

from . import code_fields, existing, texts
from .existing import target
from .fields import Fault, Field, blank
from .new_code import mcp_faults

__all__ = ["FIELDS", "LABEL", "STEPS", "apply", "faults", "present", "target", "weight"]

LABEL = "Change of a code"
STEPS = ("code", "meaning", "defaults", "reference", "controller", "advice", "reason")
_OPTIONAL = {"retryable_justification", "model_recoverable_justification", "publisher", "one_person_can_remove"}
FIELDS = {
    name: replace(field, required=field.required and name not in _OPTIONAL)
    for name, field in code_fields.named(
        (existing.CODE, existing.BASE),
        code_fields.DESCRIBING,
        code_fields.DEFAULTS,
        code_fields.REFERENCE,
        code_fields.CONTROLLER,
        code_fields.ADVICE,
        (Field("reason", "text", "Reason", "reason", "Why the entry should change.", 20, 2000),),
    ).items()
}
_JUSTIFIED = {
    "default_retryable": "retryable_justification",
    "default_model_recoverable": "model_recoverable_justification",
}
# The class of a change of each member, from the one table of classes.
_POINTERS = {
    "http_status": "/informative/http_status",
    "mcp_channel": "/informative/mcp",
    "mcp_jsonrpc_code": "/informative/mcp",
    "a2a_state": "/informative/a2a",
    "origin": "/informative/origin",
    "actions": "/informative/actions",
    "owner": "/informative/owner",
    "change_controller": "/administrative/change_controller",
}


def faults(content: dict[str, Any]) -> Iterator[Fault]:
    yield from existing.faults(content, Code.Status.ACTIVE)
    yield from mcp_faults(content)
    changed = _changed(content)
    for name, justification in _JUSTIFIED.items():
        if name in changed and not content.get(justification):
            label = FIELDS[justification].label
            yield Fault(f"/{justification}", "missing", f"{label}: a changed default changes what deployed agents do.")
    if existing.row(content) and not changed:
        yield Fault("", "no_change", "Nothing differs from the entry as it is registered.")


def present(content: dict[str, Any]) -> dict[str, Any]:
    row = existing.row(content)
    return code_fields.present(row) if row else {}


def weight(content: dict[str, Any]) -> str:
    found = {classes.CODE[_POINTERS.get(name, f"/{name}")] for name in _changed(content)}
    return "behavioural" if "behavioural" in found else "editorial"


def apply(content: dict[str, Any]) -> None:
    row = Code.objects.select_for_update().get(pk=content["code"])
    for name, value in _wanted(row, content).items():
        setattr(row, name, value)
    row.save()
    if content.get("reference"):
        code_fields.set_reference(row, content)


def after(content: dict[str, Any]) -> dict[str, Any]:
    """The columns as they would be registered; nothing where there is no such code."""
    row = existing.row(content)
    return _wanted(row, content) if row else {}


def _changed(content: dict[str, Any]) -> set[str]:
    """The members in which the entry would be another one."""
    row = existing.row(content)
    if row is None:
        return set()
    now = code_fields.present(row)
    found = {name for name, value in _wanted(row, content).items() if now[name] != value}
    if content.get("reference") and texts.reference(content["reference"]) != now.get("reference"):
        found.add("reference")
    return found


def _wanted(row: Code, content: dict[str, Any]) -> dict[str, Any]:
    """The columns that the content asks for. What it leaves open stays as it is."""
    given = {name: value for name, value in content.items() if not blank(value)}
    return code_fields.columns({**code_fields.present(row), **given}, row.category, [])
