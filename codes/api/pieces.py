"""The pieces that the components of the OpenAPI document are made of."""

from typing import Any

TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
URL = {"type": "string", "format": "uri"}
TIME = {"type": "string", "format": "date-time"}
ANY: dict[str, Any] = {"description": "Any JSON value."}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def obj(properties: dict[str, Any]) -> dict[str, Any]:
    """An object that has all of `properties`."""
    return {"type": "object", "required": list(properties), "properties": dict(properties)}


def array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    """A page of a list."""
    return obj({"release": ref("Version"), "count": COUNT, "next": maybe(URL), "results": array(items)})


def maybe(scalar: dict[str, Any]) -> dict[str, Any]:
    return {**scalar, "type": [scalar["type"], "null"]}


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}
