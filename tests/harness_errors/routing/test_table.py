"""routing.json and its Switchboard form."""

import csv
import io
import json

import pytest

from codes.harness_errors.routing import ACTIONS, CONDITIONS, read, routing, rows, to_csv

pytestmark = pytest.mark.django_db


def test_the_head(registry):
    found = json.loads(routing(registry).to_bytes())
    rules = found.pop("rules")
    assert found == {
        "kind": "agent-harness-error-routing",
        "format_version": "1.0",
        "advice": True,
        "registry": {"version": "1.0.0", "sha256": registry.sha256},
        "precedence": ["code", "category", "any"],
        "conditions": CONDITIONS,
    }
    assert len(rules) == 31 + 7 + 1


def test_a_rule_of_each_kind(registry):
    by = {
        (rule["match"]["by"], rule["match"]["value"]): rule
        for rule in json.loads(routing(registry).to_bytes())["rules"]
    }
    assert by["code", "upstream.rate_limited"] == {
        "match": {"by": "code", "value": "upstream.rate_limited"},
        "do": [
            {"action": "retry_unchanged", "requires": ["attempt_budget", "safe_to_repeat"]},
            {"action": "give_up", "requires": []},
        ],
        "owner": "capacity owner",
        "warning": None,
    }
    assert by["code", "tool.timeout"]["warning"].startswith("The tool may have finished")
    assert [step["action"] for step in by["category", "policy"]["do"]] == ["ask_human", "give_up"]
    assert [step["action"] for step in by["category", "upstream"]["do"]] == ["fix_configuration", "give_up"]
    assert [step["action"] for step in by["category", "tool"]["do"]] == ["give_up"]
    assert [step["action"] for step in by["any", None]["do"]] == ["give_up"]
    assert {step["action"] for rule in by.values() for step in rule["do"]} == set(ACTIONS)
    assert {need for rule in by.values() for step in rule["do"] for need in step["requires"]} == set(CONDITIONS)


@pytest.mark.parametrize(
    ("code", "match"),
    [
        ("tool.timeout", ("code", "tool.timeout")),
        ("tool.exploded", ("category", "tool")),
        ("x-acme.seats", ("any", None)),
        ("nonsense", ("any", None)),
    ],
)
def test_the_most_specific_rule_counts(code, match, registry):
    found = routing(registry).rule_for(code).match
    assert (found.by, found.value) == match


def test_the_switchboard_is_total_and_reads_back(registry):
    content = to_csv(rows(registry))
    lines = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert lines[0] == ["objective", "outcome", "next"]
    assert ["*", "upstream.rate_limited", "retry_unchanged"] in lines
    assert ["*", "policy.*", "ask_human"] in lines
    assert lines[-1] == ["*", "*", "give_up"]
    assert content.count(b"\r\n") == len(lines) == 40
    assert [row.key for row in read(content.decode())] == [row.key for row in rows(registry)]
