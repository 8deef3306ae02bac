"""`/proposals/<number>/edit/<step>`: one step of a draft a page, kept each time that it is sent."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from codes.pages.forms import ContentForm, content_form, page, place, refuse, shown, typed
from codes.review import actions, checks, similar
from codes.review.kinds import KINDS
from codes.review.kinds import names as kinds
from codes.review.models import Proposal
from codes.review.states import State
from codes.web import carry
from codes.web.personal import reader, signed_in
from codes.web.problems import Refusal

from . import steps
from .own import earlier, own


@signed_in
def step(request: HttpRequest, number: int, step: str) -> HttpResponse:
    """A POST keeps what it brings, also where something is still wrong with it, and goes on where nothing is."""
    proposal = own(request, number)
    if step not in steps.pages(proposal.kind):
        raise Refusal("not-found", f"A proposal of this kind has no step {step[:40]}.")
    if proposal.state != State.DRAFT:
        return HttpResponseRedirect(f"/proposals/{number}/act")
    content = proposal.content
    form = content_form(steps.members(proposal.kind, step), content, typed(request), tag=proposal.tag)
    near = similar.near(content, but=number) if step == "nearest" else []
    if any(each.close for each in near):
        form.fields["why_not_nearest"].label = "Why none of these will do"  # no more optional
    if request.method == "POST":
        kept = _keep(request, proposal, form)
        if "later" in request.POST and kept is not None:
            messages.success(request, f"Draft {number} is kept. Go on whenever you like.")
            return HttpResponseRedirect("/account/")
        if kept is not None:
            place(form, [each for each in checks.faults(proposal.kind, kept, own=number) if shown(form, each)])
        if not form.errors:
            return HttpResponseRedirect(_onward(request, proposal, step))
    return _page(request, proposal, step, form, near)


def _keep(request: HttpRequest, proposal: Proposal, form: ContentForm) -> dict[str, Any] | None:
    """The content as it is kept; None where it was refused."""
    form.is_valid()
    content = form.content(proposal.content)
    try:
        actions.save(
            proposal=proposal.number, content=content, by=reader(request), at=timezone.now(), tag=form.sent_tag
        )
    except actions.Refused as refused:
        refuse(form, refused)
        return None
    carry.drop(request)
    return content


def _onward(request: HttpRequest, proposal: Proposal, step: str) -> str:
    """Back to the check where the way came from there, else to the next step."""
    following = "" if "back" in request.GET else steps.after(proposal.kind, step)
    return f"/proposals/{proposal.number}/edit/{following}" if following else f"/proposals/{proposal.number}/check"


def _page(
    request: HttpRequest, proposal: Proposal, step: str, form: ContentForm, near: list[similar.Near]
) -> HttpResponse:
    pages = steps.pages(proposal.kind)
    previous = steps.before(proposal.kind, step)
    context = {
        "form": form,
        "proposal": proposal,
        "label": KINDS[proposal.kind].LABEL,
        "subject": proposal.target.partition(":")[2],
        "title": steps.TITLES[step],
        "earlier": earlier(proposal) if step in (pages[0], steps.first(proposal.kind)) else None,
        "place": pages.index(step) + 1,
        "places": len(pages),
        "previous": f"/proposals/{proposal.number}/edit/{previous}" if previous else "",
        "near": near,
        "close": any(each.close for each in near),
        "is_nearest": step == "nearest",
        "behavioural": proposal.kind == kinds.CHANGE_CODE and step == "defaults",
    }
    return page(request, "proposals/step.html", context)
