"""What the pages of proposals say, where a template alone cannot."""

from typing import Any

from codes.review.kinds.fields import REFERENCE_MEMBERS
from codes.review.kinds.fields import blank as is_blank


def days(number: float) -> str:
    """A waiting period: `7 days`, `1 day`, `0.5 days`."""
    return f"{number:g} day{'' if number == 1 else 's'}"


def member_words(value: Any) -> str:
    """The value of a member of a proposal, for reading."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_blank(value):
        return "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        if value.keys() <= set(REFERENCE_MEMBERS):
            return ", ".join(filter(None, (value.get(name, "") for name in ("title", "section", "url"))))
        return ", ".join(f"{name}: {member_words(each)}" for name, each in value.items())
    return str(value)
