"""The crosswalk against its source, and the draft's own tables typed here a second time."""

import hashlib
import json
from collections import Counter

from .data import CROSSWALK, DRAFT_SIGNALS, NON_ERRORS, REFERENCE, SIGNAL_FILES, SIGNALS

ROWS = sorted((row for rows in CROSSWALK.values() for row in rows), key=lambda row: row["identifier"])

# Of the 200 verified rows as compact JSON with sorted keys: what 1.0.0 says, whatever is published later.
DIGEST = "be13acca0ef4faf29e9e1c4a083239977cfa144b4ed84b7083e0bf342bd7c71f"

ARGUMENTS, SHUT = "output.invalid_tool_arguments", "upstream.authentication_failed"
BAD, AWAY = "upstream.invalid_request", "upstream.unavailable"

# Section 7.3.
TABLE_5 = [
    ("result_subtype", "isError: true", ["tool.execution_failed"], "close"),
    ("jsonrpc_code", "-32602", ["output.unknown_tool"], "exact"),
    ("jsonrpc_code", "-32602", [ARGUMENTS], "lossy"),
    ("jsonrpc_code", "-32601", ["tool.not_available"], "exact"),
    ("jsonrpc_code", "-32700", ["harness.internal_error"], "close"),
    ("jsonrpc_code", "-32600", ["harness.internal_error"], "close"),
    ("jsonrpc_code", "-32603", ["tool.execution_failed"], "exact"),
    ("jsonrpc_code", "other server error", ["tool.execution_failed"], "exact"),
    ("transport", "request timeout", ["tool.timeout"], "close"),
    ("transport", "cancellation by the client", ["tool.timeout"], "close"),
    ("transport", "transport closed", ["tool.not_available"], "close"),
    ("transport", "server not connected", ["tool.not_available"], "close"),
    ("http_status", "401", [SHUT], "close"),
    ("http_status", "403", [SHUT], "close"),
]

# Section 8.4.
TABLE_7 = [
    ("task_state", "failed", ["upstream.agent_failed"], "exact"),
    ("task_state", "rejected", ["policy.model_refusal"], "close"),
    ("task_state", "canceled", ["upstream.agent_failed"], "exact"),
    ("jsonrpc_code", "-32001", [BAD], "exact"),
    ("jsonrpc_code", "-32002", [BAD], "exact"),
    ("jsonrpc_code", "-32003", [BAD], "exact"),
    ("jsonrpc_code", "-32004", [BAD], "exact"),
    ("jsonrpc_code", "-32005", [BAD], "exact"),
    ("jsonrpc_code", "-32006", ["upstream.invalid_response"], "exact"),
    ("jsonrpc_code", "-32700 to -32603", [BAD, AWAY], "lossy"),
    ("http_status", "429", ["upstream.rate_limited"], "exact"),
    ("http_status", "401", [SHUT], "exact"),
    ("http_status", "403", [SHUT], "exact"),
    ("transport", "network failure", [AWAY], "exact"),
    ("http_status", "5xx", [AWAY], "lossy"),
]

# Appendix.
TABLE_8 = [
    ("finish_reason", "max_tokens", ["output.truncated"], "exact"),
    ("finish_reason", "length", ["output.truncated"], "exact"),
    ("finish_reason", "refusal", ["policy.model_refusal"], "close"),
    ("finish_reason", "content filter", ["policy.content_filtered"], "close"),
    ("finish_reason", "context window overflow", ["context.window_exceeded"], "close"),
    ("http_status", "429", ["upstream.rate_limited"], "lossy"),
    ("http_status", "529", ["upstream.overloaded"], "exact"),
    ("http_status", "503", ["upstream.overloaded"], "exact"),
    ("exception", "max turns exceeded", ["loop.max_turns_exceeded"], "exact"),
    ("exception", "output parser", ["output.malformed", "output.schema_violation"], "exact"),
    ("exception", "retries exhausted", ["output.retries_exhausted"], "exact"),
    ("exception", "guardrail tripwire", ["policy.guardrail_triggered"], "exact"),
]

NAMES = {
    "-32001": "TaskNotFoundError",
    "-32002": "TaskNotCancelableError",
    "-32003": "PushNotificationNotSupportedError",
    "-32004": "UnsupportedOperationError",
    "-32005": "ContentTypeNotSupportedError",
    "-32006": "InvalidAgentResponseError",
}


def from_source(entry):
    """A row of the source under the keys of the fixtures; what is empty there is left out here."""
    row = {
        "identifier": entry["id"],
        "source": entry["source"],
        "source_kind": entry["source_kind"],
        "kind": entry["signal_kind"],
        "signal": entry["signal"],
        "codes": [entry["harness_code"], *entry["also"]],
        **{key: entry[key] for key in ("confidence", "note", "citation", "seen_at")},
    }
    return row | {key: entry[key] for key in ("name", "field", "condition", "overrides") if entry.get(key)}


