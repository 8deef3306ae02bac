"""A new account: what the first code that is answered from an address makes."""

from allauth.account.models import EmailAddress
from django.core.validators import validate_email
from django.db import transaction

from .models import Account
from .models.account import same_address


def account_of(email: str) -> Account | None:
    """The account that has confirmed `email`, as its first address or as a further one; also a closed one."""
    address = same_address(email)
    confirmed = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    return confirmed.user if confirmed else Account.objects.filter(email=address).first()


def enrol(email: str, *, name: str = "") -> Account:
    """The account of `email`, made where there is none. Only for an address that is known to be its holder's.

    Raises ValidationError where `email` is no address. Safe to call twice, at the same time, too.
    """
    address = same_address(email)
    validate_email(address)
    with transaction.atomic():
        account = account_of(address)
        if account is None:
            account, _ = Account.objects.get_or_create(email=address, defaults={"name": name})
        EmailAddress.objects.get_or_create(email=address, user=account, defaults={"verified": True, "primary": True})
    return account
