"""`/proposals/<number>/act` and what it leads to: everything that a submitter, or anybody with an account, may do."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from codes.accounts.roles import roles_of
from codes.pages.forms import ActForm, ContentForm, TextField, answered_once, content_form, page, refuse, typed
from codes.review import actions, clocks, words
from codes.review.kinds import KINDS
from codes.review.models import Proposal
from codes.review.models.taking_part import TEXT_MAX
from codes.review.states import State
from codes.web import carry
from codes.web.personal import reader, signed_in

from . import steps
from .own import moves, own, readable

# What these pages are for; the rest of the table belongs to officers of the registry.
HERE = ("comment", "answer", "revise", "withdraw", "reopen")


class CommentForm(ActForm):
    text = TextField(
        label="Comment",
        max_length=TEXT_MAX,
        help_text="Plain text. Everybody can read it, with your name.",
        error_messages={"required": "Say something.", "max_length": f"At most {TEXT_MAX:,} characters fit."},
    )


@signed_in
def act(request: HttpRequest, number: int) -> HttpResponse:
    """What is open to the reader now, and nothing else."""
    proposal = readable(request, number)
    if proposal.state == State.DRAFT:
        return HttpResponseRedirect(f"/proposals/{number}/check")
    if not proposal.revision:
        messages.info(request, f"Draft {number} was thrown away. It can only be begun anew.")
        return HttpResponseRedirect("/account/")
    allowed = moves(request, proposal)
    due = clocks.next_due(proposal)
    context = {
        "proposal": proposal,
        "name": words.name(proposal),
        "state": words.STATES[proposal.state],
        "next": words.acts_next(proposal),
        "clock": f"{words.CLOCKS[due.name]}: {clocks.words(due, timezone.now())}" if due else "",
        "moves": [name for name in HERE if name in allowed],
        "until": clocks.reopens_until(proposal) if "reopen" in allowed else None,
        "question": _question(proposal),
        "officer": bool(roles_of(reader(request))),
    }
    return render(request, "proposals/act.html", context)


@signed_in
def comment(request: HttpRequest, number: int) -> HttpResponse:
    proposal = readable(request, number)
    form = CommentForm(typed(request), tag=proposal.tag)

    def send() -> str:
        now = timezone.now()
        actions.comment(proposal=number, text=form.cleaned_data["text"], by=reader(request), at=now)
        return f"/proposals/{number}#comments"

    return _moved(request, proposal, "comment", form, send)


@signed_in
def revise(request: HttpRequest, number: int) -> HttpResponse:
    proposal = own(request, number)
    form = content_form(steps.members(proposal.kind), proposal.content, typed(request), tag=proposal.tag)

    def send() -> str:
        content = form.content(proposal.content)
        actions.revise(proposal=number, content=content, by=reader(request), at=timezone.now(), tag=form.sent_tag)
        return f"/proposals/{number}#revisions"

    return _moved(request, proposal, "revise", form, send)


@signed_in
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """The answer to a question, and the content, which may change with it."""
    proposal = own(request, number)
    form = content_form(steps.members(proposal.kind), proposal.content, typed(request), tag=proposal.tag)
    form.fields["text"] = TextField(
        label="Your answer",
        max_length=TEXT_MAX,
        help_text="Everybody can read it.",
        error_messages={"required": "Say something to the question."},
    )
    form.order_fields(["text"])

    def send() -> str:
        actions.answer(
            proposal=number,
            content=form.content(proposal.content),
            text=form.cleaned_data["text"],
            by=reader(request),
            at=timezone.now(),
            tag=form.sent_tag,
        )
        return f"/proposals/{number}#comments"

    return _moved(request, proposal, "answer", form, send)


@signed_in
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    proposal = own(request, number)
    was_draft = proposal.state == State.DRAFT

    def send() -> str:
        actions.withdraw(proposal=number, by=reader(request), at=timezone.now(), tag=form.sent_tag)
        return "/account/" if was_draft else f"/proposals/{number}"

    form = ActForm(typed(request), tag=proposal.tag)
    return _moved(request, proposal, "withdraw", form, send)


@signed_in
def reopen(request: HttpRequest, number: int) -> HttpResponse:
    proposal = own(request, number)
    form = ActForm(typed(request), tag=proposal.tag)

    def send() -> str:
        actions.reopen(proposal=number, by=reader(request), at=timezone.now(), tag=form.sent_tag)
        return f"/proposals/{number}/sent"

    return _moved(request, proposal, "reopen", form, send)


def _moved(request: HttpRequest, proposal: Proposal, move: str, form: ActForm, send: Callable[[], str]) -> HttpResponse:
    """The page of `move` with its form. A POST sends it once and goes on; what refuses it stands on the page."""
    number = proposal.number
    if request.method == "POST" and form.is_valid():
        try:
            going = answered_once(request, key=form.sent_once, at=timezone.now(), act=send)
        except actions.Refused as refused:
            refuse(form, refused)
        else:
            carry.drop(request)
            return HttpResponseRedirect(going)
    elif request.method != "POST" and move not in moves(request, proposal):
        messages.warning(request, f"That is not open to you now: the proposal is {proposal.state.replace('_', ' ')}.")
        return HttpResponseRedirect(f"/proposals/{number}/act" if proposal.revision else "/account/")
    context = {
        "form": form,
        "proposal": proposal,
        "name": words.name(proposal),
        "question": _question(proposal),
        "until": clocks.reopens_until(proposal),
        "wide": isinstance(form, ContentForm),
        "label": KINDS[proposal.kind].LABEL,
    }
    return page(request, f"proposals/{move}.html", context)


def _question(proposal: Proposal) -> str:
    """The question that waits for an answer."""
    if proposal.state != State.NEEDS_INFO:
        return ""
    found = proposal.comments.filter(kind="question").order_by("-written", "-pk").first()
    return found.text if found else ""
