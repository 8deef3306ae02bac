"""From one member of a proposal's content to the inputs that ask for it, and back.

A member has one input, but for a reference and for flags, which have one for each part: `reference-title`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from codes.review.kinds.fields import REFERENCE_MEMBERS, Field, blank

from .act import LONGEST, TextField, YesNo

_REFERENCE = {
    "title": ("Name of the specification", "`RFC 9457`, `draft-…`, or the title of a page."),
    "url": ("Address", "Begins with https. An RFC or Internet-Draft needs none."),
    "section": ("Section (optional)", "Where in it."),
}


def inputs(field: Field) -> dict[str, forms.Field]:
    """The inputs of `field` by their names. None is required: a draft may lack anything."""
    match field.type:
        case "reference":
            return {f"{field.name}-{part}": _line(label, help_text) for part, (label, help_text) in _REFERENCE.items()}
        case "flags":
            return {
                f"{field.name}-{part}": YesNo(label=f"{field.label}: {part}", **_about(field)) for part in field.choices
            }
    return {field.name: _MAKE[field.type](field)}


def initial(field: Field, value: Any) -> dict[str, Any]:
    """What the inputs of `field` show for `value`."""
    match field.type:
        case "reference":
            return {f"{field.name}-{part}": (value or {}).get(part, "") for part in REFERENCE_MEMBERS}
        case "flags":
            return {f"{field.name}-{part}": (value or {}).get(part) for part in field.choices}
        case "words":
            return {field.name: "\n".join(value or ())}
    return {field.name: value}


def value(field: Field, cleaned: Mapping[str, Any]) -> Any:
    """The member as the inputs have it; None where nothing was given."""
    match field.type:
        case "reference" | "flags":
            parts = REFERENCE_MEMBERS if field.type == "reference" else field.choices
            given = {part: cleaned.get(f"{field.name}-{part}") for part in parts}
            found: Any = {part: each for part, each in given.items() if not blank(each)}
        case "words":
            found = [word.strip() for word in (cleaned.get(field.name) or "").split("\n") if word.strip()]
        case _:
            found = cleaned.get(field.name)
    return None if blank(found) else found


def label(field: Field) -> str:
    return field.label if field.required else f"{field.label} (optional)"


def _about(field: Field) -> dict[str, Any]:
    return {"required": False, "help_text": field.help}


def _line(text: str, help_text: str) -> forms.Field:
    # Not stripped: whether `tool.n` and a line break is a code is for the checks to say.
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    made = forms.CharField(
        label=text, help_text=help_text, required=False, strip=False, max_length=LONGEST, widget=widget
    )
    made.widget.attrs.pop("maxlength", None)
    return made


def _code_like(field: Field) -> forms.Field:
    made = _line(label(field), field.help)
    if field.name in ("code", "category", "identifier", "successor"):
        made.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
    return made


def _text(field: Field) -> forms.Field:
    return TextField(label=label(field), rows=4 if field.most <= 300 else 7, **_about(field))


def _words(field: Field) -> forms.Field:
    known = f" Known: {', '.join(field.choices)}." if field.choices else ""
    help_text = f"One a line. {field.help}{known}"
    return TextField(label=label(field), help_text=help_text, required=False, rows=4)


def _choice(field: Field) -> forms.Field:
    choices = [("", "choose"), *((each, each.replace("_", " ")) for each in field.choices)]
    return forms.ChoiceField(label=label(field), choices=choices, **_about(field))


def _integer(field: Field) -> forms.Field:
    # Bounds are the checks' business; an input of type number hides what is typed wrongly.
    widget = forms.TextInput(attrs={"inputmode": "numeric" if field.least >= 0 else "text", "autocomplete": "off"})
    message = {"invalid": f"{field.label} is a whole number."}
    return forms.IntegerField(label=label(field), widget=widget, error_messages=message, **_about(field))


_MAKE: Mapping[str, Callable[[Field], forms.Field]] = {
    "line": _code_like,
    "text": _text,
    "boolean": lambda field: YesNo(label=label(field), **_about(field)),
    "choice": _choice,
    "integer": _integer,
    "words": _words,
}
