"""Which addresses there are: everything that can be reached from the home page without a question mark.

Links are followed rather than listed, so that a new kind of page is exported as soon as one page links to it.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin
from wsgiref.types import WSGIApplication

from django.conf import settings

from codes.releases.current import current
from codes.web.coding import CODINGS

from .ask import Answer, ask

# What programs look for by convention, and no page has to link to. A signed manifest leads to its signature.
_BY_CONVENTION = (
    "/registry.json",
    "/robots.txt",
    "/llms.txt",
    "/sitemap.xml",
    "/.well-known/api-catalog",
    "/.well-known/security.txt",
    "/releases/manifest.json",
    "/releases/keys.json",
)
_REDIRECTS = (301, 302, 307, 308)


class BrokenLink(Exception):
    """A page of ours leads to an address that does not answer."""


class PublishedMeanwhile(Exception):
    """Some pages are of one release and some of the next."""


def crawl(application: WSGIApplication) -> Iterator[tuple[str, Answer]]:
    """Each public address with its answer in each coding that it has, and each redirect.

    Raises NothingPublished, BrokenLink, and PublishedMeanwhile at the end.
    """
    before = current().serial
    waiting = ["/", *_BY_CONVENTION]
    seen = set(waiting)
    while waiting:
        address = waiting.pop()
        answer = ask(application, address)
        if answer.status not in (200, *_REDIRECTS):
            raise BrokenLink(f"{address} answers {answer.status}.")
        for found in _links(address, answer):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
        if "public" not in answer.headers.get("cache-control", "public"):
            continue
        yield address, answer
        if "accept-encoding" in answer.headers.get("vary", "").lower() and answer.status == 200:
            for coding in CODINGS:
                coded = ask(application, address, coding)
                if coded.headers.get("content-encoding") == coding:
                    yield address, coded
    if current().serial != before:
        raise PublishedMeanwhile("A release or manifest came in between: export again.")


class _Page(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name in ("href", "src") and value]


def _links(address: str, answer: Answer) -> Iterator[str]:
    """The addresses of our own that `answer` leads to, as paths; those with a question are left out."""
    media_type = answer.headers.get("content-type", "").split(";")[0]
    found = re.findall(r"<([^>]*)>;", answer.headers.get("link", ""))
    found += [answer.headers["location"]] if "location" in answer.headers else []
    if media_type == "text/html":
        found += _Page(answer.body.decode()).links
    elif media_type == "text/css":
        found += re.findall(r"url\(['\"]?([^'\")]+)", answer.body.decode())
    elif address == "/sitemap.xml":
        found += re.findall(r"<loc>([^<]*)</loc>", answer.body.decode())
    here = f"{settings.PUBLIC_BASE_URL}{address}"
    for target in found:
        whole, _ = urldefrag(urljoin(here, target))
        path = whole.removeprefix(settings.PUBLIC_BASE_URL)
        if whole != path and path.startswith("/") and "?" not in path:
            yield path
