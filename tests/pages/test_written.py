"""A code page has its example as each carrier writes it."""

import html
import json
import re

import pytest

pytestmark = pytest.mark.django_db

TITLES = [
    "HTTP", "JSON-RPC 2.0", "MCP 2025-06-18", "MCP 2025-11-25", "MCP 2026-07-28", "A2A 0.3", "A2A 1.0", "OpenTelemetry",
    "TCP/AP", "Log line", "Streamed event", "Library result",
]  # fmt: skip
BLOCK = re.compile(r"<details>\s*<summary>([^<]+)</summary>\s*(?:<pre[^>]*><code>([^<]*)</code></pre>)?")


def test_every_code_in_every_carrier(client, registry):
    for entry in registry.codes:
        page = client.get(f"/codes/{entry.code}").content.decode()
        blocks = dict(BLOCK.findall(page.split('class="written"')[1].split("</section>")[0]))
        assert [title.removesuffix(": no place for it") for title in blocks] == TITLES
        for title, text in blocks.items():
            assert bool(text) != title.endswith(": no place for it")
        assert json.loads(html.unescape(blocks["Library result"]))["code"] == entry.code
        assert html.unescape(blocks["HTTP"]).startswith(f"HTTP/1.1 {entry.informative.http_status} ")


def test_a_carrier_without_a_place_says_why(client, published):
    page = client.get("/codes/loop.timeout").content.decode()
    assert "loop.timeout has no form in TCP/AP" in page
