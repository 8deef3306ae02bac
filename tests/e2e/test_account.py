"""Signing in as people do: a code from the mailbox, a passkey, an app; and every page of the account, looked at."""

import re

import pytest
from django.core import mail
from django.core.cache import cache
from playwright.sync_api import Page, expect

from codes.accounts import tokens
from codes.accounts.enrol import enrol
from codes.accounts.models import Account
from tests.accounts.people import the_code
from tests.e2e.support.axe import axe_clean
from tests.e2e.support.emulate import dark, fits, light, narrow

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    "/account/",
    "/account/addresses",
    "/account/second-factor",
    "/account/second-factor/app",
    "/account/passkeys",
    "/account/passkeys/add",
    "/account/sessions",
    "/account/tokens",
    "/account/erase",
    "/account/again",
    "/account/sign-out",
]


@pytest.fixture(autouse=True)
def _no_attempts(published):
    cache.clear()


@pytest.fixture
def passkeys(page: Page):
    """A browser with a device that keeps passkeys and knows its holder by touch."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return devtools.send("WebAuthn.addVirtualAuthenticator", {"options": device})


def sign_in(page: Page, address: str) -> None:
    page.get_by_label("E-mail address").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter the code")
    page.get_by_label("Code", exact=True).fill(the_code())
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_load_state("networkidle")


def sign_out(page: Page, origin: str) -> None:
    page.goto(f"{origin}/account/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{origin}/")
    page.wait_for_load_state("networkidle")


def looked_at(page: Page) -> None:
    """In light, in dark and on a small phone; the person goes on with a screen as it was."""
    size = page.viewport_size
    assert size
    for colours in (light, dark):
        colours(page)
        axe_clean(page)
    narrow(page)
    fits(page)
    page.set_viewport_size(size)


def test_a_newcomer_gets_in_with_a_code_and_comes_back_by_passkey(visit, passkeys):
    page = visit("/account/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    looked_at(page)
    sign_in(page, "New@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")
    assert Account.objects.get().email == "new@example.org"

    page.get_by_role("link", name="passkeys, app, recovery codes").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name").fill("Work laptop")
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    assert page.locator(".secrets li").count() == 10
    looked_at(page)
    page.goto(f"{visit.origin}/account/passkeys")
    expect(page.get_by_text("Work laptop, added on")).to_be_visible()
    assert page.get_by_text("second step only").count() == 0

    sign_out(page, visit.origin)
    page.goto(f"{visit.origin}/account/sessions")
    page.get_by_role("button", name="Sign in with a passkey").click()
    # Back where it was wanted, without a mail.
    expect(page.get_by_role("heading", level=1)).to_have_text("Where you are signed in")
    assert len([letter for letter in mail.outbox if "sign in" in letter.subject]) == 1


def test_a_passkey_is_the_second_step_after_a_code(visit, passkeys):
    page = visit("/account/")
    sign_in(page, "ada@example.org")
    page.goto(f"{visit.origin}/account/passkeys/add")
    page.get_by_label("It can sign me in by itself").uncheck()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    sign_out(page, visit.origin)
    page.goto(f"{visit.origin}/account/")
    sign_in(page, "ada@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("The second step")
    looked_at(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")


def test_a_passkey_that_is_not_there_is_said_in_words(visit, page):
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    visit("/account/sign-in")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('refused')) }")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("status").last).to_have_text("No passkey was used. Try again, or choose another way.")


def test_it_works_without_javascript_and_offers_no_passkey(visit, page_without_js):
    page = visit("/account/sign-in", on=page_without_js)
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    sign_in(page, "ada@example.org")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You are shown as “Ada”.")).to_be_visible()


def test_a_token_is_made_seen_once_and_revoked(visit):
    page = visit("/account/tokens")
    sign_in(page, "ada@example.org")
    page.get_by_label("Name", exact=True).fill("Build robot")
    page.get_by_label("make, change and withdraw proposals").check()
    page.get_by_role("button", name="Make it").click()
    text = page.locator("#token").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", text)
    looked_at(page)
    page.get_by_role("link", name="Tokens", exact=True).click()
    expect(page.get_by_text(text[:8])).to_be_visible()
    assert text not in page.content()
    looked_at(page)
    page.get_by_role("button", name="Revoke Build robot").click()
    expect(page.get_by_text("The token is revoked.")).to_be_visible()


def test_a_fault_is_led_to_and_said_at_its_field(visit):
    page = visit("/account/tokens")
    sign_in(page, "ada@example.org")
    page.evaluate("document.querySelectorAll('form').forEach((form) => { form.noValidate = true })")
    visit.watches[page].expected_failures.add(f"{visit.origin}/account/tokens/new")
    page.get_by_role("button", name="Make it").click()
    looked_at(page)
    for link in page.locator(".faults a").all():
        link.click()
        assert page.locator(link.get_attribute("href")).count() == 1
    assert page.locator(".faults a").count() == 2


def test_every_page_of_the_account_is_in_order(visit):
    account = enrol("ada@example.org", name="Ada")
    tokens.create(account, name="A robot with a rather long name, as people give them", scopes=["read-own", "propose"])
    sign_in(visit("/account/"), "ada@example.org")
    for address in PAGES:
        looked_at(visit(address))
