"""OpenTelemetry attributes (draft section 6.4), and what to do on spans where `error.type` is already spoken for."""

from collections.abc import Collection, Mapping
from typing import Any

from ..document import Registry
from ..resolve import Resolution
from .given import checked
from .rendering import NotRenderableError, Rendering

ERROR_TYPE = "error.type"
# OpenTelemetry's value for an error without a name of its own.
OTHER = "_OTHER"
# Kinds of span, and whether their conventions keep `error.type` for the number of the protocol.
SPANS = {"run": False, "tool": False, "inference": False, "mcp": True, "a2a": True}
# Stands for the writer's own domain: the draft names no second attribute.
NAMESPACE = "com.example"


def telemetry(
    found: Mapping[str, Any],
    registry: Registry,
    *,
    span: str = "run",
    namespace: str = NAMESPACE,
    private_codes: Collection[str] = (),
) -> Rendering:
    """`content` is `{attributes, status}`: attributes of the span, and its status code in OpenTelemetry's words.

    Only registered codes and `private_codes` become values, since whoever sent the object may have made one up and
    values must stay few. Raises NotRenderableError.
    """
    resolution = checked(found, registry)
    if span not in SPANS:
        raise NotRenderableError("/options/span", f"span is one of {', '.join(SPANS)}.")
    value = _value(resolution, private_codes)
    notes = []
    if value == OTHER:
        notes.append(f"The code is neither registered nor one of your own, so {OTHER} takes its place.")
    if SPANS[span]:
        name = f"{namespace}.harness_error_code"
        notes.append(f"On this span {ERROR_TYPE} is left to the convention, which keeps it for the protocol.")
    else:
        name = ERROR_TYPE
    attributes = {name: value}
    if reason := _innermost(found, registry):
        attributes[f"{namespace}.harness_error_cause"] = reason
    status = "ERROR"
    if resolution.code == "harness.cancelled":
        status = "UNSET"
        notes.append("The caller asked for it: recorded, but no alarm.")
    return Rendering("opentelemetry", None, "span", {"attributes": attributes, "status": status}, tuple(notes))


def _value(resolution: Resolution, private_codes: Collection[str]) -> str:
    if resolution.entry:
        return resolution.entry.informative.telemetry.error_type
    return resolution.code if resolution.code in private_codes else OTHER


def _innermost(found: Mapping[str, Any], registry: Registry) -> str | None:
    """The registered code at the end of the chain of causes, where there is a chain."""
    at, last = found, None
    while isinstance(causes := at.get("causes"), list) and causes and isinstance(causes[-1], Mapping):
        at = causes[-1]
        code = at.get("code")
        last = code if isinstance(code, str) and registry.code(code) else last
    return last
