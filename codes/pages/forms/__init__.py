"""Forms of personal pages: fields from the members of a proposal, faults beside the fields they belong to."""

from .act import ActForm, TextField, YesNo
from .content import ContentForm, content_form
from .faults import marked, page, place, refuse, shown, status_of
from .sent import answered_once
from .typed import typed

__all__ = [
    "ActForm",
    "ContentForm",
    "TextField",
    "YesNo",
    "answered_once",
    "content_form",
    "marked",
    "page",
    "place",
    "refuse",
    "shown",
    "status_of",
    "typed",
]
