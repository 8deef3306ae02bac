"""People of the review, made by the actions that make them in life."""

from datetime import UTC, datetime, timedelta

from codes.accounts.models import Account
from codes.review import actions

# When the first of them was appointed; everything else happens after it.
START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def account(name, *roles):
    """The account of `name`, who holds `roles`; the same one when asked again."""
    found = Account.objects.filter(email=f"{name}@example.org").first()
    made = found or Account.objects.create_account(f"{name}@example.org", name.title())
    for role in roles:
        if not made.roles.filter(role=role, dismissed_at=None).exists():
            actions.appoint(account=made, role=role, by=None, at=START)
    return made


def board():
    """Two experts, a lead and an administrator: what most reviews need."""
    return (
        account("ada", "expert"),
        account("ben", "expert"),
        account("lea", "lead"),
        account("max", "administrator"),
    )
