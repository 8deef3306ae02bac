import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors import vocabulary
from codes.releases import validate

REGISTRY = "registry.schema.json"
ITEMS = st.recursive(
    st.none() | st.booleans() | st.text(max_size=2) | st.integers(2, 4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


@given(st.lists(ITEMS, max_size=5))
def test_items_are_unique_as_the_package_has_it(items):
    schema = {"uniqueItems": True}
    ours = type(validate._validator(REGISTRY))(schema)
    assert ours.is_valid(items) == jsonschema.Draft202012Validator(schema).is_valid(items)


def test_the_order_of_members_makes_no_difference():
    assert not type(validate._validator(REGISTRY))({"uniqueItems": True}).is_valid([{"a": 1, "b": 2}, {"b": 2, "a": 1}])
    assert type(validate._validator(REGISTRY))({"uniqueItems": False}).is_valid([1, 1])


def test_the_schemas_know_the_words_that_the_tables_take():
    """Typed twice: the schema goes with each release, and cannot import."""
    signal = validate.schema("signals.schema.json")["$defs"]["signal"]["properties"]
    advice = validate.schema()["$defs"]["entry"]["properties"]["informative"]["properties"]
    assert signal["kind"]["enum"] == list(vocabulary.SIGNAL_KINDS)
    assert signal["source_kind"]["enum"] == list(vocabulary.SOURCE_KINDS)
    assert signal["confidence"]["enum"] == list(vocabulary.CONFIDENCES)
    assert advice["origin"]["enum"] == list(vocabulary.ORIGINS)
    assert advice["a2a"]["properties"]["state"]["enum"] == list(vocabulary.A2A_STATES)


@pytest.mark.parametrize("name", ["registry.schema.json", "signals.schema.json"])
def test_a_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(validate.schema(name))
