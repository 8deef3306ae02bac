"""registry.csv, by the rules of RFC 4180 and of spreadsheets."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors.entries import Reference
from codes.releases.formats.csv import codes_csv
from codes.releases.formats.text import one_line

from . import facts, hostile

pytestmark = pytest.mark.django_db

HEADER = (
    "code,category,title,default_retryable,default_model_recoverable,description,reference,status,superseded_by,"
    "change_controller,registered,updated,origin,http_status,mcp_channel,mcp_jsonrpc_code,a2a_state,error_type,permalink"
)


def test_a_line_for_each_code_and_a_header(document, render):
    content = render("registry.csv", document)
    lines = content.split(b"\r\n")
    assert (lines[0].decode(), lines[-1]) == (HEADER, b"")
    assert len(lines) == len(document.codes) + 2
    # Neither alone: no line break inside a cell, none of another kind.
    assert content.count(b"\n") == content.count(b"\r") == len(lines) - 1


def test_it_reads_back(document, render):
    rows = facts.in_csv(render("registry.csv", document))
    assert rows == [
        {
            "code": entry.code,
            "category": entry.category,
            "title": one_line(entry.title),
            "default_retryable": str(entry.default_retryable).lower(),
            "default_model_recoverable": str(entry.default_model_recoverable).lower(),
            "description": one_line(entry.description),
            "reference": row["reference"],  # below
            "status": entry.administrative.status,
            "superseded_by": " ".join(entry.administrative.superseded_by),
            "change_controller": one_line(entry.administrative.change_controller),
            "registered": entry.administrative.registered.date,
            "updated": entry.administrative.updated.date,
            "origin": entry.informative.origin,
            "http_status": str(entry.informative.http_status),
            "mcp_channel": entry.informative.mcp.channel,
            "mcp_jsonrpc_code": str(entry.informative.mcp.jsonrpc_code or ""),
            "a2a_state": entry.informative.a2a.state,
            "error_type": entry.informative.telemetry.error_type,
            "permalink": entry.permalink,
        }
        for entry, row in zip(document.codes, rows, strict=True)
    ]


@pytest.mark.parametrize(
    ("references", "cell"),
    [
        ([("https://a.example/", "5.3")], "https://a.example/#section-5.3"),
        (
            [("https://a.example/", None), ("https://b.example/", "A")],
            "https://a.example/ https://b.example/#section-A",
        ),
        ([("https://a.example/", "Table 3, #1")], "https://a.example/#section-Table%203%2C%20%231"),
        ([("https://a.example/#there", "5.3")], "https://a.example/#there"),
    ],
)
def test_each_reference_is_one_word(references, cell, registry):
    entry = replace(registry.codes[0], reference=tuple(Reference("A title", *each) for each in references))
    (row,) = facts.in_csv(codes_csv([entry]))
    assert row["reference"] == cell


@pytest.mark.parametrize("formula", hostile.FORMULAS)
def test_no_cell_is_a_formula(formula, registry):
    content = codes_csv([replace(registry.codes[0], title=formula, description=formula)])
    row = next(csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True))
    assert row["title"] == row["description"] == f"'{formula.strip()}"


def test_any_text_stays_in_its_cell(registry):
    @given(st.text(st.characters(exclude_categories=["Cs"])))
    def holds(text):
        entry = replace(registry.codes[0], title=text, description=text)
        content = codes_csv([entry, registry.codes[1]])
        first, second = csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True)
        assert (first["title"], None in first, second["code"]) == (first["description"], False, registry.codes[1].code)
        assert first["title"].removeprefix("'") == one_line(text).removeprefix("'")
        assert not first["title"].startswith(("=", "+", "-", "@", "\t", "\r"))

    holds()
