"""A form that asks for some members of a proposal's content."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict

from codes.review.kinds.fields import Field

from . import inputs
from .act import ActForm

# What the site knows and nobody types.
UNSEEN = ("base",)


class ContentForm(ActForm):
    """Made by `content_form`: `members` are the members it asks for."""

    members: tuple[Field, ...] = ()

    def content(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """`before` with what the form says in place of its members. Inputs that could not be read leave it as it is.

        Ask after `is_valid()`, whatever that says.
        """
        found = dict(before)
        for field in self.members:
            if any(name in self.errors for name in inputs.inputs(field)):
                continue
            given = inputs.value(field, self.cleaned_data)
            found.pop(field.name, None)
            if given is not None:
                found[field.name] = given
        return found


def content_form(
    fields: Iterable[Field], content: Mapping[str, Any], data: QueryDict | None = None, *, tag: str = ""
) -> ContentForm:
    """A form of the inputs of `fields`, which shows `content`, or `data` where that was sent.

    What nobody types is left out: the entry's release, or the row's digest, that a change is written against.
    """
    members = tuple(field for field in fields if field.name not in UNSEEN)
    made = ContentForm(data, tag=tag)
    made.members = members
    for field in members:
        made.fields.update(inputs.inputs(field))
        made.initial.update(inputs.initial(field, content.get(field.name)))
    return made