def draft_rows(table):
    return [row for row in DRAFT_SIGNALS if row["identifier"].startswith(f"draft-t{table}-")]


def test_rows_are_the_verified_ones():
    source = REFERENCE / "crosswalk.json"
    if source.exists():  # says which row differs, which the digest cannot
        crosswalk = json.loads(source.read_text(encoding="utf-8"))
        entries = sorted(crosswalk["entries"], key=lambda entry: entry["id"])
        assert [from_source(entry) for entry in entries] == ROWS
        assert crosswalk["non_errors"] == NON_ERRORS
    compact = json.dumps(ROWS, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(compact.encode("utf-8")).hexdigest() == DIGEST


def test_a_file_holds_the_rows_of_its_kind():
    kinds = {name: {row["source_kind"] for row in CROSSWALK[name]} for name in SIGNAL_FILES}
    assert kinds == {name: {name} for name in SIGNAL_FILES}


def test_counts():
    assert {name: len(rows) for name, rows in CROSSWALK.items()} == {
        "protocol": 50, "model_api": 57, "framework": 86, "telemetry": 2, "taxonomy": 5,
    }  # fmt: skip
    assert Counter(row["confidence"] for row in ROWS) == {"exact": 97, "close": 68, "lossy": 35}
    assert Counter(row["kind"] for row in ROWS) == {
        "exception": 72, "jsonrpc_code": 31, "error_code": 31, "result_subtype": 23, "finish_reason": 23,
        "failure_code": 9, "http_status": 6, "task_state": 5,
    }  # fmt: skip
    assert [row["identifier"] for row in ROWS] == [f"xw-{number:03}" for number in range(1, 201)]
    assert len({row["source"] for row in ROWS}) == 31
    assert sum("overrides" in row for row in ROWS) == 15
    assert len(NON_ERRORS) == len({(row["source"], row["signal"]) for row in NON_ERRORS}) == 12


def test_the_draft_rows_are_those_of_its_tables():
    def rows(table):
        return [(row["kind"], row["signal"], row["codes"], row["confidence"]) for row in draft_rows(table)]

    assert rows(5) == TABLE_5
    assert rows(7) == TABLE_7
    assert rows(8) == TABLE_8
    assert len(DRAFT_SIGNALS) == len(TABLE_5) + len(TABLE_7) + len(TABLE_8) == 41


def test_the_draft_rows_say_where_they_stand():
    draft = "draft-ouchi-agent-harness-errors"
    places = {
        5: f"{draft} section 7.3, Table 5",
        7: f"{draft} section 8.4, Table 7",
        8: f"{draft} appendix Mapping from Existing Implementations, Table 8",
    }
    expected = [
        (f"draft-t{table}-{number:02}", "draft", "protocol", place, "draft of 2026-11-04")
        for table, place in places.items()
        for number in range(1, len(draft_rows(table)) + 1)
    ]
    keys = ("identifier", "source", "source_kind", "citation", "seen_at")
    assert [tuple(row[key] for key in keys) for row in DRAFT_SIGNALS] == expected


def test_the_draft_rows_say_in_which_protocol_a_number_is_met():
    """-32602, 401, 403 and 429 stand in more than one of the tables."""
    words = {5: ("MCP client",), 7: ("A2A client",), 8: ("from a model API", "from a framework")}
    for table, phrases in words.items():
        silent = [row for row in draft_rows(table) if not any(phrase in row["condition"] for phrase in phrases)]
        assert silent == []


def test_the_a2a_numbers_have_their_names():
    assert {row["signal"]: row["name"] for row in draft_rows(7) if "name" in row} == NAMES


def test_a_signal_stands_once():
    keys = ("source", "seen_at", "kind", "signal", "field", "condition")
    found = Counter(tuple(row.get(key, "") for key in keys) for row in SIGNALS)
    assert [signal for signal, times in found.items() if times > 1] == []
    assert len({row["identifier"] for row in SIGNALS}) == len(SIGNALS) == 241


def test_a_row_names_no_code_twice():
    assert [row["identifier"] for row in SIGNALS if len(set(row["codes"])) < len(row["codes"])] == []


def test_overrides_are_members_that_carry_a_hint():
    overrides = [item for row in SIGNALS for item in row.get("overrides", {}).items()]
    assert {key for key, _ in overrides} == {"retryable", "model_recoverable"}
    assert {type(value) for _, value in overrides} == {bool}
