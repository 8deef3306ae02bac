"""`/lookup?q=…`: from what somebody has in hand to the page of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical, codec
from codes.harness_errors.lookup import TOO_LITTLE, Hit, certain, is_anybodys, look_up
from codes.releases.current import Current, current
from codes.releases.nearest import nearest
from codes.web.answer import CURRENT, Offer, absolute, answer
from codes.web.door import public
from codes.web.facets import LONGEST_SEARCH
from codes.web.keeping import settle
from codes.web.moved import moved
from codes.web.negotiation import Form
from codes.web.problems import Refusal
from codes.web.render import markdown, modified, page

from .lookup_groups import address, grouped

# Characters of a question: a log line, a traceback.
LONGEST = 10 * LONGEST_SEARCH
_FORMS = (Form.HTML, Form.MARKDOWN, Form.JSON)


@public
def lookup(request: HttpRequest) -> HttpResponse:
    """What leaves no doubt is a redirect, anything else a list with reasons, nothing a 404 that helps."""
    now = current()
    asked = _asked(request)
    hits = look_up(asked, now.registry, now.signals)
    if asked and not hits:
        raise _nothing(now, asked)
    # A program that asks for JSON gets the one hit as a list of one: at the end of a redirect stands an entry, a
    # document of another shape that does not say what was matched and how well it fits.
    if (hit := certain(hits)) and settle(request.headers.get("Accept"), _FORMS) is not Form.JSON:
        response = moved(address(hit) or "/problems/harness-error", permanent=False, cache=CURRENT)
        response.headers["Vary"] = "Accept"
        return response
    return _list(request, now, asked, hits)


def _asked(request: HttpRequest) -> str:
    """The question. Raises Refusal when there are two, or when it is longer than any log line we read."""
    values = request.GET.getlist("q")
    detail = ""
    if len(values) > 1:
        detail = "q may stand in the address once."
    elif values and (len(values[0]) > LONGEST or "\0" in values[0]):
        detail = f"q is text of at most {LONGEST} characters."
    if detail:
        errors = [{"parameter": "q", "code": "invalid_value", "detail": detail}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return values[0].strip() if values else ""


def _nothing(now: Current, asked: str) -> Refusal:
    near = nearest(now.registry, asked)
    little = TOO_LITTLE if is_anybodys(asked) else ""
    return Refusal(
        "not-found",
        f"Nothing here is known by “{asked}”. {little}".strip(),
        members={"nearest": [entry.code for entry in near]},
        template="lookup/nothing.html",
        context={"asked": asked, "little": little, "nearest": near, "registry": now.registry},
    )


def _list(request: HttpRequest, now: Current, asked: str, hits: list[Hit]) -> HttpResponse:
    context: dict[str, Any] = {"asked": asked, "groups": grouped(hits, asked, now.registry)}
    offers = [
        Offer(Form.HTML, lambda: page("lookup/results.html", now, address="/lookup", **context)),
        Offer(Form.MARKDOWN, lambda: markdown("lookup/results.md", now, **context)),
        Offer(Form.JSON, lambda: canonical.dumps(_json(now, asked, hits))),
    ]
    return answer(request, offers, address="/lookup", modified=modified(now))


def _json(now: Current, asked: str, hits: list[Hit]) -> dict[str, object]:
    found = [
        {
            "kind": hit.kind,
            "target": hit.target,
            "permalink": absolute(place) if (place := address(hit)) else None,
            "reason": hit.reason,
            "signal": codec.encode(hit.signal) if hit.signal else None,
        }
        for hit in hits
    ]
    return {"release": now.release.version, "asked": asked, "hits": found}
