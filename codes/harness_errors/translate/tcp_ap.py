"""From a TCP/AP envelope to an object: by its failure code's row, by a code of ours in its domain, by the domain."""

from collections.abc import Mapping
from typing import Any

from .. import syntax
from ..document import Registry, Signals
from ..entries import SignalEntry
from ..problem_type import TYPE_URI
from ..tcp_ap import PROVIDER, Envelope, domain_of, read
from ..tcp_ap.domains import ARTIFACT, INTERPRETATION
from .translation import Alternative, Translation

_PREFIX = "/artifact"
_CITATION = "the TCP/AP HTTP standard, section Failure domains"


def translate_envelope(
    data: Mapping[str, Any], registry: Registry, signals: Signals, http_status: int | None = None
) -> Translation:
    """`data` is an envelope or its error object alone; what it breaks is in `faults`, whatever the answer."""
    envelope = read(data, http_status)
    if envelope.admissible:
        why = "The one outcome that may be acted on: evaluated and conformant."
        return Translation("not_an_error", why, citation=_CITATION, faults=envelope.faults)
    domain = envelope.domain
    if domain is None:
        named = envelope.failure_domain or "none"
        why = f"The failure domain is {named}; the five domains are a closed set, so nobody can say who mends this."
        return Translation("no_match", why, faults=envelope.faults)
    home = domain_of(envelope.failure_code or "")
    row = _row(envelope, signals) if home in (None, domain) else None
    if row:
        return Translation(
            how="row",
            reason=row.note,
            object=_object(row.codes[0], envelope, row.overrides, registry),
            row=row,
            confidence=row.confidence,
            citation=row.citation,
            alternatives=tuple(Alternative(code, row) for code in row.codes[1:]),
            faults=envelope.faults,
        )
    code = _extended(envelope, registry)
    confidence, why = "close", "The failure code is a code of this registry, written as TCP/AP writes codes."
    if code is None:
        code, confidence = domain.code, domain.confidence
        why = (
            f"An extended code of the {domain.name} domain: nobody but its author knows more. {domain.owner} mends it."
        )
    return Translation(
        how="domain",
        reason=why,
        object=_object(code, envelope, {}, registry),
        confidence=confidence,
        citation=_CITATION,
        faults=envelope.faults,
    )


def _row(envelope: Envelope, signals: Signals) -> SignalEntry | None:
    rows = (row for row in signals.signals if row.source == PROVIDER and row.signal == envelope.failure_code)
    return next(rows, None)


def _extended(envelope: Envelope, registry: Registry) -> str | None:
    """`OUTPUT_EMPTY` in the artifact domain is `output.empty`: what our own rendering makes of it."""
    for entry in registry.codes:
        if syntax.constant(entry.code) == envelope.failure_code:
            in_artifact = entry.category == "output" and envelope.domain is ARTIFACT
            return entry.code if in_artifact or (envelope.domain and envelope.domain.code == entry.code) else None
    return None


def _object(code: str, envelope: Envelope, overrides: Mapping[str, bool], registry: Registry) -> dict[str, Any]:
    entry = registry.code(code)
    upstream: dict[str, Any] = {"provider": PROVIDER}
    if envelope.http_status is not None:
        upstream["status"] = envelope.http_status
    upstream |= {"failure_domain": envelope.failure_domain, "failure_code": envelope.failure_code}
    if envelope.trace_id is not None:
        upstream["trace_id"] = envelope.trace_id
    found: dict[str, Any] = {"type": TYPE_URI, "title": entry.title if entry else code, "code": code}
    if envelope.domain is INTERPRETATION:
        # Shared ownership: neither who caused it nor why may be told.
        return {**found, "retryable": False, "upstream": upstream}
    found |= {"origin": entry.informative.origin} if entry else {}
    found |= {**overrides, "retryable": envelope.retryable}
    if envelope.message is not None:
        found["detail"] = envelope.message
    param = envelope.param
    if envelope.domain is ARTIFACT and param is not None and (param == _PREFIX or param.startswith(f"{_PREFIX}/")):
        found["location"] = {"pointer": param.removeprefix(_PREFIX)}
    elif param is not None:
        upstream["param"] = param
    return {**found, "upstream": upstream}
