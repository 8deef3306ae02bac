"""The 31 codes and seven categories against the draft's tables, typed a second time from the draft."""

import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from .data import CATEGORIES, CATEGORY_NAMES, CODES, REGISTRY, category_of, read
from .data import REFERENCE as SOURCES
from .draft_tables import DRAFT, F, T

# Table 3, for a code that is not known.
CATEGORY_STATUS = {
    "output": 422, "loop": 422, "context": 422, "tool": 422, "policy": 403, "upstream": 502, "harness": 422,
}  # fmt: skip

# Section 4.9 names the limits, section 5.3 the members that an object should have; section 10 allows the less
# specific code.
LIMIT_NAMES = {
    "output.truncated": ["output_tokens"],
    "loop.max_turns_exceeded": ["turns"],
    "loop.budget_exceeded": ["cost", "input_tokens", "output_tokens"],
    "loop.timeout": ["wall_clock_seconds"],
    "context.window_exceeded": ["context_tokens"],
}
SHOULD_MEMBERS = {
    "output.schema_violation": ["location.pointer"],
    "output.retries_exhausted": ["causes"],
    "loop.budget_exceeded": ["limit"],
    "upstream.rate_limited": ["retry_after"],
    "upstream.agent_failed": ["causes"],
}
GENERALIZES_TO = {
    "policy.model_refusal": "policy.guardrail_triggered",
    "policy.content_filtered": "policy.guardrail_triggered",
    "policy.approval_denied": "policy.guardrail_triggered",
}


def facts(code):
    """What the draft's tables say about `code`, as it stands in the fixtures, in the order of `DRAFT`."""
    mcp = code["mcp"]
    return (
        code["code"], code["title"], code["origin"],
        code["default_retryable"], code["default_model_recoverable"],
        code["http_status"], code["a2a_state"], mcp["channel"], mcp.get("jsonrpc_code"),
    )  # fmt: skip


def present(key):
    """The codes that have `key`, with its value."""
    return {code: entry[key] for code, entry in CODES.items() if key in entry}


def test_codes_are_those_of_the_draft_in_its_order():
    assert [facts(code) for code in CODES.values()] == DRAFT


@pytest.mark.skipif(not SOURCES.exists(), reason="the sources of the fixtures are not part of the repository")
def test_codes_are_those_read_from_the_draft_by_somebody_else():
    theirs = json.loads((SOURCES / "draft-facts.json").read_text(encoding="utf-8"))
    assert [category["name"] for category in CATEGORIES] == theirs["categories"]
    assert [facts(code) for code in CODES.values()] == [
        (
            row["code"], row["title"], row["typical_origin"], row["retryable"], row["model_recoverable"],
            row["http_status"], row["a2a_task_state"], row["mcp"]["as"], row["mcp"].get("jsonrpc_code"),
        )
        for row in theirs["codes"]
    ]  # fmt: skip


def test_a_file_holds_the_codes_of_its_category_and_no_code_stands_twice():
    in_files = [(name, code["code"]) for name in CATEGORY_NAMES for code in read(f"codes/{name}")["code"]]
    assert [category_of(code) for _, code in in_files] == [name for name, _ in in_files]
    assert len(in_files) == len(CODES) == 31


def test_categories_are_those_of_the_draft():
    assert [category["name"] for category in CATEGORIES] == list(CATEGORY_NAMES)
    assert {category["name"]: category["recommended_status"] for category in CATEGORIES} == CATEGORY_STATUS


def test_everything_is_defined_by_the_draft():
    def draft(section):
        title = "draft-ouchi-agent-harness-errors"
        return [{"title": title, "url": f"https://datatracker.ietf.org/doc/{title}/", "section": section}]

    assert [category["reference"] for category in CATEGORIES] == [draft("5.1")] * 7
    assert [code["reference"] for code in CODES.values()] == [draft("5.3")] * 31
    assert {code["change_controller"] for code in CODES.values()} == {"IETF"}


def test_limits_expected_members_and_general_codes_are_those_of_the_draft():
    assert present("limit_names") == LIMIT_NAMES
    assert present("should_members") == SHOULD_MEMBERS
    assert present("generalizes_to") == GENERALIZES_TO


def test_totals():
    defaults = Counter((code["default_retryable"], code["default_model_recoverable"]) for code in CODES.values())
    assert defaults == {(T, F): 5, (F, T): 10, (T, T): 2, (F, F): 14}
    assert Counter(map(category_of, CODES)) == {
        "output": 7, "loop": 4, "context": 2, "tool": 5, "policy": 4, "upstream": 7, "harness": 2,
    }  # fmt: skip
    assert Counter(code["origin"] for code in CODES.values()) == {
        "harness": 12, "upstream": 8, "model": 7, "tool": 3, "user": 1,
    }  # fmt: skip


def test_the_http_status_is_no_guide_to_retrying():
    """Where "retry 5xx and nothing else" goes wrong, and where "retry 429, 502, 503, 504" does."""

    def wrong(retries):
        return [c for c, entry in CODES.items() if retries(entry["http_status"]) != entry["default_retryable"]]

    assert wrong(lambda status: status >= 500) == [
        "output.empty", "loop.timeout", "context.compaction_failed", "upstream.rate_limited",
        "upstream.authentication_failed", "upstream.invalid_request", "upstream.agent_failed",
        "harness.internal_error",
    ]  # fmt: skip
    assert wrong({429, 502, 503, 504}.__contains__) == [
        "output.empty", "loop.timeout", "context.compaction_failed",
        "upstream.authentication_failed", "upstream.invalid_request", "upstream.agent_failed",
    ]  # fmt: skip


def test_publication_is_an_input():
    assert list(REGISTRY) == ["published"]
    assert REGISTRY["published"] == datetime(2026, 11, 30, tzinfo=UTC)
