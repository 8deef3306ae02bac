"""registry.md: what a reader of Markdown sees in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.releases.formats.markdown import registry_markdown
from codes.releases.formats.text import plain

from . import facts, hostile

pytestmark = pytest.mark.django_db


def reference(entry):
    return "; ".join(
        plain(each.title) + (f", section {plain(each.section)}" if each.section else "") for each in entry.reference
    )


def status(entry):
    kept = entry.administrative
    if kept.status == "active":
        return "active"
    return "deprecated since 1.1.0" + (f", use {' or '.join(kept.superseded_by)}" if kept.superseded_by else "")


def test_it_reads_back(document, render):
    categories, codes = facts.in_markdown(render("registry.md", document))
    assert categories[1:] == [
        [
            entry.category,
            plain(entry.description),
            str(entry.recommended_status),
            entry.policy,
            reference(entry),
        ]
        for entry in document.categories
    ]
    assert codes[1:] == [
        [
            entry.code,
            plain(entry.title),
            str(entry.default_retryable).lower(),
            str(entry.default_model_recoverable).lower(),
            plain(entry.description),
            reference(entry),
            status(entry),
            entry.informative.origin,
            str(entry.informative.http_status),
            str(entry.informative.mcp.jsonrpc_code or entry.informative.mcp.channel),
            entry.informative.a2a.state,
        ]
        for entry in document.codes
    ]


def links(content):
    found = []
    for token in facts.MARKDOWN.parse(content.decode()):
        found += [child.attrs["href"] for child in token.children or () if child.type == "link_open"]
    return found


def test_its_links(registry, render):
    found = links(render("registry.md", hostile.deprecated(registry)))
    base = "https://agenterrors.org"
    assert found[:2] == [f"{base}/releases/1.1.0/", f"{base}/releases/1.1.0/registry.json"]
    for entry in registry.codes:
        assert f"{base}/codes/{entry.code}" in found
    assert found.count(f"{base}/codes/loop.timeout") == 2


def test_its_head_says_what_it_is(registry, render):
    content = render("registry.md", registry).decode()
    assert content.startswith("# Agent Harness Error Codes\n\n- Version: [1.0.0](")
    for line in ("- Published: 2026-11-30T00:00:00Z", "- Policy for codes: Specification Required (RFC 8126)"):
        assert f"\n{line}\n" in content
    assert f"sha256 `{registry.sha256}`\n" in content
    assert content.endswith("|\n")


def test_any_text_is_text_and_nothing_else(registry):
    few = hostile.few(registry)

    @given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(plain))
    def holds(text):
        document = hostile.hostile(few, text)
        _, codes = facts.in_markdown(registry_markdown(document))
        assert [(row[0], row[1], row[4]) for row in codes[1:]] == [
            (entry.code, plain(text), plain(text)) for entry in document.codes
        ]

    holds()
