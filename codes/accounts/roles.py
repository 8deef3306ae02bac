"""Who holds which role now. Reads alone: appointing and dismissing are review actions, which write events, too.

Ask at the time of the act, and of the database, never of what a session or a page remembers.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from .models import Account, Role

EXPERT = Role.Name.EXPERT.value
LEAD = Role.Name.LEAD.value
ADMINISTRATOR = Role.Name.ADMINISTRATOR.value


def roles_of(account: Account | None) -> frozenset[str]:
    """`expert`, `lead`, `administrator`, as held at this moment; none for nobody and for an account that is closed."""
    if account is None or account.pk is None:
        return frozenset()
    held = Role.objects.filter(account=account, account__is_active=True, dismissed_at=None)
    return frozenset(held.values_list("role", flat=True))


def office(account: Account, at: datetime) -> str:
    """The roles that `account` held at `at`, in words; empty where it held none. Asks nothing of roles read before."""
    held = [
        each
        for each in account.roles.all()
        if each.appointed_at <= at < (each.dismissed_at or datetime.max.replace(tzinfo=UTC))
    ]
    return ", ".join(sorted({Role.Name(each.role).label for each in held}))


def holders(role: str) -> Sequence[Account]:
    """The accounts that hold `role` now, in the order of their appointment."""
    held = Role.objects.filter(role=role, dismissed_at=None, account__is_active=True).select_related("account")
    return [each.account for each in held]
