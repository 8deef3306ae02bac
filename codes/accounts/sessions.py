"""Ends what somebody is signed in with: browsers and tokens."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction

from .models import Account, Token
from .models.account import new_session_secret


@transaction.atomic
def end_all(account: Account) -> None:
    """End every session and revoke every token of `account`, also those that another process is just making.

    The new secret alone does it: a session is bound to the one it began under. The rows go because they say where from.
    """
    # The lock that whoever makes a token takes, too.
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    account.session_secret = new_session_secret()
    account.save(update_fields=["session_secret"])
    begun = UserSession.objects.filter(user=account)
    Session.objects.filter(session_key__in=begun.values("session_key")).delete()
    begun.delete()
    Token.objects.filter(user=account).delete()
