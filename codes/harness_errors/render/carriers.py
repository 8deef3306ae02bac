"""Every carrier by name: its versions, its forms, and the options that its writer may set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..document import Registry
from . import a2a, a2a_error, http, json_rpc, log, mcp, tcp_ap, telemetry
from .rendering import NotRenderableError, Rendering

# Ids that stand for the writer's own where none are given.
TASK_ID, CONTEXT_ID, MESSAGE_ID = "task-1", "context-1", "message-1"


@dataclass(frozen=True, slots=True)
class Carrier:
    """`forms` are what `render` takes as `form`, the usual one first; `options` what else each form takes."""

    name: str
    title: str
    versions: tuple[str, ...]
    forms: Mapping[str, Callable[..., Rendering]]
    options: Mapping[str, tuple[str, ...]]


def _a2a_http_error(found: Mapping[str, Any], registry: Registry, version: str) -> Rendering:
    a2a.known(version)
    if version == "0.3":
        raise NotRenderableError("/form", "The error body of the HTTP+JSON binding is that of A2A 1.0.")
    return a2a_error.http_error(found, registry)


CARRIERS: Mapping[str, Carrier] = {
    each.name: each
    for each in (
        Carrier("http", "HTTP", (), {"response": http.http}, {"response": ()}),
        Carrier("json-rpc", "JSON-RPC", (), {"error": json_rpc.json_rpc}, {"error": ("request_id", "code", "message")}),
        Carrier(
            "mcp",
            "MCP",
            mcp.VERSIONS,
            {"server": mcp.mcp, "sampling_declined": mcp.sampling_declined},
            {"server": ("request_id", "met_by_tool", "server"), "sampling_declined": ("request_id",)},
        ),
        Carrier(
            "a2a",
            "A2A",
            a2a.VERSIONS,
            {
                "task": partial(a2a.task, task_id=TASK_ID, context_id=CONTEXT_ID, message_id=MESSAGE_ID),
                "task_status": partial(a2a.task_status, message_id=MESSAGE_ID),
                "protocol_error": a2a_error.protocol_error,
                "http_error": _a2a_http_error,
            },
            {
                "task": ("task_id", "context_id", "message_id", "extension_active", "timestamp"),
                "task_status": ("message_id", "extension_active", "timestamp"),
                "protocol_error": ("request_id", "code"),
                "http_error": (),
            },
        ),
        Carrier(
            "opentelemetry",
            "OpenTelemetry",
            (),
            {"span": telemetry.telemetry},
            {"span": ("span", "namespace", "private_codes")},
        ),
        Carrier("tcp-ap", "TCP/AP", (), {"envelope": tcp_ap.tcp_ap}, {"envelope": ("trace_id",)}),
        Carrier("log", "Log line", (), {"line": log.log_line}, {"line": ("timestamp",)}),
        Carrier("event", "Streamed event", (), {"event": log.event}, {"event": ()}),
        Carrier("object", "Library result", (), {"object": log.bare}, {"object": ()}),
    )
}


def render(
    found: Mapping[str, Any],
    registry: Registry,
    carrier: str,
    *,
    version: str | None = None,
    form: str | None = None,
    **options: Any,
) -> Rendering:
    """`found` as `carrier` writes it; the newest version and the usual form where none is named. Raises
    NotRenderableError, also for an option that the form does not take.
    """
    known = CARRIERS.get(carrier)
    if known is None:
        raise NotRenderableError("/carrier", f"carrier is one of {', '.join(CARRIERS)}.")
    form = form or next(iter(known.forms))
    if form not in known.forms:
        raise NotRenderableError("/form", f"form is one of {', '.join(known.forms)}.")
    for name in options:
        if name not in known.options[form]:
            raise NotRenderableError(f"/options/{name}", f"{form} of {known.title} takes no option of this name.")
    if not known.versions:
        if version is not None:
            raise NotRenderableError("/version", f"{known.title} has no versions here.")
        return known.forms[form](found, registry, **options)
    return known.forms[form](found, registry, version or known.versions[-1], **options)


def render_all(found: Mapping[str, Any], registry: Registry) -> tuple[Rendering, ...]:
    """The usual form of every carrier, in every version. Raises NotRenderableError."""
    return tuple(
        render(found, registry, carrier.name, version=version)
        for carrier in CARRIERS.values()
        for version in carrier.versions or (None,)
    )
