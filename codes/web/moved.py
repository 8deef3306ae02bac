"""Redirects with the headers of every public answer: any site's script may follow, and a cache knows for how long."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect

from .answer import CURRENT, REVALIDATE, open_to_all


def moved(address: str, *, permanent: bool, cache: str) -> HttpResponse:
    """301 or 302 to `address`, a path of this site. Without a word on caching a browser keeps a 301 for ever."""
    response = (HttpResponsePermanentRedirect if permanent else HttpResponseRedirect)(address)
    response.headers["Cache-Control"] = cache
    open_to_all(response)
    return response


def to_canonical(request: HttpRequest, path: str) -> HttpResponse:
    """From another spelling of an address to `path`, with the question exactly as it was asked."""
    query = request.META.get("QUERY_STRING", "")
    return moved(f"{path}?{query}" if query else path, permanent=True, cache=CURRENT)


def to_newest(path: str) -> HttpResponse:
    """To `path`, which is another one after the next release."""
    return moved(path, permanent=False, cache=REVALIDATE)
