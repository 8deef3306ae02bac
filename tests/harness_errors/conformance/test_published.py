"""conformance.json as it is published: this package passes it, and it agrees with what is written by hand."""

import json
from collections import Counter

import pytest

from codes.harness_errors import canonical
from codes.harness_errors.conformance import FUNCTIONS
from codes.harness_errors.conformance.cases import CASES
from codes.harness_errors.inspect import RULES
from codes.releases.models import ReleaseFile

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(published):
    return json.loads(bytes(ReleaseFile.objects.get(release=published, name="conformance.json").content))


@pytest.fixture
def by_id(document):
    return {vector["id"]: vector for vector in document["vectors"]}


def test_the_head(document, registry):
    assert {name: value for name, value in document.items() if name not in ("rules", "vectors")} == {
        "kind": "agent-harness-error-conformance",
        "format_version": "1.0",
        "registry": {"version": "1.0.0", "sha256": registry.sha256},
        "permalink": "https://agenterrors.org/releases/1.0.0/conformance.json",
    }
    assert [rule["id"] for rule in document["rules"]] == list(RULES)


def test_our_own_package_passes_from_the_published_file(document, registry, signals):
    for vector in document["vectors"]:
        found = FUNCTIONS[vector["function"]](vector["input"], registry, signals)
        assert json.loads(canonical.dumps(found)) == vector["expected"], vector["id"]


def test_there_is_enough_of_it(document, by_id, registry, signals):
    assert len(by_id) == len(document["vectors"])
    counted = Counter(vector["function"] for vector in document["vectors"])
    assert set(counted) == set(FUNCTIONS)
    assert counted["inspect"] == 2 * len(RULES) + len(registry.codes)
    assert counted["translate"] == len(signals.signals)
    assert counted["resolve"] == len(registry.codes) + 3


def test_every_finding_is_the_one_that_was_written_by_hand(by_id):
    for case in CASES:
        fired = by_id[f"inspect/{case.rule}/fires"]["expected"]["findings"]
        assert sorted((each["rule"], each["pointer"]) for each in fired) == sorted(
            [(case.rule, case.pointer), *case.also]
        )
        quiet = by_id[f"inspect/{case.rule}/quiet"]["expected"]["findings"]
        assert case.rule not in [each["rule"] for each in quiet]


def test_an_example_of_each_code_counts_as_the_registry_says(by_id, registry):
    for entry in registry.codes:
        expected = by_id[f"inspect/example/{entry.code}"]["expected"]
        assert expected["effective"]["retryable"] == {"value": entry.default_retryable, "source": "object"}
        assert expected["effective"]["http_status"] == {"value": entry.informative.http_status, "source": "registry"}
        assert [each["action"] for each in expected["actions"]] == list(entry.informative.actions)
        assert by_id[f"resolve/{entry.code}"]["expected"]["retryable"] == {
            "value": entry.default_retryable,
            "source": "registry",
        }


# By hand from Tables 3, 4 and 6 of the draft.
def test_renderings_are_those_of_the_drafts_tables(by_id):
    status = {name.rsplit("/", 1)[1]: by_id[name]["expected"] for name in by_id if name.startswith("render/http/")}
    assert {code: each["content"]["status"] for code, each in status.items()} == {
        "context.compaction_failed": 422,
        "harness.internal_error": 500,
        "loop.timeout": 504,
        "policy.approval_denied": 403,
        "upstream.agent_failed": 502,
        "upstream.overloaded": 503,
        "upstream.rate_limited": 429,
    }
    for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
        unknown_tool = by_id[f"render/mcp/{version}/output.unknown_tool"]["expected"]["content"]
        assert unknown_tool["error"]["code"] == -32602
    for version, state in (("0.3", "canceled"), ("1.0", "TASK_STATE_CANCELED")):
        assert by_id[f"render/a2a/{version}/harness.cancelled"]["expected"]["content"]["status"]["state"] == state


def test_a_row_of_the_crosswalk_leads_to_its_first_code(by_id, signals):
    for row in signals.signals:
        expected = by_id[f"translate/{row.id}"]["expected"]
        if expected["object"] is not None:
            assert expected["object"]["code"] in row.codes
    silent = [row.id for row in signals.signals if by_id[f"translate/{row.id}"]["expected"]["object"] is None]
    assert len(silent) <= 1


def test_long_texts_are_written_short(by_id):
    assert by_id["inspect/input.too_large/fires"]["input"] == {"text": [['"', 1], ["a", 65536], ['"', 1]]}
