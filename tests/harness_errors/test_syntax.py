import pytest

from codes.harness_errors import syntax

LONG = "a" * 64

CODES = ["tool.timeout", "a.b", "_._", "0.9", "tool.json", "x.y", "a_1.b_2", f"{LONG}.{LONG}"]
PRIVATE = ["x-acme.thing", "x-a-b_1.c_2", "x--.x", "x-acme.json"]
NEITHER = [
    "", ".", "tool", "tool.", ".timeout", "tool.timeout.json", "Tool.timeout", "tool.Timeout", "tool.time-out",
    "tool.timeout\n", " tool.timeout", "tool.timeout ", "tool..timeout", "tool.tïmeout", "tool.timeout٣",
    f"a{LONG}.b", f"a.b{LONG}", "X-acme.thing", "x-.a", "x-acme", "x-acme.", "x-acme.a-b", "x-acme.thing\n",
    "tool/timeout", "tool.time out",
]  # fmt: skip


@pytest.mark.parametrize("text", CODES + PRIVATE + NEITHER)
def test_what_a_text_is(text):
    assert (syntax.is_code(text), syntax.is_private(text)) == (text in CODES, text in PRIVATE)


@pytest.mark.parametrize("text", CODES + PRIVATE)
def test_a_code_splits_at_its_dot(text):
    assert ".".join(syntax.split(text)) == text


@pytest.mark.parametrize("text", NEITHER)
def test_what_is_no_code_does_not_split(text):
    with pytest.raises(ValueError, match="not a harness error code"):
        syntax.split(text)


def test_the_longest_code_has_the_length_that_is_published():
    assert len(f"{LONG}.{LONG}") == syntax.MAX_LENGTH == 129


@pytest.mark.parametrize("code", ["a_b.c", "a.b_c"])
def test_dot_and_underscore_fall_together_in_a_constant(code):
    assert syntax.constant(code) == "A_B_C"
