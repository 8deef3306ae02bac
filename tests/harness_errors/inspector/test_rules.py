"""Each rule of the inspector has a case that fires it, at the place that is written down, and one that does not."""

import dataclasses

import pytest

from codes.harness_errors.conformance.cases import CASES, identity
from codes.harness_errors.entries import Deprecation
from codes.harness_errors.inspect import LEVELS, RULES, inspect

pytestmark = pytest.mark.django_db


def found(data, registry):
    return sorted((finding.rule, finding.pointer) for finding in inspect(data, registry).findings)


def test_no_rule_is_without_a_case_and_no_rule_has_two():
    assert sorted([case.rule for case in CASES] + [identity.DEPRECATED.rule]) == sorted(RULES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_fires_where_it_should_and_alone(case, registry):
    assert found(case.fires, registry) == sorted([(case.rule, case.pointer), *case.also])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_is_quiet_where_nothing_is_wrong(case, registry):
    assert [each for each in found(case.quiet, registry) if each[0] == case.rule] == []


def test_a_deprecated_code(registry):
    case = identity.DEPRECATED
    kept = registry.code("tool.timeout")
    gone = dataclasses.replace(
        kept.administrative,
        status="deprecated",
        superseded_by=("tool.execution_failed",),
        deprecation=Deprecation("Twice", None, "2.0.0"),
    )
    entries = tuple(
        dataclasses.replace(entry, administrative=gone) if entry is kept else entry for entry in registry.codes
    )
    later = dataclasses.replace(registry, codes=entries)
    assert found(case.fires, later) == [(case.rule, case.pointer)]
    assert found(case.quiet, later) == found(case.fires, registry) == []
    (finding,) = inspect(case.fires, later).findings
    assert "tool.execution_failed" in finding.message


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_says_what_it_is(rule):
    assert rule.level in LEVELS
    assert rule.section
    assert rule.summary.endswith(".")
