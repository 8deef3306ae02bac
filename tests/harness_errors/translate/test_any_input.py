"""Nothing that somebody sends is a failure of ours: no signal, no message, no object to render."""

import copy
import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codes.harness_errors.render import CARRIERS, NotRenderableError, render
from codes.harness_errors.strict_json import StrictJSONError
from codes.harness_errors.translate import FACTS, HOWS, Received, translate, translate_raw
from codes.harness_errors.vocabulary import SIGNAL_KINDS
from tests.fixtures_facts.data import SIGNALS
from tests.harness_errors.inspector.test_any_input import DATA, places
from tests.harness_errors.objects import TYPE

from .test_raw import SIGNALS as MESSAGES

pytestmark = pytest.mark.django_db

SOURCES = st.none() | st.sampled_from(sorted({row["source"] for row in SIGNALS})) | st.text(max_size=5)
WRITTEN = st.sampled_from([row["signal"] for row in SIGNALS])
SIGNAL = st.none() | WRITTEN | st.text(max_size=20) | st.integers().map(str) | st.just("9" * 5000) | st.just("٤٢٩")
FACT = {str: st.text(max_size=8), bool: st.booleans(), object: DATA}


@st.composite
def received(draw):
    return Received(
        source=draw(SOURCES),
        version=draw(st.none() | st.sampled_from(["2025-11-25", "2026-07-28", "0.3"]) | st.text(max_size=5)),
        signal=draw(SIGNAL),
        kind=draw(st.none() | st.sampled_from(SIGNAL_KINDS)),
        status=draw(st.none() | st.integers(100, 599)),
        condition=draw(st.none() | st.sampled_from([row.get("condition") for row in SIGNALS])),
        facts=draw(st.fixed_dictionaries({}, optional={name: FACT[kind] for name, (kind, _) in FACTS.items()})),
        message=draw(st.none() | st.text(max_size=20)),
    )


@st.composite
def message(draw):
    """A message that we know, with values replaced or taken away."""
    data = copy.deepcopy(draw(st.sampled_from([raw for raw, _, _ in MESSAGES if isinstance(raw, dict)])))
    for _ in range(draw(st.integers(1, 3))):
        known = list(places(data))
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


def look(found, registry):
    assert found.how in HOWS
    assert found.reason
    assert (found.object is None) == (found.how in ("not_an_error", "ambiguous", "no_match"))
    if found.object is not None and found.how != "object_present":
        assert registry.code(found.object["code"])
        assert found.confidence in ("exact", "close", "lossy")
        json.dumps(found.object, allow_nan=False)


def try_everything(registry, signals):
    @given(received())
    def signal(given_signal):
        look(translate(given_signal, registry, signals), registry)

    @given(DATA.filter(lambda data: not isinstance(data, str)) | message(), SOURCES)
    def data(given_data, source):
        look(translate_raw(given_data, registry, signals, source=source), registry)

    @given(st.text() | message().map(json.dumps) | st.text().map("HTTP/1.1 429 X\r\n\r\n{}".__add__))
    def text(given_text):
        with suppress(StrictJSONError):
            look(translate_raw(given_text, registry, signals), registry)

    @given(st.dictionaries(st.text(max_size=5), DATA, max_size=3), st.sampled_from(sorted(CARRIERS)), DATA)
    def rendering(members, carrier, odd):
        given_object = {
            **members,
            "type": TYPE,
            "code": "tool.timeout",
            "retry_after": odd,
            "causes": odd,
            "limit": odd,
        }
        found = render(given_object, registry, carrier)
        json.dumps(found.content, allow_nan=False)
        with suppress(NotRenderableError):
            render({**given_object, "code": odd}, registry, carrier)

    for each in (signal, data, text, rendering):
        each()


def test_whatever_is_sent_there_is_an_answer_or_a_refusal(registry, signals):
    try_everything(registry, signals)


@pytest.mark.slow
def test_thousands_of_messages(registry, signals):
    @settings(max_examples=5_000, database=None)
    @given(message(), SOURCES)
    def data(given_data, source):
        look(translate_raw(given_data, registry, signals, source=source), registry)

    data()
