"""A TCP/AP response envelope. Most codes have no form there: its domains are about one artifact and one decision."""

from collections.abc import Mapping
from typing import Any

from .. import syntax
from ..document import Registry
from ..resolve import Resolution
from ..tcp_ap.domains import ARTIFACT, DOMAINS, INTERPRETATION, PLATFORM, PROVIDER, REQUEST, Domain
from .given import checked, retryable, text, title
from .rendering import Rendering

_IN_PLATFORM = {"upstream.overloaded": 503, "upstream.unavailable": 503, "harness.internal_error": 500}
_CONSTRAINTS = ("output.schema_violation", "output.invalid_tool_arguments")
# The same text whatever the reason was: the protocol forbids to tell.
_DRIFT = "The artifact resolves to no single decision that may be acted on."


def tcp_ap(found: Mapping[str, Any], registry: Registry, *, trace_id: str | None = None) -> Rendering:
    """`content` is `{http_status, body}`, the body being the whole envelope. `trace_id` is needed unless the object
    keeps one in `upstream`. Raises NotRenderableError.
    """
    resolution = checked(found, registry)
    place = _place(found, resolution)
    if place is None:
        why = f"{resolution.code} has no form in TCP/AP: none of its five domains is about that."
        return Rendering("tcp-ap", None, "envelope", None, (why,))
    domain, failure_code = place
    status = _IN_PLATFORM.get(resolution.code, domain.statuses[0])
    trace = trace_id or text(_upstream(found), "trace_id")
    notes = [] if trace else ["trace_id is null: TCP/AP requires one on every response, and none was given."]
    error = {
        "failure_domain": domain.name,
        "failure_code": failure_code,
        "param": _param(found, domain),
        "retryable": retryable(found, resolution) and not domain.deterministic,
        "message": _DRIFT if domain is INTERPRETATION else text(found, "detail") or title(found, resolution),
    }
    if retryable(found, resolution) and domain.deterministic:
        notes.append(f"retryable is false: TCP/AP holds that what fails with {status} fails again.")
    body = {
        "status": "EVALUATED" if status == 422 else "ERROR",
        "trace_id": trace,
        "provenance": None,
        "verdict": {"conformant": False, "output_label": None} if status == 422 else None,
        "error": error,
        "attestation": None,
    }
    return Rendering("tcp-ap", None, "envelope", {"http_status": status, "body": body}, tuple(notes))


def _place(found: Mapping[str, Any], resolution: Resolution) -> tuple[Domain, str] | None:
    """The domain and the failure code: those it came with, where it came from TCP/AP, else by the code."""
    code = resolution.code
    domain = _domain(resolution)
    upstream = _upstream(found)
    if upstream.get("provider") == PROVIDER:
        origin = DOMAINS.get(text(upstream, "failure_domain") or "")
        kept = text(upstream, "failure_code") or text(upstream, "code")
        if origin and kept and (origin is domain or origin.code == code):
            return origin, kept
    if domain is None:
        return None
    own = domain in (INTERPRETATION, PLATFORM) or code in _CONSTRAINTS
    # An extended code of ours, inside a domain of theirs: TCP/AP allows that.
    return domain, domain.baseline[0] if own else syntax.constant(code)


def _domain(resolution: Resolution) -> Domain | None:
    if resolution.category == "output":
        return ARTIFACT
    if resolution.code == "upstream.invalid_request":
        return REQUEST
    if resolution.code in _IN_PLATFORM:
        return PLATFORM
    return INTERPRETATION if resolution.code == "policy.guardrail_triggered" else None


def _param(found: Mapping[str, Any], domain: Domain) -> str | None:
    if domain is INTERPRETATION:
        return None
    location = found.get("location")
    pointer = location.get("pointer") if isinstance(location, Mapping) else None
    if domain is ARTIFACT and isinstance(pointer, str):
        return f"/artifact{pointer}"
    return text(_upstream(found), "param")


def _upstream(found: Mapping[str, Any]) -> Mapping[str, Any]:
    upstream = found.get("upstream")
    return upstream if isinstance(upstream, Mapping) else {}
