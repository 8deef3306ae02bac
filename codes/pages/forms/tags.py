"""What the templates of forms ask."""

from django.forms.boundfield import BoundField


def first_input(field: BoundField) -> str:
    """The id that a link to `field` goes to: of several choices, the first."""
    if field.use_fieldset:
        return str(field.subwidgets[0].id_for_label)
    return str(field.auto_id)
