"""`/proposals/`: what has been asked for, the newest first."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from codes.pages.portions import portion
from codes.releases.current import current
from codes.review import clocks, words
from codes.review.kinds import KINDS
from codes.review.models import Proposal
from codes.review.states import OPEN, State
from codes.web import sight
from codes.web.answer import REVALIDATE, Offer, answer
from codes.web.at import known
from codes.web.door import public
from codes.web.facets import LONGEST_SEARCH
from codes.web.negotiation import Form
from codes.web.once import once
from codes.web.problems import Refusal
from codes.web.render import page

ADDRESS = "/proposals/"
# The word for everything that is not decided, published or ended.
UNDECIDED = "open"
STATES = (UNDECIDED, *(state for state in State if state != State.DRAFT))
_ON_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list, in words."""

    proposal: Proposal
    name: str
    state: str
    clock: str


@public
def proposals(request: HttpRequest) -> HttpResponse:
    """`?state=` and `?kind=` narrow the list, as do `?code=`, what it is about, and `?release=`, which carries it out.

    Neither drafts nor what is out of sight stand in it.
    """
    now = timezone.now()
    state = _one_of(request, "state", STATES)
    kind = _one_of(request, "kind", tuple(KINDS))
    code = _text(request, "code")
    release = once(request, "release")
    if release:
        known(current(release), release)
    shown = portion(_numbers(state, kind, code, release), request.GET, most=_ON_A_PAGE)
    rows = Proposal.objects.select_related("submitter").filter(number__in=shown.entries).order_by("-number")
    body = page(
        "proposals/list.html",
        current(),
        address=ADDRESS,
        rows=[_listed(each, now) for each in rows],
        portion=shown,
        states=[
            (each, "open: not decided or published yet" if each == UNDECIDED else words.STATES[each]) for each in STATES
        ],
        kinds=[(name, module.LABEL) for name, module in KINDS.items()],
        state=state,
        kind=kind,
        code=code,
        of_release=release,
    )
    return answer(request, [Offer(Form.HTML, lambda: body)], address=ADDRESS, cache=REVALIDATE)


def _numbers(state: str, kind: str, code: str, release: str) -> list[int]:
    """Numbers alone, so that a long history stays cheap: the rows are read for one page."""
    rows = sight.everybodys().order_by("-number")
    if state:
        rows = rows.filter(state__in=OPEN if state == UNDECIDED else (state,))
    if kind:
        rows = rows.filter(kind=kind)
    if code:
        rows = rows.filter(target=f"code:{code}")
    if release:
        rows = rows.filter(release__version=release)
    return list(rows.values_list("number", flat=True))


def _listed(proposal: Proposal, now: datetime) -> Listed:
    due = clocks.next_due(proposal)
    clock = f"{words.CLOCKS[due.name]}: {clocks.words(due, now)}" if due else ""
    return Listed(proposal, words.name(proposal), words.STATES[proposal.state], clock)


def _text(request: HttpRequest, name: str) -> str:
    value = once(request, name)
    if len(value) > LONGEST_SEARCH or "\0" in value:
        detail = f"{name} is text of at most {LONGEST_SEARCH} characters."
        errors = [{"parameter": name, "code": "invalid_value", "detail": detail}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return value


def _one_of(request: HttpRequest, name: str, accepts: tuple[str, ...]) -> str:
    value = once(request, name)
    if value and value not in accepts:
        detail = f"{name} is one of {', '.join(accepts)}."
        errors = [{"parameter": name, "code": "unknown_value", "detail": detail, "accepts": list(accepts)}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return value
