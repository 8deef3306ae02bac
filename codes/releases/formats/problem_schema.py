"""JSON Schema (draft 2020-12) of the harness error object, for validators in any language.

It says what a well-formed object looks like. It does not say what a consumer makes of one that is not: it ignores
a member of the wrong type, and not the whole object (RFC 9457 section 3.1).
"""

from collections.abc import Iterable
from typing import Any

from codes.harness_errors import canonical
from codes.harness_errors.document import Registry
from codes.harness_errors.members import MEMBERS, NESTED_MEMBERS, Member

from .base import Format, permalink

OPEN_NAME = "problem.schema.json"
STRICT_NAME = "problem.strict.schema.json"

_HTTP_STATUS = {"minimum": 100, "maximum": 599}
_COUNT = {"minimum": 0}
# What the JSON type alone does not say, by the path of the member (draft section 4, RFC 6901, ISO 4217).
_NARROWED: dict[str, dict[str, Any]] = {
    "status": _HTTP_STATUS,
    "instance": {"format": "uri-reference"},
    "retry_after": _COUNT,
    "attempts": _COUNT,
    "max_attempts": _COUNT,
    "limit": {
        "if": {"properties": {"name": {"const": "cost"}}, "required": ["name"]},
        "then": {"properties": {"unit": {"pattern": "^[A-Z]{3}$"}}},
    },
    "location.turn": {"minimum": 1},
    "location.pointer": {"pattern": "^(/([^~/]|~[01])*)*$"},
    "upstream.status": _HTTP_STATUS,
}


def problem_schema(registry: Registry, *, strict: bool) -> bytes:
    """The schema as canonical bytes.

    Both forms allow unknown members. The open one allows every code of the right syntax, private ones included.
    The strict one allows only the codes that `registry` has.
    """
    uris = {"enum": list(registry.problem_type.type_uris)}
    narrowed = {
        **_NARROWED,
        "type": uris,
        "code": _registered(registry) if strict else _well_formed(registry),
        "origin": {"enum": list(registry.origins)},
        "causes": {"items": _cause(uris)},
    }
    return canonical.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": permalink(registry, STRICT_NAME if strict else OPEN_NAME),
            "title": registry.problem_type.title,
            "description": f"A harness error object, by release {registry.version} of the registry: "
            + ("registered codes only." if strict else "any code of the right syntax."),
            **_object(MEMBERS, narrowed),
        }
    )


def _object(members: Iterable[Member], narrowed: dict[str, dict[str, Any]], path: str = "") -> dict[str, Any]:
    """An object of `members`. Whatever else it has is allowed: consumers ignore what they do not know."""
    members = tuple(members)
    return {
        "type": "object",
        "required": [member.name for member in members if member.required],
        "properties": {member.name: _property(member, narrowed, f"{path}{member.name}") for member in members},
    }


def _property(member: Member, narrowed: dict[str, dict[str, Any]], path: str) -> dict[str, Any]:
    return {
        "type": member.json_type,
        "description": member.description,
        **(_object(NESTED_MEMBERS[path], narrowed, f"{path}.") if path in NESTED_MEMBERS else {}),
        **narrowed.get(path, {}),
    }


def _well_formed(registry: Registry) -> dict[str, Any]:
    # Some engines let `$` match before a final line break, and not all have a look-ahead to mend that with.
    return {
        "pattern": f"^({registry.syntax.code}|{registry.syntax.private_code})$",
        "not": {"pattern": "\n"},
    }


def _registered(registry: Registry) -> dict[str, Any]:
    return {"enum": [entry.code for entry in registry.codes]}


def _cause(uris: dict[str, Any]) -> dict[str, Any]:
    """A problem details object of any type (draft section 4.12); a harness error is held to its form."""
    return {
        "type": "object",
        "if": {"properties": {"type": uris}, "required": ["type"]},
        "then": {"$ref": "#"},
    }


FORMATS = (
    Format(OPEN_NAME, "application/schema+json", lambda registry, signals: problem_schema(registry, strict=False)),
    Format(STRICT_NAME, "application/schema+json", lambda registry, signals: problem_schema(registry, strict=True)),
)
