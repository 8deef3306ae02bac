"""The classes that deploy/nginx.conf sorts headers into: whatever is in one has the outcome of the whole class."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.web import coding
from codes.web.negotiation import Form, acceptable, choose
from tests.deploy.browsers import CHROME, FIREFOX, SAFARI
from tests.support.nginx import CONFIGURATION

RANGES = [
    "text/html", "application/xhtml+xml", "application/xml;q=0.9", "image/avif", "image/svg+xml", "*/*;q=0.8", "*/*",
    "application/json", "text/markdown", "text/plain", "application/schema+json", "text/csv", "image/png;q=0",
    "application/signed-exchange;v=b3;q=0.7",
]  # fmt: skip
TOKENS = ["br", "gzip", "deflate", "zstd", "identity", "*", "x-gzip", "br;q=0", "gzip;q=0.5", "xbr", "identity;q=0"]
ALONE = [
    "application/json", "text/markdown", "text/csv", "application/xml", "application/schema+json", "text/plain",
    "application/octet-stream", "application/atom+xml",
]  # fmt: skip
UNCERTAIN = [
    "text/html;q=0, */*", "text/markdown, text/html", f"{SAFARI},text/markdown", f"x/y,{CHROME}",
    SAFARI.replace("*/*", "text/markdown,*/*"), SAFARI.replace("*/*", "application/json,*/*"),
    SAFARI.replace("text/html", "text/html;q=0.1"), SAFARI.replace("q=0.8", "q=0"), SAFARI.upper(),
]  # fmt: skip


def classes(name):
    """The entries of one map: (pattern, what the site is asked with)."""
    text = CONFIGURATION.read_text()
    body = re.search(rf"map \S+ \${name} {{\n(.*?)\n}}", text, re.DOTALL)[1]
    return [tuple(re.fullmatch(r'\s*(default|".*?") "(.*)";', line).groups()) for line in body.splitlines()]


def class_of(name, header):
    """What nginx makes of `header`: the literal entries first, then the patterns in their order."""
    found = [(pattern.strip('"'), value) for pattern, value in classes(name)]
    for pattern, value in found:
        if not pattern.startswith("~") and pattern != "default" and pattern == header:
            return value
    for pattern, value in found:
        if pattern.startswith("~") and re.search(pattern[1:].replace("$", r"\Z"), header):
            return value
    return dict(found)["default"]


@pytest.mark.parametrize("accept", [CHROME, FIREFOX, SAFARI, "", "*/*", "application/json"])
@pytest.mark.parametrize(
    "accept_encoding", ["gzip, deflate, br, zstd", "gzip, deflate, br", "gzip", "gzip,deflate", ""]
)
def test_browsers_and_programs_are_in_a_class(accept, accept_encoding):
    assert class_of("registry_accept", accept)
    assert class_of("registry_coding", accept_encoding)


@pytest.mark.parametrize("accept", UNCERTAIN)
def test_what_is_uncertain_is_in_none(accept):
    assert class_of("registry_accept", accept) == ""


BEGINNINGS = st.sampled_from([[], ["text/html"], ["text/html", "application/xhtml+xml", "application/xml;q=0.9"]])
ENDINGS = st.sampled_from([[], ["*/*;q=0.8"], ["*/*;q=0.8", "application/signed-exchange;v=b3;q=0.7"]])


@given(BEGINNINGS, st.lists(st.sampled_from(RANGES), max_size=3), ENDINGS, st.sampled_from([",", ", "]))
def test_a_class_of_accept_has_one_outcome_everywhere(first, more, last, comma):
    header = comma.join([*first, *more, *last])
    asked = class_of("registry_accept", header)
    if asked:
        for forms in ((Form.HTML, Form.JSON), (Form.HTML, Form.MARKDOWN, Form.JSON, Form.SCHEMA), tuple(Form)):
            assert choose(header, forms) == choose(asked, forms)
        for media_type in ALONE:
            assert acceptable(header, media_type) == acceptable(asked, media_type)


@given(st.lists(st.sampled_from(TOKENS), max_size=5), st.sampled_from([",", ", "]))
def test_a_class_of_codings_has_one_outcome(tokens, comma):
    header = comma.join(tokens)
    asked = class_of("registry_coding", header)
    if asked:
        assert coding.choose(header) == coding.choose(asked)
        assert coding.choose(header, ("identity",)) == coding.choose(asked, ("identity",))
