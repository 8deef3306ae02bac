"""Mail goes to one address, with our own headers, whatever is typed into a form or sent as a header."""

import email
import email.policy

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from tests.accounts.people import ask, signed_in

from .payloads import HEADERS, PAYLOADS

pytestmark = pytest.mark.usefixtures("published")

NO_ADDRESSES = [
    "a@example.org\nBcc: evil@evil.example", "a@example.org\r\nBcc: evil@evil.example", "a@example.org\rTo: b",
    "a@example.org%0d%0aBcc: b@evil.example", "a@example.org,evil@evil.example", "a@example.org;evil@evil.example",
    "a@example.org evil@evil.example", "<a@example.org>", "Ada <a@example.org>", "a@example.org\x00",
    "a@example.org\x0b",
    "a@example.org>\nX: y", "a\n@example.org", "@evil.example:a@example.org", "a@[127.0.0.1]\n",
    "a@example.org\u2028Bcc: b",
    "a@exa\u0301mple.org\u202e", "\"a\nBcc: b\"@example.org", "a@example.org\\r\\nBcc: b", "a@localhost",
    "|id@example.org ", "a@" + "\u00e9" * 60 + ".org", "a@\u3002org", "a@\u00a1.\u00a1\u00a1", "a@x.\ud7ff\ufffd",
    "a@example.org/../..", "(comment)a@example.org", "a@xn--.org\n",
]  # fmt: skip
OURS = {
    "Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To", "Date", "Message-ID",
    "Auto-Submitted",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _no_attempts(db):
    cache.clear()


def one_by_one():
    """Asserts of every letter that it is for one address alone, and returns the addresses."""
    found = []
    for letter in mail.outbox:
        parsed = email.message_from_bytes(letter.message().as_bytes(), policy=email.policy.default)
        assert {name for name, _ in parsed.items()} <= OURS, parsed.items()
        assert len(parsed["To"].addresses) == len(letter.to) == 1
        assert not letter.cc
        assert not letter.bcc
        name, _, domain = parsed["To"].addresses[0].addr_spec.rpartition("@")
        found.append(f"{name}@{domain.encode().decode('idna')}")
    return found


@pytest.mark.parametrize("address", NO_ADDRESSES, ids=ascii)
def test_what_is_no_address_gets_none(address):
    assert ask(Client(), address).status_code in (200, 302)
    ada = signed_in("ada@example.org")
    cache.clear()
    assert ada.post("/account/addresses", {"email": address, "action_add": ""}).status_code in (200, 302)
    ada.post("/account/again", {"recipient": address})
    # An address with spaces around it is that address; and her own code, to her.
    assert {each for each in one_by_one() if each != "ada@example.org"} <= {address.strip().lower()}
    assert not [each for each in one_by_one() if "evil" in each]


def test_a_letter_about_an_account_has_what_the_browser_says_as_text():
    ada = signed_in("ada@example.org")
    for text in [*HEADERS, *PAYLOADS[:20], "x" * 5000]:
        cache.clear()
        ada.defaults["HTTP_USER_AGENT"] = text.encode("ascii", "replace").decode()
        ada.defaults["REMOTE_ADDR"] = "203.0.113.9"
        ada.post("/account/addresses", {"email": "second@example.org", "action_add": ""})
        ada.post("/account/addresses", {"email": "second@example.org", "action_remove": ""})
    assert len(one_by_one()) > len(HEADERS)
    for letter in mail.outbox:
        assert "\n" not in letter.subject
        assert not letter.alternatives
        assert not letter.attachments
