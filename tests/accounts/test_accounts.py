"""Accounts and roles: what a name shows, one account for one mailbox, roles as they are held now."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from codes.accounts.models import Account, Role
from codes.accounts.roles import holders, roles_of

pytestmark = pytest.mark.django_db

BY = "The area directors, by mail of 1 May"


@pytest.fixture
def ada(db):
    return Account.objects.create_account("ada@example.org", name="Ada")


def appoint(account, role):
    return Role.objects.create(account=account, role=role, appointed_by=BY)


def dismiss(role):
    role.dismissed_at = timezone.now()
    role.save()


def test_an_account_without_a_name_is_shown_by_its_public_id_and_never_by_its_address():
    account = Account.objects.create_account("ada@example.org")
    assert str(account) == account.shown_name == f"Account {account.public_id[:8]}"


@pytest.mark.parametrize("spelling", ["ADA@example.org", " ada@Example.ORG", "\uff21da@example.org"])
def test_one_mailbox_has_one_account_in_whatever_spelling(ada, spelling):
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create_account(spelling)
    assert Account.objects.get_by_natural_key(spelling) == ada


def test_no_account_has_a_password(ada):
    assert ada.has_usable_password() is False
    assert ada.check_password("") is False
    with pytest.raises(TypeError):
        ada.set_password("secret")


def test_a_new_session_secret_is_another_session_hash(ada):
    before = ada.get_session_auth_hash()
    ada.session_secret = "another"
    assert ada.get_session_auth_hash() != before


def test_neither_accounts_nor_roles_are_deleted(ada):
    role = appoint(ada, "expert")
    for refused in (ada.delete, role.delete, Role.objects.all().delete):
        with pytest.raises(TypeError):
            refused()


def test_roles_are_those_held_now(ada):
    assert roles_of(None) == roles_of(ada) == frozenset()
    expert = appoint(ada, "expert")
    appoint(ada, "administrator")
    assert roles_of(ada) == {"expert", "administrator"}
    dismiss(expert)
    assert roles_of(ada) == {"administrator"}
    appoint(ada, "expert")
    assert roles_of(ada) == {"expert", "administrator"}


def test_a_closed_account_holds_no_role(ada):
    appoint(ada, "expert")
    ada.is_active = False
    ada.save()
    assert roles_of(ada) == frozenset()
    assert holders("expert") == []


def test_holders_come_in_the_order_of_their_appointment(ada):
    bob = Account.objects.create_account("bob@example.org")
    appoint(bob, "expert")
    first = appoint(ada, "expert")
    assert holders("expert") == [bob, ada]
    dismiss(first)
    assert holders("expert") == [bob]
    assert holders("lead") == []
