"""What somebody had written when it turned out that they were not signed in any more: kept until they are back.

It waits in the session, which signing in goes on with; never in an address, never in the page. Whoever sends it is
nobody yet, so that it is short, counted by network address, and soon gone where nobody signs in.
"""

import secrets
import time
from typing import Any
from urllib.parse import urlencode

from allauth.core import ratelimit
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.urls import reverse

_KEPT = "carried"
NAME = "carried"
# Seconds: of what is carried, and of the session of somebody who does not sign in.
LIFETIME = 24 * 3600
UNTIL_SIGNED_IN = 3600
# Characters of one as it was sent, which is more than a vote with every text as long as may be; and how many wait: a
# session is no store.
LONGEST = 64 * 1024
MOST = 3
_NOT_KEPT = ("csrfmiddlewaretoken",)


def sign_in_first(request: HttpRequest) -> HttpResponseRedirect:
    """To the sign-in page, and from there back to the address of `request`, with `?carried=` where it sent a form."""
    back = request.path
    query = request.GET.copy()
    query.pop(NAME, None)
    if request.method == "POST" and (key := _keep(request)):
        query[NAME] = key
    if query:
        back = f"{back}?{query.urlencode()}"
    return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': back})}")


def carried(request: HttpRequest) -> QueryDict | None:
    """What this browser had sent to this address before it signed in; None where there is no such thing (any more)."""
    found = request.session.get(_KEPT, {}).get(request.GET.get(NAME, "")) if NAME in request.GET else None
    if not found or found["path"] != request.path or not _fresh(found):
        return None
    return QueryDict(found["body"])


def drop(request: HttpRequest) -> None:
    """Forget what was carried: it has been sent again, or was withdrawn."""
    request.session.pop(_KEPT, None)


def _keep(request: HttpRequest) -> str:
    """The key that it is kept under; empty where it is too long to keep, or one too many of this network address."""
    sent = request.POST.copy()
    for name in _NOT_KEPT:
        sent.pop(name, None)
    body = sent.urlencode()
    if not body or len(body) > LONGEST or not ratelimit.consume(request, action="carry_form"):
        return ""
    waiting: dict[str, dict[str, Any]] = request.session.get(_KEPT, {})
    fresh = [(key, each) for key, each in waiting.items() if _fresh(each)][-(MOST - 1) :]
    key = secrets.token_urlsafe(12)
    request.session[_KEPT] = {**dict(fresh), key: {"path": request.path, "body": body, "at": time.time()}}
    request.session.set_expiry(UNTIL_SIGNED_IN)
    return key


@receiver(user_logged_in)
def _lasts(request: HttpRequest, **more: Any) -> None:
    """From here on the session lasts as long as anybody's."""
    if _KEPT in request.session:
        request.session.set_expiry(None)


def _fresh(kept: dict[str, Any]) -> bool:
    return bool(time.time() - kept["at"] < LIFETIME)
