"""`/proposals/<number>/check`: the answers once more before they are sent; and the confirmation afterwards."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from codes.pages.forms import ActForm, answered_once, page, refuse, typed
from codes.review import actions, checks, clocks, differences, words
from codes.review.differences import Row
from codes.review.kinds import KINDS
from codes.review.kinds.fields import Fault
from codes.review.models import Proposal
from codes.review.states import State
from codes.web import carry
from codes.web.personal import reader, signed_in

from . import steps
from .own import earlier, own


@dataclass(frozen=True, slots=True)
class Answers:
    """One step with its answers, and what is wrong with them."""

    step: str
    title: str
    rows: list[Row]
    faults: list[Fault]


@signed_in
def check(request: HttpRequest, number: int) -> HttpResponse:
    """A POST submits, or takes the entry as it is registered now for what the change is written against."""
    proposal = own(request, number)
    if proposal.state != State.DRAFT:
        return HttpResponseRedirect(f"/proposals/{number}/sent" if proposal.revision else f"/proposals/{number}/act")
    form = ActForm(typed(request), tag=proposal.tag)
    if request.method == "POST" and form.is_valid():
        going = (_against_now if "again" in request.POST else _submit)(request, proposal, form)
        if going:
            carry.drop(request)
            return HttpResponseRedirect(going)
    return _page(request, proposal, form)


@signed_in
def sent(request: HttpRequest, number: int) -> HttpResponse:
    """The confirmation: the number, what happens next and by when."""
    proposal = own(request, number)
    if not proposal.revision:
        return HttpResponseRedirect(f"/proposals/{number}/check")
    due = clocks.next_due(proposal)
    context = {
        "proposal": proposal,
        "name": words.name(proposal),
        "state": words.STATES[proposal.state],
        "next": words.acts_next(proposal),
        "due": due,
        "clock": f"{words.CLOCKS[due.name]}: {clocks.words(due, timezone.now())}" if due else "",
    }
    return render(request, "proposals/sent.html", context)


def _submit(request: HttpRequest, proposal: Proposal, form: ActForm) -> str:
    """The address of the confirmation; empty where it was refused."""
    now, number = timezone.now(), proposal.number

    def act() -> str:
        actions.submit(proposal=number, by=reader(request), at=now, tag=form.sent_tag)
        return f"/proposals/{number}/sent"

    try:
        return answered_once(request, key=form.sent_once, at=now, act=act)
    except actions.Incomplete:
        # The page says what is missing, with the way to it.
        form.add_error(None, "It cannot be sent yet.")
    except actions.Refused as refused:
        refuse(form, refused)
    return ""


def _against_now(request: HttpRequest, proposal: Proposal, form: ActForm) -> str:
    """The address of this page; empty where it was refused."""
    number, content = proposal.number, proposal.content
    content |= steps.base(proposal.kind, content)
    try:
        actions.save(proposal=number, content=content, by=reader(request), at=timezone.now(), tag=form.sent_tag)
    except actions.Refused as refused:
        refuse(form, refused)
        return ""
    return f"/proposals/{number}/check"


def _page(request: HttpRequest, proposal: Proposal, form: ActForm) -> HttpResponse:
    content = proposal.content
    faults = checks.faults(proposal.kind, content, own=proposal.number)
    rows = {row.field.name: row for row in differences.to_entry(proposal.kind, content)}
    groups = [
        Answers(
            step,
            steps.TITLES[step],
            [rows[field.name] for field in steps.members(proposal.kind, step) if field.name in rows],
            [each for each in faults if _member(each) in {field.name for field in steps.members(proposal.kind, step)}],
        )
        for step in steps.pages(proposal.kind)
    ]
    stated = KINDS[proposal.kind].present(content).keys()
    placed = [each for group in groups for each in group.faults]
    context = {
        "form": form,
        "proposal": proposal,
        "label": KINDS[proposal.kind].LABEL,
        "subject": proposal.target.partition(":")[2],
        "earlier": earlier(proposal),
        "groups": groups,
        "others": [each for each in faults if each not in placed],
        "faults": faults,
        "moved": any(each.code == "entry_changed" for each in faults),
        "beside": bool(stated),
        "stated": stated,
        "periods": clocks.periods(),
        "set_aside": clocks.set_aside(),
    }
    return page(request, "proposals/check.html", context)


def _member(fault: Fault) -> str:
    return fault.pointer.split("/")[1] if "/" in fault.pointer else ""
