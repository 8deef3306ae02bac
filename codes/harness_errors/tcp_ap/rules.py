"""The rules of the TCP/AP envelope and its error object, each as a check that names the place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .domains import DOMAINS, INTERPRETATION, Domain, domain_of

_TYPES = {"failure_domain": str, "failure_code": str, "retryable": bool, "message": str}


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that is broken: its id, the JSON Pointer of the place, and a sentence."""

    rule: str
    pointer: str
    message: str


# The rules by id, one line each.
RULES = {
    "tcp-ap-status": "status is EVALUATED on 200 and 422, ERROR on every other status.",
    "tcp-ap-trace-id": "trace_id is on every response.",
    "tcp-ap-verdict": "verdict holds conformant and output_label where status is EVALUATED, and is null otherwise.",
    "tcp-ap-error": "error is an object on every status but 200, and null there.",
    "tcp-ap-error-member": "The error object has failure_domain, failure_code, param, retryable and message.",
    "tcp-ap-domain": "The five failure domains are a closed set.",
    "tcp-ap-code-domain": "A baseline failure code stands in its own domain.",
    "tcp-ap-http-status": "Each failure domain has its HTTP status: 400, 422 or 5xx.",
    "tcp-ap-deterministic": "What fails with 400 or 422 fails again, so retryable is false.",
    "tcp-ap-interpretation": "An interpretation failure tells neither a place nor a reason.",
}


def faults(data: Mapping[str, Any], http_status: int | None, *, alone: bool) -> Iterator[Fault]:
    """The faults of an envelope, or of an error object that stands `alone`."""
    error = data if alone else data.get("error")
    at = "" if alone else "/error"
    if not alone:
        yield from _envelope(data, http_status)
    if isinstance(error, Mapping):
        yield from _error(error, at, http_status)


def _envelope(data: Mapping[str, Any], http_status: int | None) -> Iterator[Fault]:
    status, verdict, error = data.get("status"), data.get("verdict"), data.get("error")
    evaluated = status == "EVALUATED"
    if status not in ("EVALUATED", "ERROR") or (http_status is not None and evaluated != (http_status in (200, 422))):
        yield _fault("tcp-ap-status", "/status")
    if not (isinstance(data.get("trace_id"), str) and data["trace_id"]):
        yield _fault("tcp-ap-trace-id", "/trace_id")
    complete = isinstance(verdict, Mapping) and type(verdict.get("conformant")) is bool and "output_label" in verdict
    if (evaluated and not complete) or (not evaluated and verdict is not None):
        yield _fault("tcp-ap-verdict", "/verdict")
    conformant = isinstance(verdict, Mapping) and verdict.get("conformant") is True
    fine = http_status == 200 or (http_status is None and evaluated and conformant)
    if fine != (error is None) or not (error is None or isinstance(error, Mapping)):
        yield _fault("tcp-ap-error", "/error")


def _error(error: Mapping[str, Any], at: str, http_status: int | None) -> Iterator[Fault]:
    for member, kind in _TYPES.items():
        if type(error.get(member)) is not kind:
            yield _fault("tcp-ap-error-member", f"{at}/{member}")
    if not (error.get("param") is None or isinstance(error["param"], str)):
        yield _fault("tcp-ap-error-member", f"{at}/param")
    name, code = error.get("failure_domain"), error.get("failure_code")
    domain = DOMAINS.get(name) if isinstance(name, str) else None
    if isinstance(name, str) and domain is None:
        yield _fault("tcp-ap-domain", f"{at}/failure_domain")
    home = domain_of(code) if isinstance(code, str) else None
    if domain and home and home is not domain:
        yield _fault("tcp-ap-code-domain", f"{at}/failure_code")
    if domain:
        yield from _in_domain(error, at, http_status, domain)
    if error.get("retryable") is True and (http_status in (400, 422) or (domain and domain.deterministic)):
        yield _fault("tcp-ap-deterministic", f"{at}/retryable")


def _in_domain(error: Mapping[str, Any], at: str, http_status: int | None, domain: Domain) -> Iterator[Fault]:
    fits = http_status is None or http_status in domain.statuses or (not domain.deterministic and http_status >= 500)
    if not fits:
        yield _fault("tcp-ap-http-status", f"{at}/failure_domain")
    if domain is INTERPRETATION and error.get("param") is not None:
        yield _fault("tcp-ap-interpretation", f"{at}/param")


def _fault(rule: str, pointer: str) -> Fault:
    return Fault(rule, pointer, RULES[rule])
