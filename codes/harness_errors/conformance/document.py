"""`conformance.json`: the rules of the inspector and the vectors, for clients in any language."""

from typing import Any

from .. import codec
from ..document import Registry, Signals
from ..inspect import RULES
from .vectors import vectors

KIND = "agent-harness-error-conformance"
FORMAT_VERSION = "1.0"


def conformance(registry: Registry, signals: Signals) -> dict[str, Any]:
    """As plain data. Members of a finding that are not in a vector, such as its message, are up to the client."""
    return {
        "kind": KIND,
        "format_version": FORMAT_VERSION,
        "registry": {"version": registry.version, "sha256": registry.sha256},
        "rules": [codec.encode(rule) for rule in RULES.values()],
        "vectors": list(vectors(registry, signals)),
    }
