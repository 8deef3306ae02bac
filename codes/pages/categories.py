"""`/categories/<name>`: one category with its codes."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical, codec
from codes.harness_errors.entries import CategoryEntry
from codes.releases.current import Current
from codes.web import at, unknown
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.moved import to_canonical
from codes.web.negotiation import Form
from codes.web.render import markdown, modified, page

from .portions import portion
from .suffixes import split


@public
def listed(request: HttpRequest) -> HttpResponse:
    """The list of codes is by category."""
    return to_canonical(request, "/codes/")


@public
def category(request: HttpRequest, asked: str) -> HttpResponse:
    now = at.asked(request)
    name, only = split(asked)
    entry = now.registry.category(name)
    if entry is None:
        spelled = name.strip().rstrip("/.").lower()
        if now.registry.category(spelled):
            return to_canonical(request, f"/categories/{spelled}{only.suffix if only else ''}")
        raise unknown.category(now, spelled)
    address = f"/categories/{entry.category}"
    context: dict[str, Any] = {"category": entry, "codes": now.registry.codes_of(entry.category)}
    offers = (
        Offer(Form.JSON, lambda: canonical.dumps(_json(now, entry)), f"{address}.json{at.query(now)}"),
        Offer(Form.MARKDOWN, lambda: markdown("categories/entry.md", now, **context), f"{address}.md{at.query(now)}"),
    )

    def html() -> str:
        shown = portion(context["codes"], request.GET)
        return page("categories/entry.html", now, address=address, offers=offers, portion=shown, **context)

    return answer(
        request,
        [Offer(Form.HTML, html), *offers],
        address=address,
        only=only,
        modified=modified(now),
        links=[link(absolute("/codes/"), "collection")],
    )


def _json(now: Current, entry: CategoryEntry) -> dict[str, Any]:
    codes = [code.code for code in now.registry.codes_of(entry.category)]
    return {"release": now.release.version, **codec.encode(entry), "codes": codes}
