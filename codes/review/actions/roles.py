"""Who holds which role. Every appointment and dismissal is recorded, so that decisions can be checked later."""

from datetime import datetime

from django.db import IntegrityError, transaction

from codes.accounts import sessions
from codes.accounts.models import Account, Role
from codes.accounts.roles import roles_of
from codes.review import records
from codes.review.models import Event, Proposal
from codes.review.states import OPEN

from .refusals import Guarded, NotPermitted
from .right_time import require_right_time

EXPERTS = ("expert", "lead")


@transaction.atomic
def appoint(*, account: Account, role: str, by: Account | None, at: datetime) -> Event:
    """Gives `account` the role expert, lead or administrator. `by` is an administrator, or None for an operator.

    Raises NotPermitted, Guarded where the role is held already or the account is closed.
    """
    _require_administrator(by)
    account = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if not account.is_active:
        raise Guarded("closed", "That account is closed.")
    try:
        with transaction.atomic():
            Role.objects.create(
                account=account, role=role, appointed_at=at, appointed_by=by.public_id if by else "an operator"
            )
    except IntegrityError:
        raise Guarded("held_already", f"{account} is {role} already.") from None
    return _record(account, "appoint", role, by, at)


@transaction.atomic
def dismiss(*, account: Account, role: str, by: Account | None, at: datetime) -> Event:
    """Ends a role, and with it sessions and tokens; of an expert also assignments, votes not yet counted and concerns.

    The open proposals are locked first, in their order, so that no vote slips in between. Raises NotPermitted, Guarded
    where the role is not held.
    """
    _require_administrator(by)
    open_ones = list(Proposal.objects.select_for_update(no_key=True).filter(state__in=OPEN).order_by("number"))
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if role == "administrator" and by is not None:
        held = list(Role.objects.select_for_update().filter(role=role, dismissed_at=None).order_by("pk"))
        if [each.account_id for each in held] == [account.pk]:
            raise Guarded("last_administrator", "Nobody else could appoint another one. Appoint somebody first.")
    ended = Role.objects.filter(account=account, role=role, dismissed_at=None).update(dismissed_at=at)
    if not ended:
        raise Guarded("not_held", f"{account} is no {role}.")
    if role in EXPERTS and not roles_of(account) & set(EXPERTS):
        undecided = [each.number for each in open_ones if each.decided is None]
        account.assignments.filter(proposal__in=undecided, ended=None).update(ended=at, why="dismissed")
        account.votes.filter(proposal__in=undecided, void="").update(void="dismissed")
        account.concerns.filter(proposal__in=undecided, lifted=None).update(lifted=at)
    sessions.end_all(account)
    return _record(account, "dismiss", role, by, at)


def _require_administrator(by: Account | None) -> None:
    if by is not None and "administrator" not in roles_of(by):
        raise NotPermitted("not_permitted", "Only an administrator appoints and dismisses.")


def _record(account: Account, move: str, role: str, by: Account | None, at: datetime) -> Event:
    require_right_time()
    return records.add(
        at=at,
        actor=by.public_id if by else "",
        role="administrator" if by else "operator",
        move=move,
        subject=f"account:{account.public_id}",
        content={"role": role},
    )
