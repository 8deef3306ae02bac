"""`/proposals/<number>`: one proposal in public, for ever."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from codes.releases.current import current
from codes.review.models import Proposal
from codes.web.answer import REVALIDATE, Offer, absolute, answer, link
from codes.web.door import public
from codes.web.moved import to_canonical
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.render import page

from . import story


@public
def entry(request: HttpRequest, number: int) -> HttpResponse:
    """The same bytes for everybody: whoever may act finds the way to a page of their own."""
    address = f"/proposals/{number}"
    proposal = found(number)
    if request.path_info != address:
        return to_canonical(request, address)
    told = story.tell(proposal, timezone.now())
    body = page("proposals/entry.html", current(), address=address, story=told, proposal=proposal)
    links = [link(absolute("/proposals/"), "collection")]
    return answer(request, [Offer(Form.HTML, lambda: body)], address=address, cache=REVALIDATE, links=links)


def found(number: int) -> Proposal:
    """Raises Refusal where the public may not read about proposal `number`.

    A draft is as if it were not there. One that was taken out of sight says so, with a 404 and no 410: it can come
    back, and what a cache keeps of a 410 would outlast that.
    """
    row = Proposal.objects.select_related("submitter", "release").filter(pk=number).first()
    if row is None or row.revision == 0:
        # The same for everybody, signed in or not: a draft is its submitter's alone, and this page is public.
        raise Refusal("not-found", f"There is no proposal {number}.", template="proposals/unknown.html")
    if row.hidden:
        detail = f"Proposal {number} was taken out of public sight by an officer of the registry. It may come back."
        raise Refusal("not-found", detail)
    return row
