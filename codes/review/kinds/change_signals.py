"""A row of the crosswalk: added, changed or removed. Advice only, so nothing normative changes with it."""

import re
from collections.abc import Iterator
from typing import Any

from codes.harness_errors import canonical, codec, vocabulary
from codes.registry import rows
from codes.registry.models import Code, Signal, SignalCode

from .fields import Fault, Field

LABEL = "Change of the crosswalk"
STEPS = ("row", "codes", "source", "reason")
_OVERRIDES = ("retryable", "model_recoverable")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FIELDS = {
    field.name: field
    for field in (
        Field("identifier", "line", "Row", "row", "The id of the row: lower-case letters, digits, hyphens.", 1, 40),
        Field(
            "base",
            "line",
            "Digest of the row",
            "row",
            "For a row that exists: its digest when this was written.",
            64,
            64,
            False,
        ),
        Field("remove", "boolean", "Take the row out", "row", "", required=False),
        Field("source", "line", "Source", "source", "The system, for example mcp.", 1, 60, False),
        Field(
            "source_kind",
            "choice",
            "Kind of source",
            "source",
            required=False,
            choices=vocabulary.SOURCE_KINDS,
        ),
        Field("source_version", "line", "Version of the source", "source", "", 1, 120, False),
        Field("kind", "choice", "Kind of signal", "row", required=False, choices=vocabulary.SIGNAL_KINDS),
        Field("signal", "line", "Signal", "row", "As the source writes it.", 1, 200, False),
        Field("name", "line", "Name", "row", "The human name of a numeric signal.", 1, 120, False),
        Field("field", "line", "Where it appears", "row", "", 1, 120, False),
        Field("condition", "line", "Condition", "row", "When the row applies.", 1, 300, False),
        Field("codes", "words", "Codes", "codes", "The most fitting first.", 1, 129, False),
        Field("confidence", "choice", "Confidence", "codes", required=False, choices=vocabulary.CONFIDENCES),
        Field("overrides", "flags", "Members to send explicitly", "codes", required=False, choices=_OVERRIDES),
        Field("note", "text", "Note", "codes", "", 1, 2000, False),
        Field("citation", "text", "Citation", "source", "Where the source says so.", 1, 2000, False),
        Field("seen_at", "line", "Seen at", "source", "Version and commit that were read.", 1, 200, False),
        Field("reason", "text", "Reason", "reason", "", 20, 2000),
    )
}
_ROW = (
    "source", "source_kind", "source_version", "kind", "signal", "codes", "confidence", "note", "citation", "seen_at",
)  # fmt: skip


def target(content: dict[str, Any]) -> str:
    return f"signal:{content['identifier']}" if content.get("identifier") else ""


def faults(content: dict[str, Any]) -> Iterator[Fault]:
    name = content.get("identifier", "")
    if name and not _SLUG.fullmatch(name):
        yield Fault("/identifier", "grammar", "A row's id is lower-case letters, digits and single hyphens.")
        return
    row = Signal.objects.filter(pk=name).first()
    if row is None and (content.get("remove") or content.get("base")):
        yield Fault("/identifier", "unknown_row", f"There is no row {name}.")
    if row is not None and content.get("base") != digest(row):
        yield Fault("/base", "entry_changed", f"Row {name} is not what this was written against. Look at it anew.")
    if content.get("remove"):
        return
    yield from _row_faults(content)
    if row is not None and not any(_wanted(content)[name] != value for name, value in present(content).items()):
        yield Fault("", "no_change", "Nothing differs from the row as it is.")


def _row_faults(content: dict[str, Any]) -> Iterator[Fault]:
    for name in _ROW:
        if not content.get(name):
            yield Fault(f"/{name}", "missing", f"{FIELDS[name].label} is missing.")
    if content.get("source") and not _SLUG.fullmatch(content["source"]):
        yield Fault("/source", "grammar", "A source is lower-case letters, digits and single hyphens.")
    known = set(Code.objects.filter(pk__in=content.get("codes", [])).values_list("code", flat=True))
    for index, code in enumerate(content.get("codes", [])):
        if code not in known:
            yield Fault(f"/codes/{index}", "unknown_code", f"{code} is not registered.")
    for name in content.get("overrides", {}):
        if name not in _OVERRIDES:
            yield Fault(f"/overrides/{name}", "unknown_member", f"{name} is not among {', '.join(_OVERRIDES)}.")


def digest(row: Signal) -> str:
    """What a change of `row` states as its base."""
    return canonical.sha256(canonical.dumps(codec.encode(rows.signal(row))))


def present(content: dict[str, Any]) -> dict[str, Any]:
    row = Signal.objects.filter(pk=content.get("identifier", "")).first()
    if row is None:
        return {}
    names = (*_ROW, "name", "field", "condition", "overrides")
    found = {name: getattr(row, name) for name in names if name != "codes"}
    return {**found, "codes": list(row.choices.order_by("position").values_list("code_id", flat=True))}


def weight(content: dict[str, Any]) -> str:
    return "editorial"


def apply(content: dict[str, Any]) -> None:
    identifier = content["identifier"]
    SignalCode.objects.filter(signal_id=identifier).delete()
    if content.get("remove"):
        Signal.objects.filter(pk=identifier).delete()
        return
    wanted = _wanted(content)
    codes = wanted.pop("codes")
    row, _ = Signal.objects.update_or_create(pk=identifier, defaults=wanted)
    SignalCode.objects.bulk_create(
        SignalCode(signal=row, code_id=code, position=position) for position, code in enumerate(codes)
    )


def _wanted(content: dict[str, Any]) -> dict[str, Any]:
    """The columns, and the codes, that the content asks for."""
    found = {name: content.get(name, "") for name in (*_ROW, "name", "field", "condition")}
    return {**found, "codes": content.get("codes", []), "overrides": content.get("overrides", {})}
