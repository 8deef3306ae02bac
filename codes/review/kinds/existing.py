"""What proposals about a registered code have in common."""

from collections.abc import Iterator
from typing import Any

from codes.registry.models import Code

from .fields import Fault, Field

CODE = Field("code", "line", "Code", "code", "The registered code that it is about.", 3, 129)
BASE = Field(
    "base",
    "line",
    "Release of the entry",
    "code",
    "The release that changed the entry last when this was written: a change since then is a conflict.",
    5,
    32,
)


def row(content: dict[str, Any]) -> Code | None:
    found: Code | None = Code.objects.filter(pk=content.get("code", "")).first()
    return found


def target(content: dict[str, Any]) -> str:
    return f"code:{content['code']}" if content.get("code") else ""


def faults(content: dict[str, Any], status: str) -> Iterator[Fault]:
    """Whether the code is registered with `status`, and unchanged since the base."""
    found = row(content)
    if found is None:
        yield Fault("/code", "unknown_code", f"{content.get('code')} is not registered. Propose it as a new code.")
        return
    if found.status != status:
        yield Fault("/code", "status", f"{found.code} is {found.status}, so this cannot be asked of it.")
    if content.get("base") and found.updated_version != content["base"]:
        yield Fault(
            "/base",
            "entry_changed",
            f"{found.code} was changed by release {found.updated_version}; this was written against {content['base']}."
            " Look at the entry anew and begin from it.",
        )
