"""conformance.json: what a client library in any language is held to."""

from codes.harness_errors import canonical
from codes.harness_errors.conformance import conformance
from codes.harness_errors.document import Registry, Signals

from .base import Format, permalink

NAME = "conformance.json"


def conformance_json(registry: Registry, signals: Signals) -> bytes:
    """The rules and vectors with the address of this copy."""
    return canonical.dumps({**conformance(registry, signals), "permalink": permalink(registry, NAME)})


FORMATS = (Format(NAME, "application/json", conformance_json),)
