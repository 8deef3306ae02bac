"""What is no error, what is only words, and any text at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.harness_errors.lookup import KINDS, certain, look_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "signals_"),
    [
        ("pause_turn", ["pause_turn"]),
        ("stop_reason: pause_turn", ["pause_turn"]),
        ('{"stop_reason":"pause_turn"}', ["pause_turn"]),
        ("input required", ["TASK_STATE_INPUT_REQUIRED", "resultType: input_required"]),
        ("input-required", ["TASK_STATE_INPUT_REQUIRED", "resultType: input_required"]),
        ("TASK_STATE_INPUT_REQUIRED", ["TASK_STATE_INPUT_REQUIRED"]),
        ("langgraph.errors.GraphInterrupt: waiting", ["GraphInterrupt"]),
        ("CallDeferred", ["ApprovalRequired / CallDeferred"]),
        ("end_turn", ["end_turn"]),
        ("finish_reason=stop", ["stop"]),
    ],
)
def test_what_is_no_error_is_said_to_be_none(ask, leads_to, text, signals_):
    hits = ask(text)
    assert [(hit.kind, hit.target) for hit in hits] == [("non_error", signal) for signal in signals_]
    assert all(hit.reason.startswith("No error") for hit in hits)
    assert leads_to(text) is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("quota", {"upstream.invalid_request"}),
        ("ECONNRESET", {"upstream.unavailable", "tool.not_available"}),
        ("read ECONNRESET", {"upstream.unavailable", "tool.not_available"}),
        ("connection reset by peer", {"upstream.unavailable", "tool.not_available"}),
        (
            "json.decoder.JSONDecodeError: Expecting value: line 1",
            {"output.malformed", "output.invalid_tool_arguments", "upstream.invalid_response"},
        ),
        ("guardrail", {"policy.guardrail_triggered"}),
        ("prompt is too long", {"context.window_exceeded"}),
    ],
)
def test_before_giving_up_words_are_searched_for(ask, leads_to, text, codes):
    hits = ask(text)
    assert {hit.kind for hit in hits} == {"related"}
    assert {hit.target for hit in hits} == codes
    assert leads_to(text) is None


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "tool.nothing", "200", "-2", "null", "undefined", "a" * 2000, "the model did not answer"]
)
def test_nothing(find, text):
    assert find(text) == []


def test_any_text_has_an_answer(registry, signals):
    pieces = st.sampled_from(
        [row.signal for row in signals.signals] + ["{", '"', ":", "=", " ", "HTTP", "429", "-32001"]
    )

    @given(st.one_of(st.text(max_size=300), st.lists(pieces, max_size=12).map("".join)))
    def answered(text):
        hits = look_up(text, registry, signals)
        for hit in hits:
            assert hit.reason
            assert hit.kind in KINDS
            assert all(registry.code(code) for code in hit.codes) or hit.signal is None
        if (hit := certain(hits)) and hit.signal:
            assert (hit.signal.confidence, hit.signal.condition, hit.signal.overrides) == ("exact", None, {})

    answered()


@pytest.mark.parametrize(
    "text", [" " * 2000, "a " * 1000, "A-" * 1000, "status" + " " * 1990, "502" + " A" * 990, "=" * 2000, "a=" * 1000]
)
def test_long_text_is_read_in_time(ask, text):
    ask(text)
