"""The second factor: an app that makes codes, recovery codes, and what comes in the place of a passkey.

The passkeys themselves are tried in a browser (tests/e2e/test_account.py).
"""

import json
import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client

from .people import appoint, ask, enter, heading, signed_in, the_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada):
    return signed_in("ada@example.org")


def totp(secret):
    return f"{hotp_value(secret, next(yield_hotp_counters_from_time())):06}"


def test_an_app_that_makes_codes_from_set_up_to_removal(client, ada, django_capture_on_commit_callbacks):
    page = client.get("/account/second-factor/app").content.decode()
    assert "<svg" in page
    assert "<?xml" not in page
    secret = re.search(r'<code class="digest">(\w+)</code>', page)[1]
    assert client.post("/account/second-factor/app", {"code": "000000"}).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        done = client.post("/account/second-factor/app", {"code": totp(secret)})
    assert done["Location"] == "/account/second-factor/recovery-codes"
    codes = re.findall(r"<li><code>(\d+)</code>", client.get(done["Location"]).content.decode())
    assert len(codes) == 10
    # Shown once.
    again = client.get(done["Location"]).content.decode()
    assert not any(code in again for code in codes)
    assert [letter.subject for letter in mail.outbox][1:] == ["[harness-codes] An app that makes codes was set up"]

    other = Client()
    ask(other, "ada@example.org")
    assert enter(other, the_code())["Location"] == "/account/sign-in/second-step"
    assert heading(other.get("/account/sign-in/second-step")) == "The second step"
    assert other.get("/account/").status_code == 302
    assert other.post("/account/sign-in/second-step", {"code": "12345678"}).status_code == 200
    assert other.post("/account/sign-in/second-step", {"code": codes[0]})["Location"] == "/account/"
    assert other.get("/account/").status_code == 200

    assert heading(client.get("/account/second-factor/recovery-codes/new")) == "Make new recovery codes"
    client.post("/account/second-factor/recovery-codes/new")
    assert heading(client.get("/account/second-factor/app/remove")) == "Remove the app"
    client.post("/account/second-factor/app/remove")
    assert not Authenticator.objects.filter(user=ada).exists()


def test_codes_of_an_app_cannot_be_tried_without_end(client, ada):
    TOTP.activate(ada, generate_totp_secret())
    other = Client()
    ask(other, "ada@example.org")
    enter(other, the_code())
    pages = [other.post("/account/sign-in/second-step", {"code": "000000"}).content.decode() for _ in range(6)]
    assert ["That was too often" in page for page in pages] == [False] * 5 + [True]


def test_the_role_asks_for_a_second_factor_in_words(client, ada, settings):
    settings.REQUIRE_SECOND_FACTOR = True
    assert "asks for a second factor" not in client.get("/account/").content.decode()
    appoint(ada, "expert")
    page = client.get("/account/").content.decode()
    assert "Your role asks for a second factor" in page
    assert "<dd>designated expert" in page
    TOTP.activate(ada, generate_totp_secret())
    assert "asks for a second factor" not in client.get("/account/").content.decode()


RESPONSE = dict.fromkeys(["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"], "AA")
JUNK = [
    *("", "null", "[]", "{}", "1", "x", "{", "[" * 5000, '"\\ud800"'),
    json.dumps({"id": 1}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": RESPONSE}),
]


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_no_passkey_is_refused_and_breaks_nothing(junk, client, ada):
    assert client.post("/account/passkeys/add", {"name": "x", "credential": junk}).status_code == 200
    assert Client().post("/account/sign-in/passkey", {"credential": junk})["Location"] == "/account/sign-in"
    TOTP.activate(ada, generate_totp_secret())
    other = Client()
    ask(other, "ada@example.org")
    enter(other, the_code())
    assert other.post("/account/sign-in/second-step", {"credential": junk}).status_code == 200
    assert other.get("/account/").status_code == 302
