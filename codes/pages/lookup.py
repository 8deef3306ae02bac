"""`/lookup?q=…`: from what somebody has in hand to the page of it."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from codes.harness_errors.lookup import Hit, look_up
from codes.releases.current import Current, current
from codes.releases.nearest import nearest
from codes.web.answer import CURRENT, Offer, answer, open_to_all
from codes.web.door import public
from codes.web.facets import LONGEST_SEARCH
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.render import modified, page

_ADDRESSES = {"code": "/codes/{}", "private": "/codes/{}", "category": "/categories/{}"}


@public
def lookup(request: HttpRequest) -> HttpResponse:
    """One hit is a redirect, several are a list with reasons, none is a 404 that helps."""
    now = current()
    asked = _asked(request)
    if not asked:
        return _page(request, now, asked, [])
    hits = look_up(asked, now.registry, now.signals)
    targets = {_address(hit) for hit in hits}
    if len(targets) == 1 and hits[0].kind not in ("suggestion", "private"):
        response = HttpResponseRedirect(targets.pop())
        response.headers["Cache-Control"] = CURRENT
        open_to_all(response)
        return response
    if hits:
        return _page(request, now, asked, hits)
    near = nearest(now.registry, asked)
    raise Refusal(
        "not-found",
        f"Nothing here is known by “{asked}”.",
        members={"nearest": [entry.code for entry in near]},
        template="lookup/nothing.html",
        context={"asked": asked, "nearest": near, "registry": now.registry},
    )


def _asked(request: HttpRequest) -> str:
    """The question. Raises Refusal when there are two, or when it is longer than any log line we read."""
    values = request.GET.getlist("q")
    detail = ""
    if len(values) > 1:
        detail = "q may stand in the address once."
    elif values and (len(values[0]) > 10 * LONGEST_SEARCH or "\0" in values[0]):
        detail = f"q is text of at most {10 * LONGEST_SEARCH} characters."
    if detail:
        errors = [{"parameter": "q", "code": "invalid_value", "detail": detail}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return values[0].strip() if values else ""


def _address(hit: Hit) -> str:
    return _ADDRESSES.get(hit.kind, "/problems/harness-error").format(hit.target)


def _page(request: HttpRequest, now: Current, asked: str, hits: list[Hit]) -> HttpResponse:
    found = [(hit, _address(hit), now.registry.code(hit.target)) for hit in hits]
    body = page("lookup/results.html", now, address="/lookup", asked=asked, found=found)
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/lookup", modified=modified(now))
