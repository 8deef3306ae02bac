"""`/codes/<code>`: one code, and the answer to an address that names none."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical, codec
from codes.harness_errors.entries import CodeEntry
from codes.harness_errors.example import example
from codes.releases.current import Current
from codes.releases.read import Recorded
from codes.web import at, unknown
from codes.web.answer import Offer, absolute, answer, link
from codes.web.door import public
from codes.web.moved import to_canonical
from codes.web.negotiation import Form
from codes.web.render import markdown, modified, page

from .suffixes import split
from .written import written

# How many codes of the same category are named on either side; the rest is on the category's own page.
_SIBLINGS = 20


@public
def code_entry(request: HttpRequest, asked: str) -> HttpResponse:
    now = at.asked(request)
    # A code has one dot, so `tool.json` is a code and `tool.timeout.json` a form of one.
    name, only = split(asked, dots=1)
    entry = now.registry.code(name)
    if entry is None:
        spelled = name.strip().rstrip("/.").lower()
        if now.registry.code(spelled):
            return to_canonical(request, f"/codes/{spelled}{only.suffix if only else ''}")
        raise unknown.code(now, spelled)
    address = f"/codes/{entry.code}"
    offers = (
        Offer(Form.JSON, lambda: canonical.dumps(_json(now, entry)), f"{address}.json{at.query(now)}"),
        Offer(
            Form.MARKDOWN,
            lambda: markdown("codes/entry.md", now, **_context(now, entry)),
            f"{address}.md{at.query(now)}",
        ),
    )

    def html() -> str:
        context = {**_context(now, entry), "written": written(example(entry), now.registry)}
        return page("codes/entry.html", now, address=address, offers=offers, **context)

    return answer(
        request,
        [Offer(Form.HTML, html), *offers],
        address=address,
        only=only,
        modified=modified(now),
        links=[
            link(absolute("/codes/"), "collection"),
            link(absolute(f"/categories/{entry.category}"), "up"),
        ],
    )


def _json(now: Current, entry: CodeEntry) -> dict[str, Any]:
    return {"release": now.release.version, **codec.encode(entry)}


def _history(now: Current, entry: CodeEntry) -> list[Recorded]:
    """What releases did to the entry up to the one that is shown, newest first."""
    recorded = now.changes.get(("code", entry.code), ())
    return [each for each in reversed(recorded) if each.release.number <= now.release.number]


def _context(now: Current, entry: CodeEntry) -> dict[str, Any]:
    history = _history(now, entry)
    siblings = now.registry.codes_of(entry.category)
    place = siblings.index(entry)
    return {
        "entry": entry,
        "category": now.registry.category(entry.category),
        "siblings": siblings[max(0, place - _SIBLINGS) : place + _SIBLINGS + 1],
        "previous": siblings[place - 1] if place else None,
        "next": siblings[place + 1] if place + 1 < len(siblings) else None,
        "confusables": [(now.registry.code(each.code), each.difference) for each in entry.informative.confusable_with],
        "signals": now.signals.for_code(entry.code),
        "example": canonical.dumps(example(entry)).decode(),
        "history": history,
        # The initial registry was nobody's proposal.
        "reviewed": any(each.release.number > 1 for each in history),
    }
