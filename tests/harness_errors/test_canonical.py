import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors import canonical

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
)


@given(DATA)
def test_canonical_bytes_hold_the_data_and_are_their_own_canonical_form(data):
    content = canonical.dumps(data)
    assert json.loads(content) == data
    assert canonical.dumps(json.loads(content)) == content
    assert content.endswith(b"\n")


@given(st.dictionaries(TEXT, st.integers(), min_size=2))
def test_the_order_of_members_does_not_matter(data):
    assert canonical.dumps(dict(reversed(data.items()))) == canonical.dumps(data)


def test_the_bytes_are_these():
    content = canonical.dumps({"b": [1, {"d": None, "c": "é\n"}], "a": True})
    assert content.decode() == (
        '{\n  "a": true,\n  "b": [\n    1,\n    {\n      "c": "é\\n",\n      "d": null\n    }\n  ]\n}\n'
    )


@pytest.mark.parametrize("data", [float("nan"), float("inf"), "\ud800"])
def test_what_json_cannot_say(data):
    with pytest.raises(ValueError):
        canonical.dumps([data])


def test_a_digest_is_of_the_bytes():
    assert canonical.sha256(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
