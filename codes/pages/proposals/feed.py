"""`/feeds/proposals.atom`: one entry for each public event of a proposal, the newest first."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed

from codes.pages.feeds import MEDIA_TYPE
from codes.releases.current import current
from codes.review import words
from codes.review.models import Event, Proposal
from codes.web.answer import REVALIDATE, absolute, link, require_acceptable, validated
from codes.web.door import public

from .story import NOT_TOLD

ADDRESS = "/feeds/proposals.atom"
# Readers poll; the record of one proposal stands whole on its page.
MOST_ENTRIES = 200
# A reminder is for those who have to act.
_NO_NEWS = (*NOT_TOLD, "remind")


@public
def feed(request: HttpRequest) -> HttpResponse:
    """Nothing of drafts, notes, or what is out of sight. What is brought back into sight has its entries again."""
    require_acceptable(request, "application/atom+xml")
    address = absolute(ADDRESS)
    made = Atom1Feed(
        title="Agent Harness Error Codes: proposals",
        link=absolute("/proposals/"),
        description="",
        feed_url=address,
        feed_guid=address,
        author_name="Agent Harness Error Codes",
    )
    events = _events()
    proposals = Proposal.objects.in_bulk({int(each.subject.partition(":")[2]) for each in events})
    for each in events:
        _add(made, each, proposals[int(each.subject.partition(":")[2])])
    # Of a feed without entries, too.
    latest = events[0].at if events else current().latest.published
    made.latest_post_date = lambda: latest  # type: ignore[method-assign]
    response = HttpResponse(made.writeString("utf-8"), content_type=MEDIA_TYPE)
    response.headers["Link"] = link(address, "canonical")
    return validated(request, response, cache=REVALIDATE)


def _events() -> list[Event]:
    hidden = [f"proposal:{number}" for number in Proposal.objects.filter(hidden=True).values_list("number", flat=True)]
    told = Event.objects.filter(subject__startswith="proposal:").exclude(move__in=_NO_NEWS).exclude(subject__in=hidden)
    return list(told.order_by("-number")[:MOST_ENTRIES])


def _add(made: Atom1Feed, event: Event, proposal: Proposal) -> None:
    host = urlsplit(settings.PUBLIC_BASE_URL).hostname
    made.add_item(
        title=f"#{proposal.number} {words.headline(event, proposal)}",
        link=absolute(f"/proposals/{proposal.number}"),
        description=f"{words.headline(event, proposal)}.",
        # An event is never made a second time, so its number is what a reader knows it by.
        unique_id=f"tag:{host},2026:event:{event.number}",
        pubdate=event.at,
        updateddate=event.at,
        categories=[proposal.kind, event.move],
    )
