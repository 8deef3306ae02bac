"""A category: Standards Action (draft section 12.2), which an administrator records; no vote can grant it."""

import re
from collections.abc import Iterator
from typing import Any

from codes.harness_errors import syntax
from codes.registry.models import Category, Reference

from . import texts
from .fields import Fault, Field

LABEL = "New category"
STEPS = ("category", "reference", "reason")
FIELDS = {
    field.name: field
    for field in (
        Field("category", "line", "Category", "category", "Lower-case letters, digits and underscores.", 1, 64),
        Field("description", "text", "Description", "category", "What its codes have in common.", 1, 2000),
        Field(
            "recommended_status",
            "integer",
            "HTTP status",
            "category",
            "For a code of the category that a consumer does not know.",
            400,
            599,
        ),
        Field("reference", "reference", "Reference", "reference", "The Standards-Track document that defines it."),
        Field("reason", "text", "Reason", "reason", "Why no registered category fits.", 20, 2000),
    )
}


def target(content: dict[str, Any]) -> str:
    return f"category:{content['category']}" if content.get("category") else ""


def faults(content: dict[str, Any]) -> Iterator[Fault]:
    name = content.get("category", "")
    if not name:
        return
    if name.startswith("x-"):
        yield Fault("/category", "private_use", "Categories that begin with x- are private use and never registered.")
    elif not re.fullmatch(syntax.PART, name):
        yield Fault("/category", "grammar", "A category is lower-case letters a to z, digits and underscores.")
    elif Category.objects.filter(pk=name).exists():
        yield Fault("/category", "registered", f"The category {name} is registered.")


def present(content: dict[str, Any]) -> dict[str, Any]:
    return {}


def weight(content: dict[str, Any]) -> str:
    return "addition"


def apply(content: dict[str, Any]) -> None:
    row = Category.objects.create(
        name=content["category"],
        description=content["description"],
        recommended_status=content["recommended_status"],
    )
    Reference.objects.create(category=row, **texts.reference(content["reference"]))
