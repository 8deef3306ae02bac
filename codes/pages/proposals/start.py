"""`/proposals/new`: what somebody should know and have before they begin. The same for everybody."""

from django.http import HttpRequest, HttpResponse

from codes.releases.current import current
from codes.review import clocks
from codes.review.kinds.code_fields import JUSTIFICATION_MIN
from codes.web.answer import REVALIDATE, Offer, answer
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.render import page

ADDRESS = "/proposals/new"


@public
def start(request: HttpRequest) -> HttpResponse:
    body = page(
        "proposals/start.html",
        current(),
        address=ADDRESS,
        periods=clocks.periods(),
        set_aside=clocks.set_aside(),
        justification_min=JUSTIFICATION_MIN,
    )
    return answer(request, [Offer(Form.HTML, lambda: body)], address=ADDRESS, cache=REVALIDATE)
