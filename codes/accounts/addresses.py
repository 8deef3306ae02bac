"""The addresses by which a person is known."""

from .models import Account


def confirmed(account: Account) -> frozenset[str]:
    """Every address of `account` that mail has reached them at. Signing in proves the one it is named by."""
    return frozenset({account.email}) if account.email else frozenset()
