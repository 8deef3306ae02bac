"""What a proposal would change, member by member."""

from dataclasses import dataclass
from typing import Any

from .kinds import KINDS, change_code, texts
from .kinds.fields import Field, blank
from .kinds.names import CHANGE_CODE
from .models import Proposal


@dataclass(frozen=True, slots=True)
class Row:
    """One member: its field, and the values before and after; None where there is none."""

    field: Field
    before: Any
    after: Any

    @property
    def changed(self) -> bool:
        return bool(self.before != self.after) and not (blank(self.before) and blank(self.after))


def to_entry(kind: str, content: dict[str, Any]) -> list[Row]:
    """Every member that was given, beside what the registry says now. What a change of a code leaves open, stays."""
    module = KINDS[kind]
    now = module.present(content)
    asked = {name: value for name, value in content.items() if not blank(value)}
    if kind == CHANGE_CODE:
        asked = {**now, **asked, **change_code.after(content)}
    return [
        Row(field, now.get(name), _written_out(field, asked.get(name)))
        for name, field in module.FIELDS.items()
        if not (blank(asked.get(name)) and blank(now.get(name)))
    ]


def _written_out(field: Field, value: Any) -> Any:
    """A reference as it would be registered, where a document is only named or the section is left out."""
    if field.type != "reference" or not value or not (value.get("url") or texts.is_document(value.get("title", ""))):
        return value
    return texts.reference(value)


def between(kind: str, before: dict[str, Any], after: dict[str, Any]) -> list[Row]:
    """The members in which two revisions differ."""
    rows = [Row(field, before.get(name), after.get(name)) for name, field in KINDS[kind].FIELDS.items()]
    return [row for row in rows if row.changed]


def of_revision(proposal: Proposal, number: int) -> list[Row]:
    """What revision `number` changed of the one before it; every member for the first."""
    contents = {row.number: row.data for row in proposal.revisions.filter(number__in=(number - 1, number))}
    return between(proposal.kind, contents.get(number - 1, {}), contents.get(number, {}))
