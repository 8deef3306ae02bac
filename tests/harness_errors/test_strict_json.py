import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors.strict_json import StrictJSONError, parse

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=5),
)


@given(DATA, st.sampled_from([None, 2]), st.booleans())
def test_what_is_meant_is_read(data, indent, ascii_only):
    assert parse(json.dumps(data, indent=indent, ensure_ascii=ascii_only).encode()) == data


REFUSED = {
    "size": (b'"' + b"a" * 65536 + b'"', "too_large", None, None),
    "byte order mark": (b"\xef\xbb\xbf{}", "encoding", None, (1, 1)),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "encoding", None, (1, 1)),
    "UTF-16 without a mark": ('{"a": 1}'.encode("utf-16-le"), "encoding", None, (1, 1)),
    "latin 1": (b'{\n"a": "\xe9"}', "encoding", None, (2, 7)),
    "an encoded surrogate": (b'"\xed\xa0\x80"', "encoding", None, (1, 2)),
    "nothing": (b"", "syntax", None, (1, 1)),
    "white space": (b" \n ", "syntax", None, (2, 2)),
    "two documents": (b"{} {}", "syntax", None, (1, 4)),
    "a comma too many": (b'{\n  "a": 1,\n}', "syntax", None, (3, 1)),
    "single quotes": (b"{'a': 1}", "syntax", None, (1, 2)),
    "a control character": (b'"a\tb"', "syntax", None, (1, 3)),
    "depth": (b"[" * 65 + b"]" * 65, "too_deep", None, (1, 65)),
    "depth that would end the process": (b"[" * 60000, "too_deep", None, (1, 65)),
    "depth of objects": (b'{"a":' * 65 + b"1" + b"}" * 65, "too_deep", None, (1, 321)),
    "a name twice": (b'{"a": {"b/c": 1, "d": 2, "b/c": 3}}', "duplicate_name", "/a/b~1c", None),
    "a name twice, once escaped": (b'[{"a": 1, "\\u0061": 2}]', "duplicate_name", "/0/a", None),
    "NaN": (b'{"a": [1, NaN]}', "number", "/a/1", None),
    "infinity": (b"-Infinity", "number", "", None),
    "overflow": (b'{"a": {"b/c": 1e999}}', "number", "/a/b~1c", None),
    "a long integer": (b"[" + b"1" * 41 + b"]", "number", "/0", None),
    "NUL": (b'{"a": ["x", "\\u0000"]}', "string", "/a/1", None),
    "half a pair": (b'{"a": "\\ud800"}', "string", "/a", None),
    "half a pair in a name": (b'{"a": {"\\udfff": 1}}', "string", "/a", None),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_place(name):
    content, code, pointer, place = REFUSED[name]
    with pytest.raises(StrictJSONError) as refused:
        parse(content)
    found = refused.value
    assert (found.code, found.pointer) == (code, pointer)
    assert (found.line, found.column) == (place or (None, None))
    assert str(found)


@pytest.mark.parametrize(
    ("content", "data"),
    [
        (b"[" * 64 + b"]" * 64, None),
        (b'"' + b"a" * 65534 + b'"', None),
        (b'"[[[[\\"{{{{"', '[[[["{{{{'),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        (b"1" * 40, int("1" * 40)),
        (b" true\n", True),
    ],
)
def test_just_inside_the_limits(content, data):
    found = parse(content)
    assert data is None or found == data


@given(st.binary(max_size=400))
def test_any_bytes_have_an_answer(content):
    try:
        found = parse(content)
    except StrictJSONError:
        return
    assert found == json.loads(content)


@given(st.text(st.sampled_from('{}[]",:01eE+-.\\u tfn"a'), max_size=60))
def test_anything_like_json_is_read_as_json_reads_it_or_refused(text):
    try:
        found = parse(text.encode())
    except StrictJSONError:
        return
    assert found == json.loads(text)
