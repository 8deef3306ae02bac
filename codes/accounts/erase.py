"""Erases a person and leaves what the records point at."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from .models import Account
from .roles import roles_of
from .sessions import end_all

# Sent with `account`, in the transaction that erases it: whoever above keeps something of the person deletes it now.
erasing = Signal()


class HoldsRole(Exception):
    """Somebody with a role is dismissed first: a proposal in their hands must not lose them silently."""


@transaction.atomic
def erase(account: Account) -> None:
    """Remove name, addresses, sessions, tokens and second factors; the row stays with its `public_id`.

    Raises HoldsRole. What was submitted, said and decided stays, under the id. It cannot be undone.
    """
    locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if roles_of(locked):
        raise HoldsRole
    end_all(locked)
    EmailAddress.objects.filter(user=locked).delete()
    Authenticator.objects.filter(user=locked).delete()
    locked.name, locked.email, locked.is_active = "", None, False
    locked.last_login = None
    locked.erased_at = timezone.now()
    locked.save()
    erasing.send(Account, account=locked)
