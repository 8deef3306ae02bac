"""The JSON Schema of registry.json, as the file of one release: the schema that publishing holds documents to."""

from codes.harness_errors import canonical
from codes.harness_errors.document import Registry
from codes.releases import validate

from .base import Format, permalink

NAME = "registry.schema.json"


def registry_schema(registry: Registry) -> bytes:
    """The schema with the address of this copy as its identity."""
    return canonical.dumps({**validate.schema(), "$id": permalink(registry, NAME)})


FORMATS = (Format(NAME, "application/schema+json", lambda registry, signals: registry_schema(registry)),)
