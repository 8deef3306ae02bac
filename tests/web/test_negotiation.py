"""The table of Accept headers and what each gets, on an address with every form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.web.negotiation import Form, acceptable, choose

ALL = (Form.HTML, Form.JSON, Form.MARKDOWN, Form.SCHEMA)
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

TABLE = [
    (None, Form.HTML),
    ("", Form.HTML),
    (" ", Form.HTML),
    ("*/*", Form.HTML),
    ("text/*", Form.HTML),
    ("text/html", Form.HTML),
    ("TEXT/HTML", Form.HTML),
    (BROWSER, Form.HTML),
    ("application/json", Form.JSON),
    ("Application/JSON", Form.JSON),
    ("application/json; charset=utf-8", Form.JSON),
    ("application/json;indent=8", Form.JSON),
    ("application/json;q=0.9, text/html;q=0.8", Form.JSON),
    ("text/html;q=0.8, application/json;q=0.9", Form.JSON),
    ("application/json;q=0.8, text/html;q=0.9", Form.HTML),
    ("application/json, text/html", Form.HTML),
    ("application/json, text/plain, */*", Form.JSON),
    ("application/problem+json", Form.JSON),
    ("application/*", Form.JSON),
    ("application/schema+json", Form.SCHEMA),
    ("application/schema+json, application/json;q=0.5", Form.SCHEMA),
    ("text/markdown", Form.MARKDOWN),
    ("text/markdown, text/html, */*", Form.MARKDOWN),
    ("text/markdown;q=0.5, text/html", Form.HTML),
    ("text/markdown;q=0.5, text/html;q=0.4", Form.MARKDOWN),
    ("text/markdown; charset=utf-8", Form.MARKDOWN),
    ("text/html;q=0, */*", Form.JSON),
    ("text/html;q=0, application/json;q=0, */*", Form.SCHEMA),
    ("*/*;q=0.1, application/json;q=0", Form.HTML),
    ("text/*;q=0.2, application/json;q=0.3", Form.JSON),
    ("text/html;q=0.000, text/markdown;q=0.001", Form.MARKDOWN),
    # Nothing here that we have.
    ("image/png", None),
    ("text/html;q=0", None),
    ("*/*;q=0", None),
    ("text/markdown;q=0", None),
    # Out of grammar: passed over, and with nothing left it is as if the field were missing.
    ("nonsense", Form.HTML),
    ("*/json", Form.HTML),
    ("text/html;q=2", Form.HTML),
    ("application/json;q=high", Form.HTML),
    (",,;;,", Form.HTML),
    ("nonsense, application/json", Form.JSON),
    ("text/html;level=1;q=0.2, application/json;q=0.3", Form.JSON),
    # Parameters of RFC 2231, which Accept does not have: passed over, whatever they say.
    ("text/html;q*=foo''1, application/json;q=0.9", Form.HTML),
    ("application/json;x*=idna''a.b", Form.JSON),
    ("application/json;x*=punycode''%80", Form.JSON),
    ("application/json;x*=undefined''a", Form.JSON),
]


@pytest.mark.parametrize(("accept", "form"), TABLE)
def test_the_form_for(accept, form):
    assert choose(accept, ALL) is form


@pytest.mark.parametrize(("accept", "form"), [("text/html", None), ("*/*", Form.JSON), (None, Form.JSON)])
def test_where_there_is_json_alone(accept, form):
    assert choose(accept, (Form.JSON,)) is form


@pytest.mark.parametrize(
    ("accept", "answer"),
    [
        (None, True),
        ("", True),
        ("nonsense", True),
        ("*/*", True),
        ("text/*", True),
        ("text/markdown; charset=utf-8", True),
        (BROWSER, True),
        ("text/html", False),
        ("application/json, text/*;q=0", False),
        ("text/markdown;q=0, */*", False),
        ("text/markdown;q=0.001, */*;q=0", True),
    ],
)
def test_whether_an_address_with_markdown_alone_may_answer(accept, answer):
    assert acceptable(accept, "text/markdown") is answer


@given(st.text(max_size=200))
def test_any_header_has_an_answer(accept):
    assert choose(accept, ALL) in (*ALL, None)


@given(st.permutations(ALL), st.sampled_from([accept for accept, _ in TABLE]))
def test_the_order_of_the_offers_does_not_matter(forms, accept):
    assert choose(accept, tuple(forms)) is dict(TABLE)[accept]
