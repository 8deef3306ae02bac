"""Every row of the crosswalk and of the draft's Tables 5, 7 and 8 is a case; the rows are read from the fixtures."""

import pytest

from codes.harness_errors.translate import Received, translate
from tests.fixtures_facts.data import DRAFT_SIGNALS, NON_ERRORS, SIGNALS

pytestmark = pytest.mark.django_db

RANGES = {"other server error": "-32050", "-32700 to -32603": "-32600", "5xx": "599"}
PROTOCOL = {"mcp-python-sdk": "mcp", "mcp-typescript-sdk": "mcp", "mcp": "mcp", "a2a": "a2a"}
TABLES = {"Table 5": "mcp", "Table 7": "a2a"}


def by_identifier(rows):
    return [pytest.param(row, id=row["identifier"]) for row in rows]


def received(row, **more):
    signal = RANGES.get(row["signal"], row["signal"])
    told = {"source": row["source"], "kind": row["kind"], "field": row.get("field"), "condition": row.get("condition")}
    return Received(**{"signal": signal, **told, **more})


@pytest.mark.parametrize("row", by_identifier(SIGNALS))
def test_a_signal_with_its_rows_own_condition_becomes_the_rows_code(registry, signals, row):
    run_ends = {"facts": {"run_ends": True}} if row["signal"] == "TASK_STATE_AUTH_REQUIRED" else {}
    found = translate(received(row, message="as it came", **run_ends), registry, signals)
    assert (found.how, found.row.id) == ("row", row["identifier"])
    assert (found.confidence, found.citation, found.reason) == (row["confidence"], row["citation"], row["note"])
    assert found.assumed is None
    assert found.object["code"] == row["codes"][0]
    assert set(row["codes"][1:]) <= {each.code for each in found.alternatives}
    stated = {name: found.object[name] for name in ("retryable", "model_recoverable") if name in found.object}
    assert stated == row.get("overrides", {})


@pytest.mark.parametrize("row", by_identifier(SIGNALS))
def test_the_exact_original_is_kept_in_upstream(registry, signals, row):
    run_ends = {"facts": {"run_ends": True}} if row["signal"] == "TASK_STATE_AUTH_REQUIRED" else {}
    found = translate(received(row, message="as it came", **run_ends), registry, signals)
    signal = RANGES.get(row["signal"], row["signal"])
    kept = {"message": "as it came"}
    if row["source"] == "draft":
        provider = TABLES.get(row["citation"].rpartition(", ")[2])
    else:
        provider = PROTOCOL.get(row["source"], row["source"])
    if provider:
        kept["provider"] = provider
    if row["kind"] == "http_status":
        kept["status"] = int(signal)
    elif row["signal"] != "isError: true":  # a flag is no code; the text beside it is what was said
        kept[{"finish_reason": "stop_reason", "task_state": "task_state"}.get(row["kind"], "code")] = signal
    assert found.object["upstream"] == kept


def test_every_lossy_row_is_marked_lossy(registry, signals):
    lossy = [row for row in SIGNALS if row["confidence"] == "lossy"]
    assert len(lossy) > 30
    ends = {"run_ends": True}
    assert {translate(received(row, facts=ends), registry, signals).confidence for row in lossy} == {"lossy"}


@pytest.mark.parametrize("row", [pytest.param(row, id=row["signal"]) for row in NON_ERRORS])
def test_what_is_no_error_is_answered_as_such(registry, signals, row):
    for signal in row["signal"].split(" / "):
        found = translate(Received(source=row["source"], signal=signal), registry, signals)
        assert (found.how, found.object) == ("not_an_error", None)
        assert (found.reason, found.citation) == (row["why"], row["citation"])


# Table 7 leaves two codes open; JSON-RPC says which side was wrong.
@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("-32700", "upstream.invalid_request"),
        ("-32600", "upstream.invalid_request"),
        ("-32601", "upstream.invalid_request"),
        ("-32602", "upstream.invalid_request"),
        ("-32603", "upstream.unavailable"),
    ],
)
@pytest.mark.parametrize("source", ["draft", "a2a"])
def test_the_standard_json_rpc_errors_over_a2a(registry, signals, source, number, code):
    condition = "received by an A2A client; JSON-RPC -32700 to -32603" if source == "draft" else None
    found = translate(Received(source=source, signal=number, condition=condition), registry, signals)
    assert found.object["code"] == code


@pytest.mark.parametrize("row", by_identifier([row for row in DRAFT_SIGNALS if row["kind"] == "task_state"]))
@pytest.mark.parametrize("version", ["0.3", "1.0"])
def test_a_task_state_is_known_in_the_spelling_of_both_versions(registry, signals, row, version):
    signal = row["signal"] if version == "0.3" else f"TASK_STATE_{row['signal'].upper()}"
    found = translate(Received(source="a2a", version=version, signal=signal), registry, signals)
    assert found.object["code"] == row["codes"][0]
    assert found.object["upstream"] == {"provider": "a2a", "task_state": signal}
