"""`/policy`: who decides what, by which criteria, and in what time. Rendered from the tables that the review obeys."""

from django.http import HttpRequest, HttpResponse

from codes.accounts.roles import EXPERT, LEAD, holders
from codes.releases.current import current
from codes.review import clocks, quorum, table
from codes.review.actions.deciding import REASONING_MIN
from codes.review.actions.drafting import MOST_DRAFTS
from codes.review.verdicts import CHECKS, REASONS
from codes.web.answer import REVALIDATE, Offer, answer
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import page

ADDRESS = "/policy"


@public
def policy(request: HttpRequest) -> HttpResponse:
    """Not kept: the experts change without a release."""
    leads = holders(LEAD)
    body = page(
        "proposals/policy.html",
        current(),
        address=ADDRESS,
        checks=CHECKS.values(),
        reasons=REASONS.values(),
        moves=table.lines(),
        periods=clocks.periods(),
        set_aside=clocks.set_aside(),
        leads=leads,
        experts=[each for each in holders(EXPERT) if each not in leads],
        most_needed=quorum.MOST_NEEDED,
        reasoning_min=REASONING_MIN,
        most_drafts=MOST_DRAFTS,
    )
    return answer(request, [Offer(Form.HTML, lambda: body)], address=ADDRESS, cache=REVALIDATE)
