"""The addresses by which a person is known."""

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError

from .models import Account
from .models.account import same_address


def mailable(email: str) -> str:
    """The one spelling of `email`. Raises ValidationError where no mail can go: its domain has no form in ASCII."""
    found = same_address(email)
    try:
        found.rpartition("@")[2].encode("idna")
    except UnicodeError:
        raise ValidationError("Enter a valid email address.", code="invalid") from None
    return found


def confirmed(account: Account) -> frozenset[str]:
    """Every address of `account` that mail has reached them at. Signing in proves the one it is named by."""
    others = EmailAddress.objects.filter(user=account, verified=True).values_list("email", flat=True)
    return frozenset((*others, account.email) if account.email else others)
