"""Ends what somebody is signed in with."""

from django.db import transaction

from .models import Account
from .models.account import new_session_secret


@transaction.atomic
def end_all(account: Account) -> None:
    """End every session of `account`: a session is bound to the secret it began under."""
    Account.objects.select_for_update().get(pk=account.pk)
    account.session_secret = new_session_secret()
    account.save(update_fields=["session_secret"])
