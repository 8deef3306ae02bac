import json

import jsonschema
import pytest

from codes.harness_errors.example import example
from codes.releases.formats.problem_schema import problem_schema

pytestmark = pytest.mark.django_db


def test_every_code_has_an_example_that_the_strict_schema_accepts(registry):
    validator = jsonschema.Draft202012Validator(json.loads(problem_schema(registry, strict=True)))
    for entry in registry.codes:
        found = example(entry)
        validator.validate(found)
        assert (found["code"], found["title"], found["origin"]) == (
            entry.code,
            entry.title,
            entry.informative.origin,
        )
        assert (found["retryable"], found["model_recoverable"]) == (
            entry.default_retryable,
            entry.default_model_recoverable,
        )
        assert "status" not in found
        for member in entry.informative.should_members:
            at = found
            for step in member.split("."):
                at = at[step]
            assert at
        assert ("limit" in found) == bool(entry.informative.limit_names)
