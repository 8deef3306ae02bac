"""Somebody at a browser: signed in without the way through the mailbox, or with a device that keeps passkeys."""

import time
from typing import Any

from django.test import Client
from playwright.sync_api import Page

from codes.accounts.models import Account

COOKIE = "sessionid"


def sign_in(page: Page, account: Account, origin: str) -> None:
    """A session of `account` in the browser of `page`."""
    client = Client()
    client.force_login(account)
    session: Any = client.session
    # As if by a code just now, so that nothing asks who it is once more.
    session["account_authentication_methods"] = [{"method": "code", "at": time.time(), "email": account.email}]
    session.save()
    page.context.add_cookies([{"name": COOKIE, "value": str(session.session_key), "url": origin}])


def with_passkeys(page: Page) -> None:
    """A device in the browser of `page` that keeps passkeys and knows its holder by touch."""
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
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": device})
