"""The object that is to be rendered: what must hold, and the texts that carriers take from it."""

from collections.abc import Mapping
from typing import Any

from ..document import Registry
from ..problem_type import TYPE_URIS
from ..resolve import Resolution, resolve
from .rendering import NotRenderableError


def checked(found: Mapping[str, Any], registry: Registry) -> Resolution:
    """The resolution of the object's code. Raises NotRenderableError where `type` or `code` (draft section 3) is not
    there as it must be; everything else is the writer's own affair.
    """
    if found.get("type") not in TYPE_URIS:
        raise NotRenderableError("/type", "type must be one of the two type URIs of harness errors.")
    code = found.get("code")
    if not isinstance(code, str):
        raise NotRenderableError("/code", "code must be a string.")
    resolution = resolve(code, registry)
    if resolution.rule == "malformed":
        raise NotRenderableError("/code", "code is not written as a code.")
    return resolution


def outside_http(found: Mapping[str, Any]) -> dict[str, Any]:
    """The object without `status` (draft section 6.2). Causes stay as they came (section 8.5)."""
    return {name: value for name, value in found.items() if name != "status"}


def text(found: Mapping[str, Any], name: str) -> str | None:
    """A member that is text with something in it; None for everything else."""
    value = found.get(name)
    return value if isinstance(value, str) and value.strip() else None


def title(found: Mapping[str, Any], resolution: Resolution) -> str:
    """One short sentence that gives nothing away: the registered title, the object's own for a code without one."""
    if resolution.entry:
        return resolution.entry.title
    return text(found, "title") or resolution.code


def retryable(found: Mapping[str, Any], resolution: Resolution) -> bool:
    """The effective value (draft section 4.3)."""
    value = found.get("retryable")
    return value if isinstance(value, bool) else resolution.retryable.value
