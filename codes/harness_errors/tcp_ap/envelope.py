"""The response envelope of TCP/AP, read leniently, with every rule that it breaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .domains import DOMAINS, Domain
from .rules import Fault, faults

EVALUATED = "EVALUATED"
ERROR = "ERROR"


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a consumer may go by. Members of the wrong JSON type are None, `retryable` then False.

    `admissible` is the execution gate: nothing but a 200 with `verdict.conformant: true`. `retryable` is what was sent,
    except that 400 and 422 are deterministic and never retryable. `http_status` is the one that was received, or None.
    """

    admissible: bool
    http_status: int | None
    trace_id: str | None
    failure_domain: str | None
    failure_code: str | None
    param: str | None
    message: str | None
    retryable: bool
    faults: tuple[Fault, ...]

    @property
    def domain(self) -> Domain | None:
        """None for a domain that is none of the five."""
        return DOMAINS.get(self.failure_domain or "")


def is_envelope(data: Any) -> bool:
    """Whether `data` is a TCP/AP envelope, or its error object alone."""
    if not isinstance(data, Mapping):
        return False
    whole = data.get("status") in (EVALUATED, ERROR) and ("verdict" in data or "error" in data)
    return whole or _is_error(data)


def read(data: Mapping[str, Any], http_status: int | None = None) -> Envelope:
    """`data` is what `is_envelope` takes."""
    alone = _is_error(data)
    verdict = data.get("verdict")
    error = data if alone else data.get("error")
    error = error if isinstance(error, Mapping) else {}
    failure_domain = _text(error, "failure_domain")
    retryable = error.get("retryable") is True and not _deterministic(failure_domain, http_status)
    conformant = isinstance(verdict, Mapping) and verdict.get("conformant") is True
    return Envelope(
        admissible=conformant and not error and http_status in (None, 200) and data.get("status") == EVALUATED,
        http_status=http_status,
        trace_id=_text(data, "trace_id"),
        failure_domain=failure_domain,
        failure_code=_text(error, "failure_code"),
        param=_text(error, "param"),
        message=_text(error, "message"),
        retryable=retryable,
        faults=tuple(faults(data, http_status, alone=alone)),
    )


def _is_error(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("failure_domain"), str) and "failure_code" in data


def _deterministic(failure_domain: str | None, http_status: int | None) -> bool:
    if http_status is not None:
        return http_status in (400, 422)
    domain = DOMAINS.get(failure_domain or "")
    # Without a status and with a domain of somebody's own nothing says that a retry can help.
    return domain is None or domain.deterministic


def _text(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    return value if isinstance(value, str) else None
