"""Rows that break a rule of categories."""

from collections.abc import Callable

from codes.registry.models import Category


def new_category(**changes):
    values = {"name": "rust", "description": "About rust.", "recommended_status": 422}
    return Category.objects.bulk_create([Category(**{**values, **changes})])


BREACHES: dict[str, Callable[[], object]] = {
    "category_grammar": lambda: new_category(name="x-acme"),
    "category_description_length": lambda: new_category(description=""),
    "category_policy_length": lambda: new_category(policy=""),
    "category_status_is_error": lambda: new_category(recommended_status=200),
    "category_description_text": lambda: new_category(description="a\x1bb"),
    "category_policy_one_line": lambda: new_category(policy="a\x1bb"),
}
