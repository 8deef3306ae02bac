"""People read the files: the keys of an entry stand in one order, and what does not apply is left out."""

import pytest

from .data import CATEGORIES, CODES, NON_ERRORS, SIGNALS

CATEGORY = ("name", "description", "recommended_status", "reference")
CODE = (
    "code", "title", "description", "default_retryable", "default_model_recoverable", "change_controller",
    "reference", "origin", "http_status", "mcp", "a2a_state", "actions", "owner", "side_effect_warning",
    "limit_names", "should_members", "generalizes_to", "confusable_with",
)  # fmt: skip
CODE_OPTIONAL = {"side_effect_warning", "limit_names", "should_members", "generalizes_to"}
SIGNAL = (
    "identifier", "source", "source_kind", "kind", "signal", "name", "field", "condition", "codes",
    "confidence", "overrides", "note", "citation", "seen_at",
)  # fmt: skip
SIGNAL_OPTIONAL = {"name", "field", "condition", "overrides"}


@pytest.mark.parametrize(
    ("rows", "keys", "optional"),
    [
        (CATEGORIES, CATEGORY, set()),
        (list(CODES.values()), CODE, CODE_OPTIONAL),
        ([row for code in CODES.values() for row in code["confusable_with"]], ("code", "difference"), set()),
        (SIGNALS, SIGNAL, SIGNAL_OPTIONAL),
        (NON_ERRORS, ("source", "signal", "why", "citation"), set()),
    ],
    ids=["categories", "codes", "confusables", "signals", "non_errors"],
)
def test_keys_and_their_order(rows, keys, optional):
    expected = [[key for key in keys if key in row or key not in optional] for row in rows]
    assert [list(row) for row in rows] == expected


def test_what_does_not_apply_is_left_out_rather_than_empty():
    rows = [*CATEGORIES, *CODES.values(), *SIGNALS, *NON_ERRORS]
    assert [(row, key) for row in rows for key, value in row.items() if value in ("", [], {})] == []


def test_a_jsonrpc_number_stands_with_its_channel_alone():
    for code in CODES.values():
        keys = {"jsonrpc_error": ["channel", "jsonrpc_code"], "tool_execution_error": ["channel"]}
        assert list(code["mcp"]) == keys[code["mcp"]["channel"]]
