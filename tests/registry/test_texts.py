"""What a text may hold, tried on the database character by character."""

import pytest
from django.db import DataError, IntegrityError, transaction

from codes.registry.models import Code, Reference

pytestmark = pytest.mark.django_db

CODE = "tool.timeout"

# Escape, carriage return, delete, the C1 controls' first and last, the separators, an override of direction, a
# character of no width, and the code points that no XML document can hold.
NEVER = ["\x01", "\x1b", "\x1f", "\r", "\x7f", "\x80", "\x9f", "\u2028", "\u2029", "\u202e", "\u200b", "\ufeff",
         "\ufffe", "\uffff"]  # fmt: skip
IN_LINES_ALONE = ["\n", "\t"]
ALWAYS = ["é", "漢", "\U0001f980", "<&>\"'", " "]


def title(text):
    Code.objects.filter(code=CODE).update(title=text)


def section(text):
    Reference.objects.filter(code=CODE).update(section=text)


def warning(text):
    Code.objects.filter(code=CODE).update(side_effect_warning=text)


def refused(act, text):
    try:
        with transaction.atomic():
            act(text)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize("act", [title, section, warning])
@pytest.mark.parametrize("character", NEVER, ids=ascii)
def test_no_text_holds(character, act, published):
    assert refused(act, f"one{character}two")


@pytest.mark.parametrize("act", [title, section, warning])
def test_no_text_holds_a_nul(act, published):
    """PostgreSQL has no such texts; SQLite would."""
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        act("one\0two")


@pytest.mark.parametrize("character", IN_LINES_ALONE, ids=ascii)
def test_a_line_is_one(character, published):
    assert [refused(act, f"one{character}two") for act in (title, section, warning)] == [True, True, False]


@pytest.mark.parametrize("character", ALWAYS, ids=ascii)
def test_texts_are_in_any_script(character, published):
    assert [refused(act, f"one{character}two") for act in (title, section, warning)] == [False, False, False]


@pytest.mark.parametrize("text", ["", " ", "   ", "\u00a0"])
def test_a_title_is_something_to_read(text, published):
    reference = Reference.objects.filter(code=CODE)
    assert refused(lambda text: reference.update(title=text), text)


def test_what_may_be_missing_is_empty_and_not_blank(published):
    assert [refused(section, ""), refused(section, "  "), refused(warning, "")] == [False, True, False]
