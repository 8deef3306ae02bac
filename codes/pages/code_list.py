"""`/` and `/codes/`: the whole registry as one table, narrowed by what the address says."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical, codec, http_only
from codes.harness_errors.entries import CodeEntry
from codes.releases.current import Current
from codes.releases.formats.csv import codes_csv
from codes.releases.nearest import nearest
from codes.web import at
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.facets import Selection, select
from codes.web.negotiation import Form
from codes.web.render import markdown, modified, page

from .portions import Portion, has_pages, portion


@public
def home(request: HttpRequest) -> HttpResponse:
    """The look-up box and the table, for people; the same table as data is at `/codes/`."""
    now = at.asked(request)
    selection = select(now.registry, request.GET)
    context = _context(now, selection, portion(selection.entries, request.GET))
    body = page("home.html", now, address="/", offers=_data(now, selection), **context)
    return answer(
        request,
        [Offer(Form.HTML, lambda: body)],
        address="/",
        modified=modified(now),
        links=[
            link(absolute("/.well-known/api-catalog"), "api-catalog"),
            link(absolute("/codes/"), "collection"),
        ],
    )


@public
def code_list(request: HttpRequest, only: Form | None = None) -> HttpResponse:
    now = at.asked(request)
    selection = select(now.registry, request.GET)
    data = _data(now, selection)

    def html() -> str:
        context = _context(now, selection, portion(selection.entries, request.GET))
        return page("codes/list.html", now, address="/codes/", offers=data, **context)

    # A row of CSV cannot say of which release it is, so the header does, and the name under which a browser keeps it.
    links = [link(absolute(f"/releases/{now.release.version}/"), "describedby", Form.HTML.bare_type)]
    found = answer(
        request, [Offer(Form.HTML, html), *data], address="/codes/", only=only, modified=modified(now), links=links
    )
    if only is Form.CSV:
        found.headers["Content-Disposition"] = f'inline; filename="codes-{now.release.version}.csv"'
    return found


def _data(now: Current, selection: Selection) -> tuple[Offer, ...]:
    """The selection as data. Their addresses keep the question that was asked."""
    parts = [at.query(now).removeprefix("?"), selection.query]
    query = "?" + "&".join(part for part in parts if part) if any(parts) else ""
    return (
        Offer(Form.JSON, lambda: canonical.dumps(_json(now, selection)), f"/codes.json{query}"),
        Offer(Form.MARKDOWN, lambda: markdown("codes/list.md", now, selection=selection), f"/codes.md{query}"),
        Offer(Form.CSV, lambda: codes_csv(selection.entries), f"/codes.csv{query}"),
    )


def _json(now: Current, selection: Selection) -> dict[str, Any]:
    return {
        "release": now.release.version,
        "count": len(selection.entries),
        "next": None,
        "results": codec.encode(selection.entries),
    }


def _context(now: Current, selection: Selection, shown: Portion[CodeEntry]) -> dict[str, Any]:
    """For the table: the selection and the portion of it that is shown, what HTTP-only clients get wrong in the whole
    registry, and what is near when nothing matches.
    """
    of_category: dict[str, list[CodeEntry]] = {}
    for entry in shown.entries:
        of_category.setdefault(entry.category, []).append(entry)
    return {
        "selection": selection,
        "portion": shown,
        # The script cannot know the rows of other pages, so it leaves the filter to the server.
        "paged": has_pages(now.registry.codes),
        "groups": [(category, of_category.get(category.category, [])) for category in now.registry.categories],
        "misread": http_only.misread(now.registry),
        "near": [] if selection.entries or not selection.q else nearest(now.registry, selection.q),
    }
