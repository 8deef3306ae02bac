"""What ends with a session, and what is left of somebody who is erased."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from codes.accounts import tokens
from codes.accounts.enrol import enrol
from codes.accounts.erase import HoldsRole, erase
from codes.accounts.models import Account, Role, Token
from codes.accounts.sessions import end_all

from .people import appoint, signed_in

pytestmark = pytest.mark.django_db


def test_ending_all_ends_every_browser_and_token_of_that_account_alone(ada):
    eve = enrol("eve@example.org")
    one, two, other = signed_in("ada@example.org"), signed_in("ada@example.org"), signed_in("eve@example.org")
    for account in (ada, eve):
        tokens.create(account, name="script", scopes=["propose"])
    end_all(ada)
    assert [client.get("/account/").status_code for client in (one, two, other)] == [302, 302, 200]
    assert (Token.objects.get().user, UserSession.objects.get().user) == (eve, eve)
    assert Session.objects.count() == 1
    # Signing in again is nothing that ended.
    assert signed_in("ada@example.org").get("/account/").status_code == 200


def test_a_session_that_no_list_knows_ends_too(ada):
    client = signed_in("ada@example.org")
    UserSession.objects.all().delete()
    end_all(ada)
    assert client.get("/account/").status_code == 302


def test_erasing_leaves_a_row_with_its_id_and_nothing_of_the_person(ada):
    signed_in("ada@example.org")
    TOTP.activate(ada, generate_totp_secret())
    tokens.create(ada, name="script", scopes=["propose"])
    public_id = ada.public_id
    erase(ada)
    left = Account.objects.get()
    assert (left.public_id, left.name, left.email, left.is_active, left.last_login) == (
        public_id,
        "",
        None,
        False,
        None,
    )
    assert left.shown_name == f"Account {public_id[:8]}"
    assert left.erased_at is not None
    for rows in (EmailAddress, Authenticator, UserSession, Token, Session):
        assert rows.objects.count() == 0


def test_an_erased_address_is_free_for_a_new_account(ada):
    erase(ada)
    signed_in("ada@example.org")
    assert Account.objects.count() == 2
    assert Account.objects.get(email="ada@example.org").public_id != ada.public_id


def test_whoever_holds_a_role_is_dismissed_first(ada):
    appoint(ada, "expert")
    with pytest.raises(HoldsRole):
        erase(ada)
    client = signed_in("ada@example.org")
    answer = client.post("/account/erase", {"word": "erase"})
    assert answer.status_code == 400
    assert "You hold a role here" in answer.content.decode()
    ada.refresh_from_db()
    assert (ada.name, ada.erased_at) == ("Ada", None)
    assert Role.objects.count() == 1


def test_erasing_from_the_page_takes_the_word_for_it(ada):
    client = signed_in("ada@example.org")
    refused = client.post("/account/erase", {"word": "yes"})
    assert refused.status_code == 400
    assert "nothing has been erased" in refused.content.decode()
    done = client.post("/account/erase", {"word": "Erase"})
    assert re.search(r"<h1>The account is erased</h1>", done.content.decode())
    assert Account.objects.get().erased_at is not None
    assert client.get("/account/").status_code == 302


def test_an_erased_account_does_not_come_back(ada):
    client = Client()
    client.force_login(ada)
    erase(Account.objects.get())
    assert client.get("/account/").status_code == 302
