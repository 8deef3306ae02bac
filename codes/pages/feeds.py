"""`/feeds/changes.atom`: one entry for each change of the registry, newest release first."""

from itertools import chain, islice
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed

from codes.releases.current import Current, current
from codes.releases.diff.classes import WEIGHTS
from codes.releases.read import Recorded
from codes.web.answer import REVALIDATE, absolute, link, require_acceptable, validated
from codes.web.door import public
from codes.web.problems import Refusal
from codes.web.render import modified

from .change_words import change_words, class_words

MEDIA_TYPE = "application/atom+xml; charset=utf-8"
# Readers poll; who needs everything has the releases and their differences.
MOST_ENTRIES = 200


@public
def changes(request: HttpRequest) -> HttpResponse:
    """All changes, or those of one class (`?class=behavioural`) or one category (`?category=tool`)."""
    require_acceptable(request, "application/atom+xml")
    now = current()
    change_class = _parameter(request, "class", tuple(name for name, weight in WEIGHTS.items() if weight))
    category = _parameter(request, "category", tuple(each.category for each in now.registry.categories))
    query = "&".join(f"{name}={value}" for name, value in (("class", change_class), ("category", category)) if value)
    address = absolute(f"/feeds/changes.atom{f'?{query}' if query else ''}")
    feed = Atom1Feed(
        title=_title(change_class, category),
        link=absolute("/releases/"),
        description="",
        feed_url=address,
        feed_guid=address,
        author_name="Agent Harness Error Codes",
    )
    found = (each for each in _newest_first(now) if _wanted(each, change_class, category))
    for each in islice(found, MOST_ENTRIES):
        _add(feed, each)
    # The feed as a whole was last changed by the latest release, also where none of its entries was.
    feed.latest_post_date = lambda: now.latest.published  # type: ignore[method-assign]
    response = HttpResponse(feed.writeString("utf-8"), content_type=MEDIA_TYPE)
    response.headers["Link"] = link(address, "canonical")
    return validated(request, response, cache=REVALIDATE, modified=modified(now), keep=True)


def _newest_first(now: Current) -> list[Recorded]:
    every = chain.from_iterable(now.changes.values())
    return sorted(every, key=lambda each: (-each.release.number, each.position))


def _wanted(each: Recorded, change_class: str, category: str) -> bool:
    change = each.change
    of_category = category in ("", change.subject.split(".")[0]) and (
        not category or change.kind in ("code", "category")
    )
    return change_class in ("", change.change_class) and of_category


def _add(feed: Atom1Feed, each: Recorded) -> None:
    change, version = each.change, each.release.version
    page = {"code": f"/codes/{change.subject}", "category": f"/categories/{change.subject}"}
    # An IRI (RFC 4287 section 4.2.6): a subject may be any text of a real system, spaces included.
    host = urlsplit(settings.PUBLIC_BASE_URL).hostname
    subject, pointer = quote(change.subject, safe=""), quote(change.pointer, safe="/")
    # The initial registry was nobody's proposal.
    decided = f" Why: {absolute(f'/proposals/?release={version}')}" if each.release.number > 1 else ""
    feed.add_item(
        title=f"{version}: {change_words(change)}",
        link=absolute(page.get(change.kind, f"/releases/{version}/")),
        description=f"{class_words(change.change_class)} Release {version}.{decided}",
        # From the change itself, so that a feed that is made again has the same entries.
        unique_id=f"tag:{host},2026:{version}:{change.kind}:{subject}:{pointer}",
        pubdate=each.release.published,
        updateddate=each.release.published,
        categories=[change.change_class],
    )


def _title(change_class: str, category: str) -> str:
    about = [words for words in (change_class, f"category {category}" if category else "") if words]
    return "Agent Harness Error Codes: changes" + (f" ({', '.join(about)})" if about else "")


def _parameter(request: HttpRequest, name: str, accepts: tuple[str, ...]) -> str:
    values = request.GET.getlist(name)
    if not values or values == [""]:
        return ""
    if len(values) > 1 or values[0] not in accepts:
        detail = f"{name} is one of {', '.join(accepts)}, and stands in the address once."
        errors = [{"parameter": name, "code": "unknown_value", "detail": detail, "accepts": list(accepts)}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return values[0]
