"""`/review/publish`: approved proposals, what a release of them would be, and the button that makes it."""

from collections.abc import Iterable
from dataclasses import dataclass

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from codes.accounts.models import Account
from codes.pages.differences import groups
from codes.pages.forms import ActForm, answered_once, status_of
from codes.releases.locks import locked_head
from codes.releases.models import Release
from codes.review import actions, words
from codes.review.actions.act import open_moves
from codes.review.actions.publishing import decided_alone
from codes.review.models import Proposal
from codes.web.personal import holding, reader

_CHANGED = "What would be published has changed since this page was made. This is what it would be now."


class PublishForm(ActForm):
    """`tag` is what the release was seen to be made from; `proposal`, once for each, what is in it."""

    tag = forms.CharField(widget=forms.HiddenInput)
    proposal = forms.TypedMultipleChoiceField(coerce=int, widget=forms.MultipleHiddenInput)

    def __init__(self, numbers: Iterable[int], data: QueryDict | None = None, *, tag: str = "") -> None:
        super().__init__(data, tag=tag)
        self.fields["proposal"].choices = [(each, f"#{each}") for each in numbers]  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Choice:
    """An approved proposal; `barred` says why the reader cannot publish it, empty where they can."""

    proposal: Proposal
    name: str
    barred: str
    chosen: bool


@holding("administrator")
@reauthentication_required(app="codes", allow_get=True)  # type: ignore[untyped-decorator]
def publish(request: HttpRequest) -> HttpResponse:
    """GET: `?proposal=` once for each chooses; without any, all that the reader may publish. POST publishes."""
    if request.method == "POST":
        return _publish(request)
    asked = set(request.GET.getlist("proposal"))
    return _page(request, _choices(reader(request), asked))


def _publish(request: HttpRequest) -> HttpResponse:
    account, at = reader(request), timezone.now()
    every = list(Proposal.objects.values_list("number", flat=True))
    form = PublishForm(every, request.POST)
    sent = set(request.POST.getlist("proposal"))
    if not form.is_valid():
        return _page(request, _choices(account, sent), refused="Choose at least one proposal.", status=400)

    def act() -> str:
        # The head first, as everywhere; under it nothing of what the page has shown can change any more.
        locked_head()
        chosen = Proposal.objects.filter(number__in=form.cleaned_data["proposal"])
        if form.cleaned_data["tag"] != _tag(chosen):
            raise actions.Stale("stale", _CHANGED)
        release = actions.publish(proposals=form.cleaned_data["proposal"], by=account, at=at)
        messages.success(request, f"Release {release.version} is published.")
        # Not to the release: this process may see it a second later only.
        return reverse("review_publish")

    actions.prepare(proposals=form.cleaned_data["proposal"], at=at)
    try:
        with transaction.atomic():
            location = answered_once(request, key=form.sent_once, at=at, act=act)
    except actions.Refused as refused:
        said = " ".join([refused.detail, *(each.detail for each in getattr(refused, "faults", ()))])
        return _page(request, _choices(account, sent), refused=said, status=status_of(refused))
    return HttpResponseRedirect(location)


def _choices(account: Account, asked: Iterable[str]) -> list[Choice]:
    """`asked` are numbers as the request has them; none for all."""
    found = []
    for proposal in actions.approved():
        barred = _barred(account, proposal)
        chosen = not barred and (not asked or str(proposal.number) in asked)
        found.append(Choice(proposal, words.name(proposal), barred, chosen))
    return found


def _barred(account: Account, proposal: Proposal) -> str:
    if "publish" not in open_moves(account, proposal):
        return "You have a conflict of interest, so another administrator publishes it."
    if decided_alone(account, proposal):
        return "You alone decided about it, so another administrator publishes it."
    if proposal.hidden:
        return "It is out of public sight. Bring it back before it is published."
    return ""


def _page(request: HttpRequest, choices: list[Choice], *, refused: str = "", status: int = 200) -> HttpResponse:
    chosen = [each.proposal.number for each in choices if each.chosen]
    problem = refused
    found = None
    try:
        found = actions.upcoming(timezone.now(), chosen) if chosen else None
    except actions.Refused as failure:
        problem = problem or failure.detail
    fitting = [each.number for each in found.proposals] if found else []
    form = PublishForm(fitting, tag=_tag(found.proposals) if found else "")
    form.initial["proposal"] = fitting
    latest = Release.objects.order_by("-number").first()
    context = {
        "choices": choices,
        "found": found,
        "groups": groups(found.made.difference.telling) if found and found.made else [],
        "form": form,
        "problem": problem,
        "latest": latest,
    }
    return render(request, "review/publish.html", context, status=status)


def _tag(proposals: Iterable[Proposal]) -> str:
    """What a release of `proposals` is made from: the latest release, and each of them as it is."""
    latest = Release.objects.order_by("-number").values_list("version", flat=True).first()
    parts = sorted((each.number, each.tag) for each in proposals)
    return f"{latest} {' '.join(f'{number}:{tag}' for number, tag in parts)}"
