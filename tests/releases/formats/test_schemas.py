"""The JSON Schemas of a release: valid, canonical, at home at their address, and right about the other files."""

import json

import jsonschema
import pytest

from codes.harness_errors import canonical
from codes.releases import validate

from . import hostile

pytestmark = pytest.mark.django_db

NAMES = ("problem.schema.json", "problem.strict.schema.json", "registry.schema.json")


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one(name, document, render):
    content = render(name, document)
    schema = json.loads(content)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert canonical.dumps(schema) == content
    assert schema["$id"] == f"https://agenterrors.org/releases/{document.version}/{name}"
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("make", [lambda registry: registry, hostile.deprecated, hostile.odd_codes])
def test_the_document_meets_the_schema_beside_it(make, registry, render):
    document = make(registry)
    schema = json.loads(render("registry.schema.json", document))
    jsonschema.Draft202012Validator(schema).validate(json.loads(render("registry.json", document)))


def test_what_is_published_is_what_publishing_checks(registry, render):
    schema = json.loads(render("registry.schema.json", registry))
    del schema["$id"]
    assert schema == validate.schema() == json.loads((validate.SCHEMAS / "registry.schema.json").read_text())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.update(kind="other"),
        lambda data: data.update(version="1.0"),
        lambda data: data.pop("license"),
        lambda data: data["codes"][0].update(default_retryable="true"),
        lambda data: data["codes"][0].update(code="Tool.Timeout"),
        lambda data: data["codes"][0]["administrative"].update(status="deprecated"),
    ],
)
def test_the_schema_refuses_what_is_none(spoil, registry, render):
    schema = json.loads(render("registry.schema.json", registry))
    data = json.loads(render("registry.json", registry))
    spoil(data)
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)


def test_the_strict_form_names_exactly_the_codes(document, render):
    schema = json.loads(render("problem.strict.schema.json", document))
    assert schema["properties"]["code"]["enum"] == [entry.code for entry in document.codes]
