import re

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from codes.pages.forms import content_form, place
from codes.review import checks
from codes.review.kinds import KINDS
from codes.review.kinds.fields import Fault
from codes.review.kinds.names import CHANGE_SIGNALS, NEW_CODE
from tests.support.proposals import CONTENT, new_code

pytestmark = pytest.mark.django_db


def sent(**values):
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data[name.replace("__", "-")] = value
    return data


def as_sent(form):
    """What a browser sends of a form that nothing was typed into."""
    data = QueryDict(mutable=True)
    for field in form:
        value = field.value()
        data[field.html_name] = "" if value is None else str(value)
    return data


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_form_shows_comes_back_as_the_content_it_was_made_from(kind, published):
    content = CONTENT[kind]()
    fields = KINDS[kind].FIELDS.values()
    form = content_form(fields, content, as_sent(content_form(fields, content)))
    assert form.is_valid()
    assert form.content({"base": content["base"]} if "base" in content else {}) == content


def test_an_empty_form_takes_away_what_was_there_and_nothing_else(published):
    fields = [each for each in KINDS[NEW_CODE].FIELDS.values() if each.step == "defaults"]
    form = content_form(fields, {}, sent())
    assert form.is_valid()
    left = form.content(new_code())
    assert left == {
        name: value for name, value in new_code().items() if KINDS[NEW_CODE].FIELDS[name].step != "defaults"
    }


def test_nothing_is_preselected_and_a_missing_answer_is_no_no(published):
    fields = [KINDS[NEW_CODE].FIELDS["default_retryable"]]
    page = render_to_string("forms/fields.html", {"form": content_form(fields, {})})
    assert "checked" not in page
    form = content_form(fields, {}, sent())
    assert form.is_valid()
    assert form.content({}) == {}


@pytest.mark.parametrize(("typed", "is_now"), [("yes", True), ("no", False)])
def test_yes_and_no_are_booleans(typed, is_now, published):
    form = content_form([KINDS[NEW_CODE].FIELDS["default_retryable"]], {}, sent(default_retryable=typed))
    assert form.is_valid()
    assert form.content({}) == {"default_retryable": is_now}


@pytest.mark.parametrize("typed", ["true", "1", "on", "maybe"])
def test_any_other_word_for_a_boolean_is_refused(typed, published):
    form = content_form([KINDS[NEW_CODE].FIELDS["default_retryable"]], {}, sent(default_retryable=typed))
    assert not form.is_valid()
    assert form.content({"default_retryable": True}) == {"default_retryable": True}


def test_a_line_is_not_trimmed_and_a_text_is(published):
    fields = KINDS[NEW_CODE].FIELDS
    typed = sent(code="tool.n\n", description="  One.\r\n\r\nTwo.\r\n")
    form = content_form([fields["code"], fields["description"]], {}, typed)
    assert form.is_valid()
    assert form.content({}) == {"code": "tool.n\n", "description": "One.\n\nTwo."}


def test_what_cannot_be_read_is_kept_on_the_page_and_not_in_the_content(published):
    form = content_form([KINDS[NEW_CODE].FIELDS["http_status"]], {}, sent(http_status="five hundred"))
    assert not form.is_valid()
    assert form.content({"http_status": 500}) == {"http_status": 500}
    page = render_to_string("forms/fields.html", {"form": form})
    assert 'value="five hundred"' in page
    assert "HTTP status is a whole number." in page


@pytest.mark.parametrize("text", ["a\x00b", "x" * 20_001])
def test_what_no_draft_can_hold_is_refused(text, published):
    for name in ("title", "description"):
        form = content_form([KINDS[NEW_CODE].FIELDS[name]], {}, sent(**{name: text}))
        assert not form.is_valid()
        assert form.content({}) == {}


def test_each_fault_stands_beside_its_input_and_the_rest_above(published):
    form = content_form(KINDS[NEW_CODE].FIELDS.values(), {}, sent())
    assert form.is_valid()
    pointers = ("/code", "/reference/url", "/reference", "/actions/2", "", "/base")
    place(form, [Fault(pointer, "wrong", f"At {pointer}.") for pointer in pointers])
    assert form.errors == {
        "code": ["At /code."],
        "reference-url": ["At /reference/url."],
        "reference-title": ["At /reference."],
        "actions": ["At /actions/2."],
        "__all__": ["At .", "At /base."],
    }


@pytest.mark.parametrize("kind", KINDS)
def test_every_link_of_the_summary_has_a_target_and_every_input_a_name_and_its_help(kind, published):
    form = content_form(KINDS[kind].FIELDS.values(), {}, sent())
    assert form.is_valid()
    place(form, checks.faults(kind, form.content({})))
    page = render_to_string("forms/faults.html", {"form": form}) + render_to_string("forms/fields.html", {"form": form})
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    hrefs = re.findall(r'href="#([^"]+)"', page)
    assert hrefs
    assert set(hrefs) <= set(ids)
    described = " ".join(re.findall(r'aria-describedby="([^"]+)"', page)).split()
    assert set(described) <= set(ids)
    labelled = set(re.findall(r'<label for="([^"]+)"', page))
    asked = re.findall(r'<(?:input|select|textarea) (?![^>]*type="hidden")[^>]*\bid="([^"]+)"', page)
    assert set(asked) == labelled


def test_flags_are_asked_one_by_one(published):
    field = KINDS[CHANGE_SIGNALS].FIELDS["overrides"]
    form = content_form([field], {}, sent(overrides__retryable="no"))
    assert form.is_valid()
    assert form.content({}) == {"overrides": {"retryable": False}}
