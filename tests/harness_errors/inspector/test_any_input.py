"""Nothing that somebody pastes is a failure of ours, and looking costs little."""

import copy
import json
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors import credentials
from codes.harness_errors.conformance.cases import CASES
from codes.harness_errors.inspect import LEVELS, RULES, inspect
from codes.harness_errors.redact import redact

from . import draft

pytestmark = pytest.mark.django_db

SEEDS = [case.fires for case in CASES if isinstance(case.fires, dict)] + [draft.MCP, draft.A2A]
TEXTS = [case.fires for case in CASES if isinstance(case.fires, str) and len(case.fires) < 2000] + [draft.HTTP]
NAMES = [
    "type",
    "code",
    "status",
    "error",
    "data",
    "result",
    "_meta",
    "causes",
    "limit",
    "location",
    "parts",
    "message",
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from([draft.TYPE, draft.INTERIM, "tool.timeout", "x-a.b", "TASK_STATE_FAILED", "ERROR", "platform"])
)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(), inner, max_size=4),
    max_leaves=12,
)


def places(data, path=()):
    """The path to every value inside `data`."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield (*path, name)
        yield from places(value, (*path, name))


@st.composite
def mutated(draw):
    """A carrier that we know, with values replaced, taken away or put in."""
    data = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 3))):
        known = [path for path in places(data) if len(path) < 8]
        if not known:
            break
        *path, last = draw(st.sampled_from(known))
        holder = data
        for name in path:
            holder = holder[name]
        if draw(st.booleans()):
            holder[last] = draw(DATA)
        else:
            del holder[last]
    return data


def look(data, registry):
    report = inspect(data, registry)
    assert all(finding.level == RULES[finding.rule].level in LEVELS for finding in report.findings)
    assert (report.object is None) == (report.resolution is None) == (report.effective == {})
    if report.object is not None:
        redact(report.object, registry)


def test_any_data_any_text_and_any_carrier_changed_a_little(registry):
    @given(DATA)
    def data(given_data):
        look(given_data, registry)

    @given(mutated())
    def carrier(given_data):
        look(given_data, registry)
        look(json.dumps(given_data), registry)

    @given(st.binary(max_size=300))
    def content(given_bytes):
        look(given_bytes, registry)

    @given(st.text() | st.sampled_from(TEXTS), st.integers(0, 400), st.text(max_size=5))
    def text(given_text, at, put):
        look(given_text[:at] + put + given_text[at:], registry)

    for each in (data, carrier, content, text):
        each()


VALUES: list[object] = [None, True, 0, -1, 3.5, 10**30, "", "x", "tool.timeout", "TASK_STATE_FAILED", [], {}, ["a"],
          [None], [{}], {"code": "tool.timeout"}, {"type": draft.TYPE, "code": "tool.timeout"}]  # fmt: skip


def changed(chance):
    """The same by plain chance, which is cheap enough for very many. Always the same ones."""
    data = copy.deepcopy(chance.choice(SEEDS))
    for _ in range(chance.randint(1, 3)):
        known = [path for path in places(data) if len(path) < 8]
        if not known:
            break
        *path, last = chance.choice(known)
        holder = data
        for name in path:
            holder = holder[name]
        if chance.random() < 0.7:
            holder[last] = chance.choice(VALUES)
        else:
            del holder[last]
    return data


@pytest.mark.slow
def test_a_hundred_thousand_inputs(registry):
    chance = random.Random(20261130)  # noqa: S311
    for _ in range(50_000):
        data = changed(chance)
        look(data, registry)
        look(json.dumps(data), registry)


@pytest.mark.parametrize("character", ["a", "{", "[", '"', "\\", " ", "-", "eyJ", "sk-", "a@", "://a:", "/home", "="])
def test_no_text_of_64_kib_takes_long(character, registry):
    text = character * (60_000 // len(character))
    start = time.thread_time()
    inspect({"type": draft.TYPE, "code": "tool.timeout", "detail": text, "model_feedback": text}, registry)
    inspect(text, registry)
    inspect({"type": draft.TYPE, "code": text, text: text}, registry)
    list(credentials.find(text))
    # The time of this thread alone: a busy machine gives it late, and no more of it.
    assert time.thread_time() - start < 2


def test_an_object_of_2_kib_costs_less_than_twenty_times_json_loads(registry):
    """The example of section 9 with five causes, as data; as text there is the strict parsing besides."""
    data = json.loads(draft.HTTP[draft.HTTP.index("{") :])
    data["causes"] = [dict(data["causes"][0]) for _ in range(5)]
    text = json.dumps(data)
    assert 1900 < len(text) < 2100
    # A busy machine slows now the one and now the other: the best of many short looks is what they cost.
    costs = {"inspect": [], "loads": []}
    for _ in range(400):
        for name, call in (("inspect", lambda: inspect(data, registry)), ("loads", lambda: json.loads(text))):
            start = time.thread_time()
            call()
            costs[name].append(time.thread_time() - start)
    assert min(costs["inspect"]) < 20 * min(costs["loads"])
