"""The initial registry: from the fixtures into empty tables, once.

The fixtures describe what 1.0.0 holds. From then on the rows are the experts' alone, so loading again does nothing.
"""

import re
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from .locks import rows_locked
from .models import Category, Code, Confusable, NonError, Reference, Signal, SignalCode


@transaction.atomic
def load(folder: Path) -> bool:
    """Fills empty tables from `folder`; returns whether it did. Raises IntegrityError for data that break a rule."""
    if Category.objects.exists():
        return False
    rows_locked()
    if Category.objects.exists():  # somebody else has filled them while we waited
        return False
    _categories(_read(folder / "categories.toml")["category"])
    _codes([code for path in sorted((folder / "codes").glob("*.toml")) for code in _read(path)["code"]])
    for path in sorted((folder / "signals").glob("*.toml")):
        content = _read(path)
        _signals(content.get("signal", []))
        NonError.objects.bulk_create(NonError(**row) for row in content.get("non_error", []))
    return True


def published(folder: Path) -> datetime:
    """The time of publication that 1.0.0 states, so that it is the same bytes wherever it is built."""
    stated: datetime = _read(folder / "registry.toml")["published"]
    return stated


def source_version(seen_at: str) -> str:
    """The version of a source in which a signal was seen, without the commit and remarks beside it.

    `spec 2026-07-28; commit b0f60ba` -> `2026-07-28`; `openai 3.57.0` stays, since the package matters where a signal
    was read in another project's table.
    """
    first = re.split(r";| at commit ", seen_at, maxsplit=1)[0].strip()
    return re.sub(r"\A(spec|tag) ", "", first)


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _categories(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        references = entry.pop("reference")
        category = Category.objects.create(**entry)
        Reference.objects.bulk_create(Reference(category=category, **reference) for reference in references)


def _codes(entries: list[dict[str, Any]]) -> None:
    """In three passes, because codes name one another."""
    references = {entry["code"]: entry.pop("reference") for entry in entries}
    confusables = {entry["code"]: entry.pop("confusable_with", []) for entry in entries}
    general = {entry["code"]: entry.pop("generalizes_to", None) for entry in entries}
    for entry in entries:
        mcp = entry.pop("mcp")
        category, name = entry["code"].split(".")
        Code.objects.create(
            category_id=category,
            name=name,
            mcp_channel=mcp["channel"],
            mcp_jsonrpc_code=mcp.get("jsonrpc_code"),
            **entry,
        )
    for code, other in general.items():
        if other:
            Code.objects.filter(code=code).update(generalizes_to=other)
    Reference.objects.bulk_create(
        Reference(code_id=code, **reference) for code, rows in references.items() for reference in rows
    )
    Confusable.objects.bulk_create(
        Confusable(code_id=code, other_id=row["code"], difference=row["difference"])
        for code, rows in confusables.items()
        for row in rows
    )


def _signals(entries: list[dict[str, Any]]) -> None:
    choices = [
        SignalCode(signal_id=entry["identifier"], code_id=code, position=position)
        for entry in entries
        for position, code in enumerate(entry.pop("codes"))
    ]
    Signal.objects.bulk_create(Signal(source_version=source_version(entry["seen_at"]), **entry) for entry in entries)
    SignalCode.objects.bulk_create(choices)
