"""Versions and differences are held against the monitor's own table."""

import json
from dataclasses import replace

import pytest

from codes.harness_errors import canonical
from codes.releases.diff import classes, compute
from tests.support.history import change, publish_next, reinstate
from tests.support.served import REUSED
from tools.monitor.classes import next_version
from tools.monitor.data import order

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_a_version_that_does_not_fit_the_changes(site, run, monkeypatch):
    """The site thinks that a default is a matter of words; the monitor has a table of its own."""
    monkeypatch.setitem(classes.CODE, "/default_retryable", "editorial")
    change("loop.timeout", default_retryable=True)
    publish_next()
    path = "/releases/2.0.0...2.0.1.json"
    assert run("--releases", 1)[2] == [
        f'{path}: loop.timeout /default_retryable is behavioural, not "editorial"',
        f"{path}: says patch, its changes say major",
        "2.0.1: its changes since 2.0.0 ask for 3.0.0",
    ]


def test_a_deprecated_code_comes_back_as_reinstated_or_not_at_all(site, run, monkeypatch):
    honest = compute._standing
    monkeypatch.setattr(compute, "_standing", lambda *args: replace(honest(*args), change_class="deprecation"))
    reinstate(REUSED)
    publish_next()
    faults = run()[2]
    assert f'/releases/2.0.0...2.1.0.json: {REUSED} /administrative is behavioural, not "deprecation"' in faults
    assert "2.1.0: its changes since 2.0.0 ask for 3.0.0" in faults
    monkeypatch.setattr(compute, "_standing", lambda *args: replace(honest(*args), change="deprecated"))
    site.fresh()
    assert any("this cannot change" in fault for fault in run()[2])


def test_versions_are_compared_and_counted_by_number():
    assert order("10.0.0") > order("9.10.0") > order("9.9.9")
    assert [next_version("1.9.9", part) for part in (1, 2, 3)] == ["1.9.10", "1.10.0", "2.0.0"]


DIFFERENCES = {
    "a change less": (
        lambda data: data["changes"].pop(), "applied to registry.json of 1.2.0 it does not give that of 2.0.0"),
    "another value before": (
        lambda data: data["changes"][-2].update({"from": None}), "it did not have that value before, or keeps it"),
    "a change of nothing": (
        lambda data: data["changes"].append({**data["changes"][-1], "from": data["changes"][-1]["to"]}),
        "it did not have that value before, or keeps it"),
    "a field that cannot change": (
        lambda data: data["changes"][-1].update(pointer="/name"), '"/name": this cannot change'),
    "the whole entry": (lambda data: data["changes"][-1].update(pointer=""), '"": this cannot change'),
    "an entry that is there": (
        lambda data: data["changes"].append(
            {**data["changes"][-1], "change": "added", "pointer": "", "from": None, "to": {"code": "output.empty"}}),
        "it is there already, or is another entry"),
    "an entry that is not there": (lambda data: data["changes"][-1].update(subject="tool.nothing"), "tool.nothing"),
    "a row of the crosswalk": (
        lambda data: data["changes"].append(
            {**data["changes"][-1], "kind": "signal", "subject": "x", "pointer": "", "class": "editorial"}),
        "does not say what has changed in signals.json"),
    "the part": (lambda data: data.update(part="minor"), "says minor, its changes say major"),
    "another release": (lambda data: data["from"].update(sha256="0" * 64), "from is {"),
    "a standing of nothing": (
        lambda data: data["changes"][-1].update(change="deprecated", pointer="/administrative", to=None), "deprecated"),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_difference_that_is_not_one(name, site, run, between):
    act, sentence = DIFFERENCES[name]

    def forge(answer):
        data = json.loads(answer.body)
        act(data)
        return answer.with_body(canonical.dumps(data))

    path = "/releases/1.2.0...2.0.0.json"
    between.rules[path] = forge
    found, _, faults = run("--releases", 1, url=between.url)
    assert (found, len(faults)) == (1, 1)
    assert faults[0].startswith(f"{path}: ")
    assert sentence in faults[0]
