"""Query parameters, said once: what is read, what is refused, and what the OpenAPI document tells of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from rapidfuzz import process

from codes.web.problems import Refusal

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Parameter:
    """One query parameter. `accepts` is the closed set of its values, empty where any text will do.

    `schema` is its JSON Schema; `least` and `most` bound a number.
    """

    name: str
    description: str
    accepts: tuple[str, ...] = ()
    required: bool = False
    integer: tuple[int, int] | None = None
    longest: int = LONGEST
    example: str | None = None

    def openapi(self) -> OpenApiParameter:
        schema: dict[str, Any] = {"type": "string", "maxLength": self.longest, "pattern": "^[^\\u0000]*$"}
        if self.accepts:
            schema = {"type": "string", "enum": list(self.accepts)}
        if self.integer:
            schema = {"type": "integer", "minimum": self.integer[0], "maximum": self.integer[1]}
        if self.example is not None:
            schema["examples"] = [int(self.example) if self.integer else self.example]
        return OpenApiParameter(self.name, schema, description=self.description, required=self.required)


def read(query: QueryDict, parameters: Sequence[Parameter]) -> Mapping[str, str]:
    """The values by name, "" for what is not there. Raises Refusal that names everything wrong at once."""
    by_name = {each.name: each for each in parameters}
    errors = [_unknown(name, list(by_name)) for name in query if name not in by_name]
    found = {}
    for name, parameter in by_name.items():
        values = query.getlist(name)
        fault = _fault(parameter, values)
        if fault:
            code, detail = fault
            error: dict[str, Any] = {"parameter": name, "code": code, "detail": detail}
            if parameter.accepts:
                error["accepts"] = list(parameter.accepts)
            errors.append(error)
        found[name] = values[0] if values else ""
    if errors:
        detail = " ".join(str(error["detail"]) for error in errors)
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return found


def _unknown(name: str, known: list[str]) -> dict[str, Any]:
    near = process.extractOne(name, known, score_cutoff=60)
    meant = f" Did you mean {near[0]}?" if near else f" Known here: {', '.join(known) or 'none'}."
    return {"parameter": name, "code": "unknown_parameter", "detail": f"{name[:LONGEST]} is no parameter here.{meant}"}


def _fault(parameter: Parameter, values: list[str]) -> tuple[str, str] | None:
    """What is wrong with the values of one parameter: a code and a sentence."""
    name = parameter.name
    if len(values) > 1:
        return "repeated", f"{name} may stand in the address once."
    if not values:
        return ("missing", f"{name} is required.") if parameter.required else None
    (value,) = values
    if parameter.accepts and value not in parameter.accepts:
        return "unknown_value", f"{name} is one of {', '.join(parameter.accepts)}."
    if len(value) > parameter.longest or "\0" in value:
        return "invalid_value", f"{name} is text of at most {parameter.longest} characters."
    if parameter.integer:
        least, most = parameter.integer
        # Digits of ASCII alone: int() takes others, signs, spaces and underscores. Written in one way, since filters
        # compare text.
        if not (re.fullmatch("[1-9][0-9]{0,8}", value) and least <= int(value) <= most):
            return "invalid_value", f"{name} is a whole number from {least} to {most}."
    return None
