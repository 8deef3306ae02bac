import dataclasses

import pytest

from codes.harness_errors.entries import Deprecation
from codes.harness_errors.resolve import RULES, Default, read_type, resolve

pytestmark = pytest.mark.django_db

FALSE = Default(False, "fallback")


def test_a_known_code_has_the_defaults_of_the_registry(registry):
    found = resolve("tool.timeout", registry)
    assert (found.rule, found.category, found.http_status) == ("known", "tool", 504)
    assert (found.retryable, found.model_recoverable) == (Default(True, "registry"), Default(True, "registry"))
    assert resolve("upstream.invalid_request", registry).retryable == Default(False, "registry")


def test_a_deprecated_code_keeps_its_defaults_and_names_its_successors(registry):
    entry = registry.code("tool.timeout")
    kept = dataclasses.replace(
        entry.administrative,
        status="deprecated",
        superseded_by=("loop.timeout",),
        deprecation=Deprecation("A mistake.", None, "1.1.0"),
    )
    codes = tuple(dataclasses.replace(each, administrative=kept) if each is entry else each for each in registry.codes)
    found = resolve("tool.timeout", dataclasses.replace(registry, codes=codes))
    assert (found.rule, found.superseded_by) == ("deprecated", ("loop.timeout",))
    assert found.retryable == Default(True, "registry")


@pytest.mark.parametrize(
    ("code", "rule", "category", "status"),
    [
        ("tool.nonsense", "unknown_in_category", "tool", 422),
        ("policy.nonsense", "unknown_in_category", "policy", 403),
        ("upstream.nonsense", "unknown_in_category", "upstream", 502),
        ("memory.full", "unknown_category", None, None),
        ("x-acme.thing", "private", None, None),
        ("Tool.timeout", "malformed", None, None),
        (" tool.timeout", "malformed", None, None),
        ("tool.timeout\n", "malformed", None, None),
        ("tool", "malformed", None, None),
        ("", "malformed", None, None),
    ],
)
def test_what_is_not_registered_is_false_and_false(code, rule, category, status, registry):
    found = resolve(code, registry)
    assert (found.rule, found.category, found.http_status, found.entry) == (rule, category, status, None)
    assert (found.retryable, found.model_recoverable, found.superseded_by) == (FALSE, FALSE, ())
    assert rule in RULES


@pytest.mark.parametrize(
    ("uri", "recognized", "meant"),
    [
        ("https://iana.org/assignments/http-problem-types#agent-harness-error", True, None),
        ("https://agenterrors.org/problems/harness-error", True, None),
        (
            "https://www.iana.org/assignments/http-problem-types#agent-harness-error",
            False,
            "https://iana.org/assignments/http-problem-types#agent-harness-error",
        ),
        ("https://agenterrors.org/problems/harness-error/", False, "https://agenterrors.org/problems/harness-error"),
        ("HTTPS://agenterrors.org/problems/harness-error", False, "https://agenterrors.org/problems/harness-error"),
        ("about:blank", False, None),
        ("", False, None),
    ],
)
def test_a_type_is_compared_character_by_character(uri, recognized, meant):
    found = read_type(uri)
    assert (found.recognized, found.did_you_mean) == (recognized, meant)
