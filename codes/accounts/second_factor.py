"""Whether somebody signs in with more than a code to a mailbox: a passkey, or an app that makes codes."""

from allauth.mfa.models import Authenticator
from django.conf import settings

from .models import Account
from .roles import roles_of

_COUNTED = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(account: Account) -> bool:
    """Recovery codes alone are none: they stand in for one that is lost."""
    return bool(Authenticator.objects.filter(user=account, type__in=_COUNTED).exists())


def missing_second_factor(account: Account) -> bool:
    """Whether `account` holds a role here that asks for a second factor (REQUIRE_SECOND_FACTOR) and has none."""
    return settings.REQUIRE_SECOND_FACTOR and bool(roles_of(account)) and not has_second_factor(account)
