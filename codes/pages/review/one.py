"""`/review/<number>`: one proposal with all that a decision rests on, and a form for each move that is open."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from codes.pages.forms import answered_once, marked, refuse, status_of
from codes.pages.proposals.own import readable
from codes.review import actions
from codes.web import carry
from codes.web.personal import holding, reader
from codes.web.problems import Refusal

from . import sheet
from .desk import Desk
from .forms import FORMS, MoveForm

OFFICERS = ("expert", "lead", "administrator")
_SENT_ALREADY = "You were not signed in any more, so nothing was sent. What you had written is still here."


@holding(*OFFICERS)
def proposal(request: HttpRequest, number: int) -> HttpResponse:
    return _page(request, _desk(request, number))


@holding(*OFFICERS)
def move(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """A POST makes the move. A GET is of somebody who had to sign in before it was made, or shows the page."""
    if name not in FORMS:
        raise Refusal("not-found", f"No officer's move is named {name}.")
    desk = _desk(request, number)
    if request.method == "POST":
        return _make(request, desk, FORMS[name].sent(desk, request.POST))
    carried = carry.carried(request)
    if carried is None:
        return HttpResponseRedirect(reverse("review_proposal", kwargs={"number": number}))
    return _page(request, desk, _unsent(desk, name, carried), note=_SENT_ALREADY)


def _make(request: HttpRequest, desk: Desk, form: MoveForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, desk, form, status=HTTPStatus.BAD_REQUEST)
    back = reverse("review_proposal", kwargs={"number": desk.proposal.number})

    def act() -> str:
        form.act(desk.at)
        messages.success(request, form.done)
        return back

    try:
        location = answered_once(request, key=form.sent_once, at=desk.at, act=act)
    except actions.Refused as refused:
        fresh = _desk(request, desk.proposal.number)
        refuse(form, refused)
        return marked(_page(request, fresh, form, status=status_of(refused)), form)
    carry.drop(request)
    return HttpResponseRedirect(location)


def _desk(request: HttpRequest, number: int) -> Desk:
    """Raises Refusal where there is no such proposal for the reader."""
    found = readable(request, number)
    if not found.revision:
        raise Refusal("not-found", f"There is no proposal {number} to review.")
    return Desk(found, reader(request), timezone.now())


def _unsent(desk: Desk, name: str, data: QueryDict) -> MoveForm:
    """The form with what was typed, against the proposal as it is now: it has not been looked at by any action."""
    form = FORMS[name].sent(desk, data)
    form.start_from(desk.proposal.tag)
    return form


def _page(
    request: HttpRequest, desk: Desk, form: MoveForm | None = None, *, note: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """`form` is one that was sent and not taken: it comes first, with all that was typed."""
    offered = [made for name in desk.moves if name in FORMS for made in FORMS[name].offers(desk)]
    if form is not None:
        offered = [each for each in offered if each.auto_id != form.auto_id]
    order = list(FORMS)
    offered.sort(key=lambda each: order.index(each.move))
    context = {
        **sheet.of(desk),
        "sent": form,
        "note": note,
        "forms": {place: [each for each in offered if each.place == place] for place in ("vote", "moves", "concerns")},
    }
    return render(request, "review/proposal.html", context, status=status)
