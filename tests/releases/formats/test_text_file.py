"""registry.txt: a header, a table that fits, every entry in full."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.releases.formats.plain_text import registry_text
from codes.releases.formats.text import plain

from . import facts, hostile

pytestmark = pytest.mark.django_db


def test_its_head(registry, render):
    document = hostile.deprecated(registry)
    lines = render("registry.txt", document).decode().splitlines()
    assert lines[:12] == [
        "Agent Harness Error Codes",
        "=========================",
        "",
        "Version:     1.1.0",
        "Published:   2027-01-31T00:00:00Z",
        "Policy:      Specification Required (RFC 8126) for codes",
        "Authority:   pre-iana",
        "License:     BSD-3-Clause",
        "Address:     https://agenterrors.org/releases/1.1.0/",
        "Normative:   registry.json, sha256",
        f"             {document.sha256}",
        "",
    ]


def test_the_table(document, render):
    rows = list(facts.in_text(render("registry.txt", document)))
    assert [(row[0], *row[2:]) for row in rows] == [
        (
            entry.code,
            "yes" if entry.default_retryable else "no",
            "yes" if entry.default_model_recoverable else "no",
            entry.administrative.status,
        )
        for entry in document.codes
    ]
    # A word that is too long for its column is broken.
    titles = [re.sub(r"\s", "", plain(entry.title)) for entry in document.codes]
    assert [row[1].replace(" ", "") for row in rows] == titles


def test_no_line_is_too_wide_but_for_one_word(document, render):
    content = render("registry.txt", document).decode()
    assert [line for line in content.split("\n") if len(line) > 100 and " " in line.strip()] == []
    assert content.endswith("\n")
    assert not content.endswith("\n\n")


def entries(content: str) -> dict[str, str]:
    """Code -> what stands under it, on one line."""
    blocks = content.split("\nCodes in full\n-------------\n\n")[1].rstrip("\n").split("\n\n")
    return {block.split("\n")[0]: " ".join(line.strip() for line in block.split("\n")[1:]) for block in blocks}


def test_every_entry_in_full(document, render):
    found = entries(render("registry.txt", document).decode())
    assert list(found) == [entry.code for entry in document.codes]
    for entry in document.codes:
        text, kept, advice = found[entry.code], entry.administrative, entry.informative
        assert plain(entry.description) in text
        for reference in entry.reference:
            section = f", section {reference.section}" if reference.section else ""
            assert plain(f"Reference: {reference.title}{section}, {reference.url}") in text
        assert f"Advice: origin {advice.origin}, HTTP {advice.http_status}, MCP {advice.mcp.channel}" in text
        assert text.startswith("Deprecated since 1.1.0: ") == (kept.status == "deprecated")


def test_a_deprecated_entry_says_what_to_use(registry, render):
    found = entries(render("registry.txt", hostile.deprecated(registry)).decode())
    gone = "Deprecated since 1.1.0: It was a mistake."
    assert found["tool.timeout"].startswith(f"{gone} Use instead: loop.timeout or tool.execution_failed. ")
    assert found["output.malformed"].startswith(f"{gone} Use instead: output.empty. ")
    assert found["output.empty"].startswith(f"{gone} It was a mistake. Use instead: nothing. ")


def test_no_text_looks_like_a_heading_or_moves_a_cursor(registry):
    few = hostile.few(registry)
    margin = [line for line in registry_text(few).decode().split("\n") if line and line[0] != " "]

    @given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(plain))
    def holds(text):
        content = registry_text(hostile.hostile(few, text)).decode()
        assert re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", content) == []
        found = [line for line in content.split("\n") if line and line[0] != " "]
        # The rows of the table, the version and the digest are other ones; how many there are is the same.
        assert len(found) == len(margin)

    holds()
