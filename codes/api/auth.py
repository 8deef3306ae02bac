"""Who calls, by the token in `Authorization: Bearer …`, and what that token may do at this moment."""

import re
from dataclasses import dataclass

from django.db import Error
from knox.auth import TokenAuthentication
from rest_framework import exceptions
from rest_framework.request import Request

from codes.accounts import tokens
from codes.accounts.models import Account, Token
from codes.accounts.second_factor import missing_second_factor
from codes.web.door import is_outage
from codes.web.problems import Refusal

# What a token looks like: asked first, since what is none must not reach the database.
_TOKEN = re.compile(r"Bearer +[0-9a-f]{64}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Caller:
    account: Account
    token: Token

    def may(self, scope: str) -> bool:
        """Whether the token has `scope` and its account holds what that takes now."""
        return tokens.allows(self.token, scope)


def caller(request: Request) -> Caller | None:
    """Who sent the token; None where none came. Raises Refusal for one that is unknown, revoked or has run out."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    if not _TOKEN.fullmatch(header):
        raise _unauthorized(
            "Authorization is `Bearer`, a space and a token: 64 characters, digits and a to f, as it was shown.",
            "invalid_request",
        )
    try:
        found = TokenAuthentication().authenticate(request)
    except exceptions.AuthenticationFailed:
        raise _unauthorized("The token is unknown, was revoked, or has run out.", "invalid_token") from None
    return Caller(*found)


def refuse_bad_token(request: Request) -> None:
    """For public reads, which need no token. Raises Refusal for one that does not count, so that nobody sends it for
    months unnoticed. While the database is away nobody can tell, and the read goes on.
    """
    try:
        caller(request)
    except Error as failure:
        if not is_outage(failure):
            raise


def require(request: Request, scope: str) -> Caller:
    """Who calls. Raises Refusal without a token, and where it may not do what `scope` names."""
    found = caller(request)
    if found is None:
        raise _unauthorized("This call needs a token.")
    if not found.may(scope):
        raise Refusal(
            "forbidden",
            _why(found, scope),
            members={"scope": scope},
            headers={"WWW-Authenticate": f'Bearer realm="api", error="insufficient_scope", scope="{scope}"'},
        )
    return found


def _why(found: Caller, scope: str) -> str:
    if scope not in found.token.scope_set:
        return f"The token does not have the scope {scope}."
    if missing_second_factor(found.account):
        return "Your role asks for a second factor. Add one at /account/, then the token works again."
    return f"The account does not hold the role that {scope} takes."


def _unauthorized(detail: str, error: str = "") -> Refusal:
    challenge = 'Bearer realm="api"' + (f', error="{error}"' if error else "")
    return Refusal("unauthorized", detail, headers={"WWW-Authenticate": challenge})
