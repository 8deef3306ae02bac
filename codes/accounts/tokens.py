"""Makes and revokes tokens, and says what one may do now."""

import re
from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from codes.registry.models.rules import ONE_LINE

from .models import Account, Token
from .models.token import NAME_MAX, SCOPES
from .roles import ADMINISTRATOR, EXPERT, LEAD, roles_of
from .second_factor import missing_second_factor

DAYS = 90
DAYS_MAX = 365
# Whoever publishes on a page shows first who they are, again. A program cannot; what stands in for it is that its token
# was made by somebody who had just done so, not long ago.
SHORT = "administer"
DAYS_SHORT = 7
# One account's; whoever needs more has forgotten some.
MOST = 20
# A scope works while its account holds one of these roles; those that stand not here need an account alone.
NEEDS: dict[str, frozenset[str]] = {
    "review": frozenset({EXPERT, LEAD, ADMINISTRATOR}),
    "administer": frozenset({ADMINISTRATOR}),
}


def create(account: Account, *, name: str, scopes: Collection[str], days: int | None = None) -> tuple[Token, str]:
    """A new token and its text, which is kept nowhere. Raises ValidationError with the argument it is about.

    `days` unless said: `DAYS`, or `DAYS_SHORT` for one that may do what administrators do.
    """
    if days is None:
        days = DAYS_SHORT if SHORT in scopes else DAYS
    name = " ".join(name.split())
    problems = _problems(account, name, scopes, days)
    if problems:
        raise ValidationError(problems)
    with transaction.atomic():
        # Of two that come for the last place, one waits; whoever ends everything waits or goes first.
        Account.objects.select_for_update().get(pk=account.pk, is_active=True)
        Token.objects.filter(user=account, expiry__lte=timezone.now()).delete()
        if Token.objects.filter(user=account).count() >= MOST:
            raise ValidationError({"name": f"You have {MOST} tokens. Revoke one that you no longer use."})
        return Token.objects.issue(account, name=name, scopes=" ".join(sorted(scopes)), days=days)


def revoke(account: Account, digest: str) -> bool:
    """Whether `account` had the token with this digest; now it has not."""
    removed, _ = Token.objects.filter(user=account, digest=digest).delete()
    return bool(removed)


def live(account: Account) -> list[Token]:
    return list(Token.objects.filter(user=account, expiry__gt=timezone.now()))


def scopes_open_to(account: Account) -> tuple[str, ...]:
    """The scopes that `account` could use now."""
    held = roles_of(account)
    return tuple(scope for scope in SCOPES if scope not in NEEDS or NEEDS[scope] & held)


def allows(token: Token, scope: str) -> bool:
    """Whether `token` may do what `scope` names, by its own scopes and by what its account holds at this moment."""
    if scope not in token.scope_set:
        return False
    if scope not in NEEDS:
        return True
    return bool(NEEDS[scope] & roles_of(token.user)) and not missing_second_factor(token.user)


def _problems(account: Account, name: str, scopes: Collection[str], days: int) -> dict[str, str]:
    problems = {}
    if not 1 <= len(name) <= NAME_MAX:
        problems["name"] = "Give it a name of 1 to 80 characters, by which you will know it again."
    elif not re.search(ONE_LINE, name):
        problems["name"] = "A name is one line, without control or invisible characters."
    if not scopes:
        problems["scopes"] = "Choose at least one thing that it may do."
    elif unknown := sorted(set(scopes) - set(SCOPES)):
        problems["scopes"] = f"There is no scope {', '.join(unknown)}; there are {', '.join(SCOPES)}."
    elif closed := sorted(set(scopes) - set(scopes_open_to(account))):
        problems["scopes"] = f"{', '.join(closed)}: this account does not hold the role for it."
    if not 1 <= days <= DAYS_MAX:
        problems["days"] = f"It can be valid for 1 to {DAYS_MAX} days."
    elif SHORT in scopes and days > DAYS_SHORT:
        problems["days"] = f"With {SHORT} it can be valid for 1 to {DAYS_SHORT} days."
    return problems
