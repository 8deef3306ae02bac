"""`/problems/` and `/problems/<slug>`: the problem types that this site itself answers with."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical
from codes.releases.current import current
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.problems import CATALOGUE, ProblemType, Refusal
from codes.web.render import markdown, modified, page

from .suffixes import split


@public
def problem_list(request: HttpRequest) -> HttpResponse:
    now = current()
    body = page("problems/list.html", now, address="/problems/", problems=CATALOGUE.values())
    return answer(request, [Offer(Form.HTML, lambda: body)], address="/problems/", modified=modified(now))


@public
def problem(request: HttpRequest, asked: str) -> HttpResponse:
    now = current()
    slug, only = split(asked)
    kind = CATALOGUE.get(slug)
    if kind is None:
        raise Refusal(
            "not-found",
            f"No problem type of this site is called {slug}.",
            members={"known": ["harness-error", *CATALOGUE]},
        )
    address = f"/problems/{kind.slug}"
    offers = (
        Offer(Form.JSON, lambda: canonical.dumps(_json(kind)), f"{address}.json"),
        Offer(Form.MARKDOWN, lambda: markdown("problems/entry.md", now, kind=kind), f"{address}.md"),
    )

    def html() -> str:
        return page("problems/entry.html", now, address=address, offers=offers, kind=kind)

    return answer(
        request,
        [Offer(Form.HTML, html), *offers],
        address=address,
        only=only,
        modified=modified(now),
        links=[link(absolute("/problems/"), "collection")],
    )


def _json(kind: ProblemType) -> dict[str, Any]:
    return {
        "type": kind.uri,
        "title": kind.title,
        "status": kind.status,
        "meaning": kind.meaning,
        "remedy": kind.remedy,
    }
