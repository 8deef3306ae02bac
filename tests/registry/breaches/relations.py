"""Rows that break a rule of what one code says about another, or of where it is defined."""

from collections.abc import Callable

from codes.registry.models import Confusable, Reference, Succession

CODE = "output.malformed"


def new_reference(**changes):
    values = {"code_id": CODE, "title": "A specification", "url": "https://example.org/spec", "section": "1"}
    return Reference.objects.bulk_create([Reference(**{**values, **changes})])


def succession(code, successor):
    return Succession.objects.bulk_create([Succession(code_id=code, successor_id=successor)])


def confusable(other, difference="It differs."):
    return Confusable.objects.bulk_create([Confusable(code_id=CODE, other_id=other, difference=difference)])


def twice(make, **values):
    make(**values)
    make(**values)


BREACHES: dict[str, Callable[[], object]] = {
    "succession_unique": lambda: twice(succession, code=CODE, successor="output.empty"),
    "succession_to_another": lambda: succession(code=CODE, successor=CODE),
    "confusable_unique": lambda: confusable("output.truncated"),
    "confusable_with_another": lambda: confusable(CODE),
    "confusable_difference_length": lambda: confusable("tool.timeout", difference=""),
    "reference_has_one_subject": lambda: new_reference(category_id="output"),
    "reference_title_one_line": lambda: new_reference(title="Two\nlines"),
    "reference_url_is_https": lambda: new_reference(url="http://example.org/spec"),
    "reference_of_code_unique": lambda: twice(new_reference),
    "reference_of_category_unique": lambda: twice(new_reference, code_id=None, category_id="output"),
    "confusable_difference_one_line": lambda: confusable("tool.timeout", difference="a\x1bb"),
    "reference_url_one_line": lambda: new_reference(url="https://example.org/\x1b"),
    "reference_section_one_line": lambda: new_reference(section="a\x1bb"),
}
