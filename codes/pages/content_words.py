"""Members of a proposal's content in words, for pages."""

from typing import Any

from codes.review.kinds.fields import Field, blank


def member_words(value: Any, field: Field) -> str:
    """`value` of `field` as text: yes and no, words in a line, a reference as people cite it."""
    if blank(value):
        return "not given"
    match field.type:
        case "boolean":
            return "yes" if value else "no"
        case "words":
            return ", ".join(value)
        case "flags":
            return ", ".join(f"{name}: {'yes' if flag else 'no'}" for name, flag in value.items())
        case "reference":
            parts = (value.get("title"), f"section {value['section']}" if value.get("section") else "")
            return ", ".join(part for part in parts if part)
        case "choice":
            return str(value).replace("_", " ")
    return str(value)
