"""From the start page to a draft: what kind of change, and of what."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from codes.pages.forms import ContentForm, answered_once, content_form, page, place, refuse, shown, typed
from codes.review import actions, checks
from codes.review.kinds import KINDS
from codes.web import carry
from codes.web.personal import reader, signed_in
from codes.web.problems import Refusal

from .steps import SUBJECTS, first, registered


class KindForm(forms.Form):
    kind = forms.ChoiceField(
        label="What do you want to propose?",
        choices=[(kind, f"{KINDS[kind].LABEL}. {subject.meaning}") for kind, subject in SUBJECTS.items()],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of these."},
    )
    use_required_attribute = False


@signed_in
def begin(request: HttpRequest) -> HttpResponse:
    """The choice of the kind. It changes nothing, so it is asked for by GET."""
    form = KindForm(request.GET if "go" in request.GET else None)
    if form.is_valid():
        return HttpResponseRedirect(f"/proposals/new/{form.cleaned_data['kind']}")
    return render(request, "proposals/begin.html", {"form": form}, status=400 if form.errors else 200)


@signed_in
def subject(request: HttpRequest, kind: str) -> HttpResponse:
    """What the proposal is about. A POST that nothing is wrong with makes the draft, filled with what is registered.

    A link may name the subject: `?code=tool.timeout`.
    """
    if kind not in SUBJECTS:
        raise Refusal("not-found", f"There is no kind of proposal {kind[:40]}.")
    asked = SUBJECTS[kind]
    prefilled = {asked.member: request.GET.get(asked.member, "")[:200]}
    form = content_form([KINDS[kind].FIELDS[asked.member]], prefilled, typed(request))
    if request.method == "POST":
        going = _make(request, kind, form)
        if going:
            carry.drop(request)
            return HttpResponseRedirect(going)
    context = {"form": form, "kind": kind, "label": KINDS[kind].LABEL, "subject": asked}
    return page(request, "proposals/subject.html", context)


def _make(request: HttpRequest, kind: str, form: ContentForm) -> str:
    """Makes the draft: the address of its first step. Empty where something is wrong, which the form then shows."""
    if not form.is_valid():
        return ""
    content: dict[str, Any] = form.content({})
    place(form, [each for each in checks.faults(kind, content) if shown(form, each)])
    if form.errors:
        return ""
    now, by = timezone.now(), reader(request)

    def act() -> str:
        made = actions.create(kind=kind, content={**content, **registered(kind, content)}, by=by, at=now)
        return f"/proposals/{made.number}/edit/{first(kind)}"

    try:
        return answered_once(request, key=form.sent_once, at=now, act=act)
    except actions.Refused as refused:
        refuse(form, refused)
        return ""
