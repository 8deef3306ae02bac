"""`/releases/<a>...<b>`: what changed, who needs to act, and the same as data that a client can apply."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from codes.harness_errors import canonical
from codes.releases.current import Current, Version, current
from codes.releases.diff import Change, Difference, Weight, diff
from codes.web.answer import REVALIDATE, Offer, absolute, answer, link, open_to_all
from codes.web.at import documents_of, known
from codes.web.door import public
from codes.web.negotiation import Form
from codes.web.problems import Refusal

from .render import modified, page
from .suffixes import split

# Which part of the version a weight moves, for people and in the JSON.
PARTS = {Weight.NONE: None, Weight.PATCH: "patch", Weight.MINOR: "minor", Weight.MAJOR: "major"}


@public
def difference(request: HttpRequest, versions: str) -> HttpResponse:
    now = current()
    pair, only = split(versions, dots=5)
    first, _, second = pair.partition("...")
    if second == "latest":
        return _moving(f"/releases/{known(now, first).version}...{now.latest.version}{only.suffix if only else ''}")
    before, after = known(now, first), known(now, second)
    if before.number > after.number:
        turned = f"/releases/{after.version}...{before.version}"
        raise Refusal(
            "invalid-parameter",
            f"{before.version} came after {after.version}: ask for {turned}.",
            members={"turned": absolute(turned)},
        )
    address = f"/releases/{before.version}...{after.version}"
    found = _found(now, before, after)
    data = Offer(Form.JSON, lambda: canonical.dumps(_json(before, after, found)), f"{address}.json")

    def html() -> str:
        context = {"before": before, "after": after, "part": PARTS[found.weight], "groups": groups(found.telling)}
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
    now = current()
    pasted = request.GET.get("version", "")
    version = pasted.strip().strip("\"'`,;").split("=")[-1].strip(" \"'`").lower().removeprefix("v")
    if not version:
        return _moving("/releases/")
    return _moving(f"/releases/{known(now, version).version}...{now.latest.version}")


def groups(changes: tuple[Change, ...]) -> list[tuple[str, list[Change]]]:
    """The changes by class, the most urgent class first; classes without a change are left out."""
    order = ("behavioural", "deprecation", "addition", "editorial")
    by_class = [(each, [change for change in changes if change.change_class == each]) for each in order]
    return [(each, found) for each, found in by_class if found]


def _found(now: Current, before: Version, after: Version) -> Difference:
    old, new = documents_of(now, before), documents_of(now, after)
    return diff(old[0], new[0], (old[1], new[1]))


def _json(before: Version, after: Version, found: Difference) -> dict[str, Any]:
    return {
        "kind": "agent-harness-error-difference",
        "from": {"version": before.version, "sha256": before.sha256},
        "to": {"version": after.version, "sha256": after.sha256},
        "part": PARTS[found.weight],
        "changes": [change.data() for change in found.changes],
    }


def _moving(address: str) -> HttpResponse:
    """A redirect whose target moves with the next release."""
    response = HttpResponseRedirect(address)
    response.headers["Cache-Control"] = REVALIDATE
    open_to_all(response)
    return response
