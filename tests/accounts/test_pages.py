"""Every page of `/account/`: who may see it, what it says, what is done there, and that no cache keeps it."""

import re
import time
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from codes.accounts.models import Account
from codes.pages.account import urls

from .people import heading, signed_in, the_code

pytestmark = pytest.mark.django_db

# For those who are signed in, without anything that stands open.
PAGES = {
    "/account/": "Your account",
    "/account/sign-out": "Sign out",
    "/account/again": "Is it you?",
    "/account/addresses": "Your addresses",
    "/account/second-factor": "Second factor",
    "/account/second-factor/app": "Set up an app that makes codes",
    "/account/passkeys": "Passkeys",
    "/account/passkeys/add": "Add a passkey",
    "/account/sessions": "Where you are signed in",
    "/account/tokens": "Tokens",
    "/account/erase": "Erase this account",
}


@pytest.fixture
def client(ada):
    return signed_in("ada@example.org")


def addresses(account):
    return [each.email for each in EmailAddress.objects.filter(user=account, verified=True).order_by("email")]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_one_reader(address, client):
    answer = client.get(address)
    assert (answer.status_code, heading(answer)) == (200, PAGES[address])
    assert answer["Cache-Control"] == "private, no-store"
    assert "Cookie" in answer["Vary"]
    assert "Access-Control-Allow-Origin" not in answer
    page = answer.content.decode()
    assert page.count("<h1") == 1
    # One title, a button or a link out, no text of the package that we took the view from.
    assert "<title>" in page
    assert 'class="stack"' in page or "<a href=" in page


@pytest.mark.parametrize("address", sorted(set(PAGES) - {"/account/sign-out"}))
def test_whoever_is_not_signed_in_does_that_first(address):
    answer = Client().get(address)
    assert answer.status_code == 302
    assert unquote(answer["Location"]) == f"/account/sign-in?next={address}"
    assert answer["Cache-Control"] == "private, no-store"


def test_every_address_of_the_account_is_one_of_ours():
    """Templates of django-allauth's own look would be pages of another site."""
    named = {pattern.name for pattern in urls.urlpatterns}
    assert len(named) == len(urls.urlpatterns)
    for name in ("account_signup", "account_change_password", "account_reset_password"):
        assert name not in named


def test_the_name_is_what_others_see(client, ada):
    answer = client.post("/account/", {"name": "  Ada  Lovelace "})
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    page = client.get("/account/").content.decode()
    assert "You are shown as “Ada  Lovelace”." in page
    client.post("/account/", {"name": ""})
    assert f"Account {ada.public_id[:8]}" in client.get("/account/").content.decode()


@pytest.mark.parametrize("name", ["a" * 81, "Ada\u202egro", "Ada\u200b", "\ufeffAda"])
def test_a_name_that_lies_about_its_letters_is_refused_at_the_field(name, client, ada):
    answer = client.post("/account/", {"name": name})
    assert answer.status_code == 400
    assert '<a href="#id_name">Name</a>:' in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    ada.refresh_from_db()
    assert ada.name == "Ada"


def test_an_address_is_added_once_its_code_is_entered(client, ada):
    added = client.post("/account/addresses", {"email": "Second@example.org", "action_add": ""})
    assert added["Location"] == "/account/addresses/code"
    assert heading(client.get("/account/addresses/code")) == "Confirm the address"
    assert addresses(ada) == ["ada@example.org"]
    assert mail.outbox[-1].to == ["second@example.org"]
    assert client.post("/account/addresses/code", {"code": "AAAA-AAAA"}).status_code == 200
    client.post("/account/addresses/code", {"code": the_code()})
    assert list(
        EmailAddress.objects.filter(user=ada, verified=True).order_by("email").values_list("email", flat=True)
    ) == [
        "ada@example.org",
        "second@example.org",
    ]
    client.post("/account/addresses", {"email": "second@example.org", "action_primary": ""})
    ada.refresh_from_db()
    assert ada.email == "second@example.org"
    assert any(letter.to == ["ada@example.org"] and "first address" in letter.subject for letter in mail.outbox)
    client.post("/account/addresses", {"email": "ada@example.org", "action_remove": ""})
    assert addresses(ada) == ["second@example.org"]
    # The only one stays.
    client.post("/account/addresses", {"email": "second@example.org", "action_remove": ""})
    assert addresses(ada) == ["second@example.org"]


def test_somebody_elses_address_looks_like_any_other_until_its_code_is_entered(client, ada):
    signed_in("eve@example.org")
    taken = client.post("/account/addresses", {"email": "eve@example.org", "action_add": ""})
    assert taken["Location"] == "/account/addresses/code"
    assert mail.outbox[-1].to == ["eve@example.org"]
    answer = client.post("/account/addresses/code", {"code": the_code()})
    assert "This address cannot be added." in answer.content.decode()
    assert addresses(ada) == ["ada@example.org"]


def test_the_last_address_signs_in_too(client, ada):
    client.post("/account/addresses", {"email": "second@example.org", "action_add": ""})
    client.post("/account/addresses/code", {"code": the_code()})
    signed_in("second@example.org")
    assert Account.objects.count() == 1


def test_the_other_sessions_are_listed_and_ended(client):
    other = signed_in("ada@example.org")
    page = client.get("/account/sessions").content.decode()
    assert page.count("<time") == 2
    assert page.count("this browser") == 1
    client.post("/account/sessions")
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302


def test_what_lets_somebody_in_is_changed_only_soon_after_showing_who_one_is(client, monkeypatch):
    soon = time.time() + 3600
    monkeypatch.setattr("time.time", lambda: soon)
    for address in ("/account/passkeys/add", "/account/second-factor/app"):
        assert client.get(address)["Location"].startswith("/account/again?next=")
    for address in ("/account/erase", "/account/tokens/new"):
        assert client.post(address, {"word": "erase"})["Location"].startswith("/account/again?next=")
    asked = client.post("/account/again", {"recipient": "ada@example.org", "next": "/account/passkeys/add"})
    assert asked["Location"] == "/account/again/code?next=%2Faccount%2Fpasskeys%2Fadd"
    assert heading(client.get(asked["Location"])) == "Is it you?"
    assert "Is it you?" in mail.outbox[-1].subject
    done = client.post("/account/again/code", {"code": the_code(), "next": "/account/passkeys/add"})
    assert done["Location"] == "/account/passkeys/add"
    assert client.get("/account/passkeys/add").status_code == 200


def test_a_form_without_its_token_is_refused_in_our_words(ada):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/account/sign-in", {"email": "ada@example.org"})
    assert answer.status_code == 403
    assert "could not be matched with the page it came from" in answer.content.decode()
    page = strict.get("/account/sign-in").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    assert (
        strict.post("/account/sign-in", {"email": "ada@example.org", "csrfmiddlewaretoken": token}).status_code == 302
    )


def test_names_lead_to_their_addresses():
    assert reverse("account_login") == "/account/sign-in"
    assert reverse("mfa_list_webauthn") == "/account/passkeys"


def test_too_many_changes_are_429_in_our_words(client):
    answers = [client.post("/account/addresses", {"email": "x", "action_add": ""}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
    answer = client.post("/account/addresses", {"email": "x", "action_add": ""})
    assert (answer["Retry-After"], answer["Cache-Control"]) == ("60", "private, no-store")
    assert "Too many requests" in heading(answer)


@pytest.mark.parametrize("digest", ["%00", "x" * 128, "0" * 127, "../" * 20])
def test_what_is_no_token_has_no_address(digest, client):
    assert client.post(f"/account/tokens/{digest}/revoke").status_code in (403, 404, 405)
