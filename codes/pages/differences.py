"""`/releases/<a>...<b>`: what changed, who needs to act, and the same as data that a client can apply."""

from django.http import HttpRequest, HttpResponse

from codes.harness_errors import canonical
from codes.releases.current import current
from codes.releases.diff import Change
from codes.web import differences
from codes.web.answer import Offer, absolute, answer, link
from codes.web.at import known
from codes.web.door import public
from codes.web.moved import to_newest
from codes.web.negotiation import Form
from codes.web.once import once
from codes.web.render import modified, page

from .suffixes import split


@public
def difference(request: HttpRequest, versions: str) -> HttpResponse:
    pair, only = split(versions, dots=5)
    first, _, second = pair.partition("...")
    now = current(first, second)
    if second == "latest":
        return to_newest(f"/releases/{known(now, first).version}...{now.latest.version}{only.suffix if only else ''}")
    before, after = differences.pair(now, first, second, f"/releases/{{}}{only.suffix if only else ''}")
    address = f"/releases/{before.version}...{after.version}"
    found = differences.between(now, before, after)
    data = Offer(Form.JSON, lambda: canonical.dumps(differences.data(before, after, found)), f"{address}.json")

    def html() -> str:
        part = differences.PARTS[found.weight]
        context = {"before": before, "after": after, "part": part, "groups": groups(found.telling)}
        return page("releases/difference.html", now, address=address, offers=(data,), **context)

    return answer(
        request,
        [Offer(Form.HTML, html), data],
        address=address,
        only=only,
        modified=modified(now),
        links=[link(absolute(f"/releases/{after.version}/"), "describedby")],
    )


@public
def since(request: HttpRequest) -> HttpResponse:
    """From the version that somebody has to what changed since: `?version=1.0.0`, in whatever way it was pasted."""
    version = once(request, "version").strip().strip("\"'`,;").split("=")[-1].strip(" \"'`").lower().removeprefix("v")
    now = current(version)
    if not version:
        return to_newest("/releases/")
    return to_newest(f"/releases/{known(now, version).version}...{now.latest.version}")


def groups(changes: tuple[Change, ...]) -> list[tuple[str, list[Change]]]:
    """The changes by class, the most urgent class first; classes without a change are left out."""
    order = ("behavioural", "deprecation", "addition", "editorial")
    by_class = [(each, [change for change in changes if change.change_class == each]) for each in order]
    return [(each, found) for each, found in by_class if found]
