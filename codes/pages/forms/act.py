"""What every form has that changes something, and the inputs that Django does not have as we want them."""

import secrets
from typing import Any, cast

from django import forms
from django.http import QueryDict

# Characters of any one input. More is no text that somebody has written into a form.
LONGEST = 20_000
YES_NO = (("yes", "Yes"), ("no", "No"))


class ActForm(forms.Form):
    """`tag` is what the proposal was when the page was made (`Proposal.tag`); `once` makes a double click one act.

    The template sends both back; `forms/fields.html` draws them.
    """

    tag = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    once = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    # Browsers' own bubbles say less than the page does, and stop before the draft is kept.
    use_required_attribute = False
    # Of the answer that shows what is wrong; seconds until there is room, where that is what is wrong.
    status = 400
    retry_after = 0

    def __init__(self, *args: Any, tag: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(tag=tag, once=secrets.token_urlsafe(12))

    def start_from(self, tag: str) -> None:
        """Let the form, sent with an older tag, be sent again against `tag`, with all that was typed."""
        sent = cast(QueryDict, self.data).copy()
        sent["tag"], sent["once"] = tag, secrets.token_urlsafe(12)
        self.data = sent

    @property
    def sent_tag(self) -> str | None:
        """The tag that the form was sent with."""
        return self.cleaned_data.get("tag") or None

    @property
    def sent_once(self) -> str:
        return str(self.cleaned_data.get("once") or "")


class TextField(forms.CharField):
    """A text of several lines, as `\\n`, without what stands around it."""

    widget = forms.Textarea

    def __init__(self, *, rows: int = 5, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", LONGEST)
        super().__init__(**kwargs)
        self.widget.attrs["rows"] = rows
        # The page counts and says so; a browser would cut off what is pasted.
        self.widget.attrs.pop("maxlength", None)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")


class YesNo(forms.TypedChoiceField):
    """Two radios and nothing preselected: a bool, or None where nothing was chosen."""

    widget = forms.RadioSelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=YES_NO, coerce=lambda value: value == "yes", empty_value=None, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
