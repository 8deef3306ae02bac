"""Pages for one reader: who has to be signed in, and that no cache keeps what they get."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from codes.accounts.models import Account
from codes.accounts.roles import roles_of
from codes.accounts.second_factor import missing_second_factor

from . import answer, carry
from .door import refuse
from .problems import Refusal
from .waiting import count

View = Callable[..., HttpResponse]

METHODS = "GET, HEAD, POST"

# Of answers that others may see; the last is said by `no-store`.
_OF_PUBLIC_ANSWERS = ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Expires")
_ROLE_NAMES = {
    "expert": "a designated expert",
    "lead": "a lead of the experts",
    "administrator": "an administrator of the registry",
}
_ADD_ONE = "Your role asks for a second factor. Add a passkey or an app that makes codes, then go on."


class Sessions(SessionMiddleware):
    """Sessions that leave no trace on answers that do not use them, and mark those that do as one reader's own.

    Django's own removes a cookie that it cannot read and says `Vary: Cookie`, also on a public page.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not request.session.accessed and not response.cookies:
            return response
        response = super().process_response(request, response)
        response.headers["Cache-Control"] = answer.PRIVATE
        for name in _OF_PUBLIC_ANSWERS:
            response.headers.pop(name, None)
        return response


def reader(request: HttpRequest) -> Account:
    """Who is signed in. For views that are `signed_in`."""
    return cast(Account, request.user)


def personal(view: View) -> View:
    """A view of one reader's own, which takes `METHODS`. Raised `Refusal`s become problem pages."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            if request.method == "OPTIONS":
                return HttpResponse(status=204, headers={"Allow": f"{METHODS}, OPTIONS"})
            if request.method not in METHODS.split(", "):
                detail = f"This address takes {METHODS}, not {request.method}."
                raise Refusal("method-not-allowed", detail, headers={"Allow": f"{METHODS}, OPTIONS"})
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refuse(request, refusal)

    return answered


def signed_in(view: View) -> View:
    """Whoever is not signed in does that first, and comes back here with what they had sent (`carry.carried`)."""

    @personal
    @wraps(view)
    def known(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return carry.sign_in_first(request)
        if request.method == "POST":
            count(request, "change")
        return view(request, *args, **kwargs)

    return known


def holding(*roles: str) -> Callable[[View], View]:
    """A view for those who hold one of `roles` at this moment, with a second factor where the site asks for one."""

    def decorate(view: View) -> View:
        @signed_in
        @wraps(view)
        def permitted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            require(request, *roles)
            if missing_second_factor(reader(request)):
                messages.warning(request, _ADD_ONE)
                return HttpResponseRedirect(reverse("mfa_index"))
            return view(request, *args, **kwargs)

        return permitted

    return decorate


def require(request: HttpRequest, *roles: str) -> None:
    """Raises Refusal where whoever is signed in holds none of `roles` now."""
    if not roles_of(reader(request)).intersection(roles):
        held = " or ".join(_ROLE_NAMES.get(each, each) for each in roles)
        detail = f"This page is for {held}, which your account is not at this moment."
        raise Refusal("forbidden", detail, template="forbidden.html")
