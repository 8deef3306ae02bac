"""`limit` (draft section 4.9)."""

from typing import Any

from .currencies import CURRENCIES
from .subject import Subject


def check(subject: Subject) -> None:
    limit: dict[str, Any] | None = subject.read.get("limit")
    if limit is None:
        return
    for member in ("name", "value"):
        if member not in limit:
            subject.say("limit.incomplete", "/limit", f"`limit` needs a `{member}`.")
    name, entry = limit.get("name"), subject.entry
    if name is not None and entry and entry.informative.limit_names and name not in entry.informative.limit_names:
        known = ", ".join(entry.informative.limit_names)
        subject.say("limit.name", "/limit/name", f"The limits that the registry knows for {entry.code}: {known}.")
    if name == "cost" and "unit" not in limit:
        subject.say("limit.unit_missing", "/limit", "A cost has no meaning without `unit`, its ISO 4217 currency code.")
    elif name == "cost" and limit["unit"] not in CURRENCIES:
        subject.say("limit.unit_currency", "/limit/unit", "Not a currency code of ISO 4217, such as EUR or USD.")
    if "observed" in limit and "value" in limit and limit["observed"] < limit["value"]:
        message = f"{limit['observed']} was observed, which is below the limit of {limit['value']}."
        subject.say("limit.not_exceeded", "/limit/observed", message)
