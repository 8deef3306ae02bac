"""A row for each constraint of accounts that breaks it (`tests/registry/test_constraints.py` holds them to it)."""

from django.utils import timezone

from codes.accounts.models import Account, Role, Token


def new_account(**changes):
    return Account.objects.bulk_create([Account(**{"email": "ada@example.org", **changes})])[0]


def new_roles(*rows):
    account = new_account()
    values = {"account": account, "role": "expert", "appointed_by": "The area directors, by mail"}
    return Role.objects.bulk_create([Role(**{**values, **changes}) for changes in rows])


def new_token(**changes):
    values = {"user": new_account(), "digest": "0" * 128, "token_key": "0" * 15, "expiry": timezone.now()}
    return Token.objects.bulk_create([Token(**{**values, "name": "script", "scopes": "propose", **changes})])


BREACHES = {
    "account_email_unique": lambda: (new_account(), new_account()),
    "account_public_id_unique": lambda: [new_account(email=email, public_id="0" * 32) for email in ("a@b.c", "d@e.f")],
    "account_public_id_is_hexadecimal": lambda: new_account(public_id="X" * 32),
    "account_email_is_lower_case": lambda: new_account(email="Ada@example.org"),
    "account_name_is_one_line": lambda: new_account(name="Ada\nByron"),
    "account_erased_keeps_nothing": lambda: new_account(erased_at=timezone.now()),
    "role_held_once_at_a_time": lambda: new_roles({}, {}),
    "role_is_known": lambda: new_roles({"role": "king"}),
    "role_appointed_by_somebody": lambda: new_roles({"appointed_by": ""}),
    "role_dismissed_after_appointed": lambda: new_roles({"dismissed_at": timezone.now().replace(year=2000)}),
    "token_name_is_one_line": lambda: new_token(name="two\nlines"),
    "token_scopes_known": lambda: new_token(scopes="propose everything"),
    "token_expires": lambda: new_token(expiry=None),
}
