"""`/review/`: what waits, by when it is due."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from codes.accounts.roles import roles_of
from codes.review import clocks, queue, words
from codes.web.once import once
from codes.web.personal import holding, reader
from codes.web.problems import Refusal

from .one import OFFICERS


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the queue, in words."""

    waiting: queue.Waiting
    state: str
    clock: str
    left: str
    overdue: bool


@holding(*OFFICERS)
def review_queue(request: HttpRequest) -> HttpResponse:
    show = once(request, "show") or "all"
    if show not in ("all", "mine"):
        detail = "`show` is `all` or `mine`."
        errors = [{"parameter": "show", "code": "unknown_value", "detail": detail}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    account, at = reader(request), timezone.now()
    everything = queue.waiting(account)
    shown = [each for each in everything if show == "all" or each.mine]
    context = {
        "lines": [
            Line(
                waiting=each,
                state=words.STATES[each.proposal.state],
                clock=words.CLOCKS[each.clock.name] if each.clock else "",
                left=clocks.words(each.clock, at) if each.clock else "",
                overdue=each.overdue(at),
            )
            for each in shown
        ],
        "show": show,
        "number": {"all": len(everything), "mine": sum(each.mine for each in everything)},
        "roles": roles_of(account),
        "approved": sum(each.proposal.state == "approved" for each in everything),
    }
    return render(request, "review/queue.html", context)
