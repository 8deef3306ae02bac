"""What to do with an error as data: routing.json, and the same as a Switchboard that an operator lays rows over."""

from codes.harness_errors import canonical, codec
from codes.harness_errors.document import Registry
from codes.harness_errors.routing import routing, rows, to_csv

from .base import Format, permalink

NAME = "routing.json"


def routing_json(registry: Registry) -> bytes:
    """The rules with the address of this copy."""
    return canonical.dumps({**codec.encode(routing(registry)), "permalink": permalink(registry, NAME)})


FORMATS = (
    Format(NAME, "application/json", lambda registry, signals: routing_json(registry)),
    Format("routing.csv", "text/csv", lambda registry, signals: to_csv(rows(registry))),
)
