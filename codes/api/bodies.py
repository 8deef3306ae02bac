"""Bodies held to a JSON Schema, the one that the OpenAPI document shows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import jsonschema
from jsonschema.protocols import Validator
from rapidfuzz import process

from codes.web.problems import Refusal

# JSON Schema takes 1.0 for an integer; here a number is what it is written as.
_TYPES = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
    "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
)
_Strict = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=_TYPES)
_CODES = {
    "type": "wrong_type",
    "enum": "unknown_value",
    "minLength": "too_short",
    "maxLength": "too_long",
    "pattern": "grammar",
    "minimum": "out_of_range",
    "maximum": "out_of_range",
    "minItems": "too_few",
    "maxItems": "too_many",
    "uniqueItems": "repeated",
}


def check(data: Any, schema: Mapping[str, Any], *, at: str = "") -> dict[str, Any]:
    """`data`, which is an object that `schema` allows. Raises Refusal that names everything wrong at once.

    `at` is the JSON Pointer where `data` stands in the body.
    """
    validator: Validator = _Strict(schema)
    errors: dict[tuple[str, str], dict[str, str]] = {}
    for failure in validator.iter_errors(data):
        for pointer, code, detail in _told(failure):
            errors.setdefault((pointer, code), {"pointer": at + pointer, "code": code, "detail": detail})
    if errors:
        found = [errors[key] for key in sorted(errors)]
        raise Refusal("invalid-body", " ".join(each["detail"] for each in found[:5]), members={"errors": found})
    return dict(data)


def wrong(errors: Iterable[Mapping[str, Any]]) -> Refusal:
    """What no schema can say is wrong, as `{pointer, code, detail}`."""
    found = [dict(each) for each in errors]
    return Refusal("invalid-body", " ".join(each["detail"] for each in found), members={"errors": found})


def _told(failure: Any) -> Iterator[tuple[str, str, str]]:
    """Pointer, word and sentence for each thing that `failure` stands for."""
    at = "".join(f"/{_escaped(str(part))}" for part in failure.absolute_path)
    name = failure.absolute_path[-1] if failure.absolute_path else "The body"
    expected = failure.validator_value
    match failure.validator:
        case "additionalProperties":
            known = list(failure.schema["properties"])
            for member in failure.instance.keys() - set(known):
                yield f"{at}/{_escaped(member)}", "unknown_member", _unknown(member, known)
        case "required":
            for member in expected:
                if member not in failure.instance:
                    yield f"{at}/{member}", "missing", f"{member} is missing."
        case "type":
            kinds = expected if isinstance(expected, list) else [expected]
            yield at, "wrong_type", f"{name} must be {' or '.join(_ARTICLE[kind] for kind in kinds)}."
        case "enum":
            yield at, "unknown_value", f"{name} is one of {', '.join(map(str, expected))}."
        case "uniqueItems":
            yield at, "repeated", f"{name} holds something twice."
        case rule:
            yield at, _CODES.get(rule, "invalid"), f"{name} breaks the rule {rule}: {expected}."


_ARTICLE = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def _unknown(member: str, known: list[str]) -> str:
    near = process.extractOne(member, known, score_cutoff=60)
    meant = f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(known) or 'none'}."
    return f"{member[:100]} is no member here. {meant}"


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
