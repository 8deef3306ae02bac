import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from codes.releases import validate

ITEMS = st.recursive(
    st.none() | st.booleans() | st.text(max_size=2) | st.integers(2, 4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


@given(st.lists(ITEMS, max_size=5))
def test_items_are_unique_as_the_package_has_it(items):
    schema = {"uniqueItems": True}
    ours = type(validate._validator())(schema)
    assert ours.is_valid(items) == jsonschema.Draft202012Validator(schema).is_valid(items)


def test_the_order_of_members_makes_no_difference():
    assert not type(validate._validator())({"uniqueItems": True}).is_valid([{"a": 1, "b": 2}, {"b": 2, "a": 1}])
    assert type(validate._validator())({"uniqueItems": False}).is_valid([1, 1])
