"""The suffix of an address names its form: `/codes/tool.timeout.json`."""

from codes.web.negotiation import Form

_FORMS = {form.suffix: form for form in (Form.JSON, Form.MARKDOWN)}


def split(asked: str, *, dots: int = 0) -> tuple[str, Form | None]:
    """The name and the form that `asked` ends in. A name has `dots` dots itself, which are no suffix."""
    for suffix, form in _FORMS.items():
        name = asked.removesuffix(suffix)
        if name != asked and name.count(".") >= dots and name:
            return name, form
    return asked, None
