"""The addresses by which a person is known."""

from allauth.account.models import EmailAddress

from .models import Account


def confirmed(account: Account) -> frozenset[str]:
    """Every address of `account` that mail has reached them at. Signing in proves the one it is named by."""
    others = EmailAddress.objects.filter(user=account, verified=True).values_list("email", flat=True)
    return frozenset((*others, account.email) if account.email else others)
