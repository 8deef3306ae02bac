"""The five failure domains of TCP/AP: a closed set, each with who mends it and the HTTP status it travels with.

The codes within a domain may be extended; the domains may not. What a domain means in codes of this registry is ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PROVIDER = "tcp-ap"


@dataclass(frozen=True, slots=True)
class Domain:
    """`baseline` are the failure codes that the document at hand shows; `statuses` the HTTP status codes of the domain,
    its usual one first; `code` is what a failure code that nobody knows means by its domain alone, and `confidence` how
    well that fits.
    """

    name: str
    owner: str
    statuses: tuple[int, ...]
    baseline: tuple[str, ...]
    code: str
    confidence: str

    @property
    def deterministic(self) -> bool:
        """400 and 422: the same request fails again, so it must not be repeated unchanged."""
        return self.statuses[0] < 500


REQUEST = Domain("request", "integrator", (400,), ("MISSING_FIELD",), "upstream.invalid_request", "close")
PROTOCOL = Domain("protocol", "protocol author", (400,), ("PROTOCOL_MALFORMED",), "upstream.invalid_request", "lossy")
ARTIFACT = Domain(
    "artifact",
    "whoever regenerates the artifact",
    (400,),
    ("CONSTRAINTS_VALIDATION_FAILED",),
    "output.schema_violation",
    "lossy",
)
INTERPRETATION = Domain(
    "interpretation",
    "shared: a person reviews",
    (422,),
    ("INTERPRETATION_DRIFT",),
    "policy.guardrail_triggered",
    "lossy",
)
PLATFORM = Domain("platform", "operator", (503, 500, 502, 504), ("KERNEL_FAULT",), "upstream.unavailable", "close")

# In the order in which a request meets them; the platform may fail at any time.
DOMAINS: Mapping[str, Domain] = MappingProxyType(
    {each.name: each for each in (REQUEST, PROTOCOL, ARTIFACT, INTERPRETATION, PLATFORM)}
)


def domain_of(failure_code: str) -> Domain | None:
    """The domain of a baseline code."""
    return next((each for each in DOMAINS.values() if failure_code in each.baseline), None)
