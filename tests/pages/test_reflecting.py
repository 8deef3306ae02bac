"""Every address that shows a part of itself, asked with markup: what comes back is text."""

import json
from urllib.parse import quote

import pytest

from tests.support.markup import foreign_in_html, foreign_in_markdown

pytestmark = [pytest.mark.django_db, pytest.mark.from_memory]

ADDRESSES = [
    "/{}", "/?q={}", "/codes/{}", "/codes/tool.{}", "/codes/{}.json", "/codes/{}.md", "/codes/?q={}", "/codes.md?q={}",
    "/codes/?category={}", "/codes/?page={}", "/codes/?release={}", "/categories/{}", "/categories/{}.md",
    "/problems/{}", "/bindings/{}", "/compare?a={}", "/lookup?q={}", "/lookup?q=429%20{}", "/releases/{}/",
    "/releases/{}", "/releases/1.0.0/{}", "/releases/latest/{}", "/releases/{}...1.0.0", "/releases/1.0.0...{}",
    "/releases/since?version={}", "/feeds/changes.atom?class={}", "/feeds/changes.atom?category={}", "/api/v1/{}",
    "/api/v1/codes?q={}", "/api/v1/codes?{}=1", "/api/v1/codes?cursor={}", "/api/v1/codes/{}", "/api/v1/categories/{}",
    "/api/v1/resolve?code={}&type={}", "/api/v1/releases/{}", "/guide/{}", "/guide/failed.{}", "/signals/?q={}",
    "/signals/?source={}", "/signals/?fit={}", "/signals/?release={}",
]  # fmt: skip
PAYLOADS = [
    '"><script>alert(1)</script>',
    "![x](javascript:y)",
    "'><img src=x onerror=alert(1)>",
    "[x](javascript:y) <javascript:z>",
    "`</code><b onclick=x>",
]


def check(answer):
    """By the media type that a browser goes by, which may not guess another."""
    kind = answer["Content-Type"].split(";")[0]
    assert answer["X-Content-Type-Options"] == "nosniff"
    text = answer.content.decode()
    match kind:
        case "text/html":
            assert foreign_in_html(text) == []
        case "text/markdown":
            assert foreign_in_markdown(text) == []
        case "application/json" | "application/problem+json":
            json.loads(text)
        case _:
            raise AssertionError(kind)


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_asked_comes_back_as_text(address, client, published):
    for payload in PAYLOADS:
        asked = address.replace("{}", quote(payload, safe=""))
        for accept in ("text/html", "text/markdown, */*;q=0.1", "application/json"):
            answer = client.get(asked, headers={"Accept": accept})
            assert answer.status_code in (200, 400, 404, 406), asked
            check(answer)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<p title="&quot;><script>">ok</p><a href="/codes/">x</a>', 0),
        ("<script>alert(1)</script>", 1),
        ("<img src=/x onerror=y>", 2),
        ('<a href="javascript:y">x</a>', 1),
        ('<a href=" javascript:y">x</a>', 1),
    ],
)
def test_the_look_at_a_page_sees_it(text, found):
    assert len(foreign_in_html(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`<script>` and [x](https://example.org) \\![x](javascript:y)", 1),
        ("a <b>c</b>", 2),
        ("![x](javascript:y)", 1),
        ("[x](<https://example.org>)", 0),
        ("<javascript:z>", 1),
    ],
)
def test_the_look_at_markdown_sees_it(text, found):
    assert len(foreign_in_markdown(text)) == found
