"""A whole message as it came (MCP, A2A, JSON-RPC, HTTP, TCP/AP, a log line) to an object; without hints where it can.

An object that is there goes before every row (draft sections 6.3, 7.3 and 8.4).
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from ..carriers import Found, Head, is_harness_error, read, read_data
from ..document import Registry, Signals
from ..receive import over_mcp, wrap
from . import from_http, from_protocols, sources
from .received import NoError, Received
from .signal import translate
from .tcp_ap import translate_envelope
from .translation import Translation

_HTTP_MEMBERS = frozenset({"status", "headers", "body"})


def translate_raw(
    raw: Any,
    registry: Registry,
    signals: Signals,
    *,
    source: str | None = None,
    version: str | None = None,
    condition: str | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Translation:
    """`raw` is text (an HTTP response, JSON, a log line), a JSON value, or `{status, headers, body}` for an HTTP
    response. The rest is what `Received` takes; `facts` win over what the message says. Raises StrictJSONError for text
    that is too much, no UTF-8, or meant as JSON and is none.
    """
    found = read(raw, registry) if isinstance(raw, str) else _data(raw, registry)
    told = dict(facts or {})
    if is_harness_error(found.object):
        return _present(found, registry, source, can_rephrase=told.get("can_rephrase") is True)
    if found.found_in == "tcp_ap":
        return translate_envelope(found.holder, registry, signals, found.head.status if found.head else None)
    # The body of a model API first: a message of one is written much like the result of a tool.
    received = (
        from_http.received(found, signals, source)
        or from_protocols.received(found)
        or from_http.status_alone(found, source)
    )
    if isinstance(received, NoError):
        return Translation("not_an_error", received.why, citation=received.citation)
    if received is None:
        if found.no_error:
            return Translation("not_an_error", found.no_error)
        return Translation("no_match", "This is no message that a row of the crosswalk could be about.")
    if received.source is None and source is None and received.kind == "jsonrpc_code":
        why = "A JSON-RPC number means something only together with its protocol; name the source."
        return dataclasses.replace(_hinted(received, source, version, condition, told, registry, signals), reason=why)
    return _hinted(received, source, version, condition, told, registry, signals)


def _hinted(
    received: Received,
    source: str | None,
    version: str | None,
    condition: str | None,
    told: Mapping[str, Any],
    registry: Registry,
    signals: Signals,
) -> Translation:
    """What the receiver knows goes before what the message shows."""
    whole = dataclasses.replace(
        received,
        source=source or received.source,
        version=version or received.version,
        condition=condition,
        facts={**received.facts, **told},
    )
    return translate(whole, registry, signals)


def _data(raw: Any, registry: Registry) -> Found:
    if isinstance(raw, dict) and type(raw.get("status")) is int and "body" in raw and _HTTP_MEMBERS.issuperset(raw):
        headers = raw.get("headers")
        fields = {name.lower(): str(value) for name, value in headers.items()} if isinstance(headers, dict) else {}
        return read_data(raw["body"], registry, Head(raw["status"], fields))
    if isinstance(raw, dict) and type(raw.get("code")) is int and isinstance(raw.get("message"), str):
        # The error object of a JSON-RPC response, as SDKs hand it over.
        return read_data({"jsonrpc": "2.0", "error": raw}, registry)
    return read_data(raw, registry)


def _present(found: Found, registry: Registry, source: str | None, *, can_rephrase: bool) -> Translation:
    """The object by the rules of its carrier."""
    root = sources.SPEAKS.get(source or "", source)
    received: dict[str, Any] = found.object or {}
    if found.found_in.startswith("a2a") or root == "a2a":
        why = "A remote agent sent it, so it is the cause of a failed delegation (section 8.4)."
        wrapped = wrap(received, registry, model_recoverable=can_rephrase, upstream=from_protocols.kept_of_a2a(found))
        return Translation("object_present", why, wrapped, citation=f"{_DRAFT} section 8.4")
    if found.found_in == "mcp_result" or root == "mcp":
        why = "The code is used as it is; origin is tool where the sender named none (section 7.3)."
        return Translation("object_present", why, over_mcp(received), citation=f"{_DRAFT} section 7.3")
    return Translation("object_present", "The code is used as it is.", received, citation=f"{_DRAFT} section 6")


_DRAFT = "draft-ouchi-agent-harness-errors"
