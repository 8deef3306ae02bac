"""What production writes to its log: JSON lines, and nothing in them that somebody sent."""

import json
import logging
import smtplib
import subprocess
import sys

import pytest
from django.conf import settings
from django.core import mail
from django.core.handlers.wsgi import WSGIHandler
from django.db import DataError, IntegrityError, OperationalError, connection, transaction
from django.test import Client

from codes.accounts.models import Account
from registry_site.requests import Requests
from tests.registry_site.logging_to import lines
from tests.support.browser import fill
from tests.support.server import own_database
from tests.support.wsgi import ask

pytestmark = pytest.mark.django_db

# A word that stands in everything a person or program sends here.
CANARY = "zq-canary"


def failed(make):
    """The line about the exception that `make` raises."""
    with lines("here") as found:
        try:
            make()
        except Exception:
            logging.getLogger("here").exception("It failed.")
    return found[0]


def raising(error):
    def make(*args):
        raise error

    return make


def test_a_line_is_one_object_whatever_is_in_it():
    with lines("here") as found:
        logging.getLogger("here").warning("first\nsecond %s", "\x1b[31m\u2028")
    (line,) = found
    assert (line["level"], line["logger"], line["message"]) == ("warning", "here", "first\nsecond \x1b[31m\u2028")
    assert "request" not in line


def test_an_exception_is_its_name_and_where_it_happened():
    line = failed(lambda: int(CANARY))
    assert line["error"] == ["ValueError"]
    assert [each.partition(":")[0] for each in line["stack"]] == ["tests/registry_site/test_json_logs.py"] * 2
    assert line["stack"][1].endswith(" <lambda>")
    assert CANARY not in json.dumps(line)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OperationalError("the server is gone\nDETAIL: x"), "django.db.utils.OperationalError: the server is gone"),
        (smtplib.SMTPRecipientsRefused({CANARY: (550, b"no")}), "smtplib.SMTPRecipientsRefused"),
        (KeyError(CANARY), "KeyError"),
        (DataError(CANARY), "django.db.utils.DataError"),
    ],
)
def test_only_servers_speak_in_their_own_words(error, told):
    assert failed(raising(error))["error"] == [told]


def test_what_it_came_from_is_told():
    def make():
        try:
            int(CANARY)
        except ValueError:
            raise OperationalError("away") from None

    def both():
        try:
            int(CANARY)
        except ValueError as error:
            raise KeyError(CANARY) from error

    assert failed(make)["error"] == ["django.db.utils.OperationalError: away"]
    assert failed(both)["error"] == ["KeyError", "ValueError"]


def test_a_row_that_breaks_a_rule_is_not_quoted(db):
    Account.objects.create_account(f"{CANARY}@example.org", "One")

    def again():
        with transaction.atomic():
            Account.objects.create(email=f"{CANARY}@example.org", name=CANARY)

    line = failed(again)
    assert line["error"][0].startswith("django.db.utils.IntegrityError")
    assert CANARY not in json.dumps(line)
    if connection.vendor == "postgresql":
        assert line["error"][1].startswith("psycopg.errors.UniqueViolation: 23505: ")
    assert issubclass(IntegrityError, Exception)


def test_nothing_that_anybody_sends_is_in_the_log(published, monkeypatch):
    site = Requests(WSGIHandler(), trusted=True)
    private = {"Cookie": f"__Host-sessionid={CANARY}", "X_Request_Id": f"{CANARY} {CANARY}", "Referer": CANARY,
               "User_Agent": CANARY, "X_Forwarded_For": CANARY, "Accept_Language": CANARY}  # fmt: skip
    body = json.dumps({"type": CANARY, "code": CANARY, "detail": CANARY}).encode()
    client = Client(raise_request_exception=False)
    with lines("", "django.security", "registry_site.requests", level=logging.DEBUG) as found:
        logging.getLogger("django.db").setLevel(logging.INFO)  # where a developer asks for statements, they are told
        for address in ("/codes/", "/lookup", "/api/v1/codes", "/nope", "/proposals/new", "/account/"):
            ask(site, f"{address}?q={CANARY}", **private)
            ask(site, f"{address}?q={CANARY}", "POST", **private)
        ask(site, "/api/v1/proposals", Authorization=f"Bearer {CANARY}")
        ask(site, "/codes/", host=f"{CANARY}.example.com")
        for address in ("/api/v1/inspect", "/api/v1/translate", "/api/v1/proposals", "/inspect", "/account/sign-in"):
            for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
                for sent in (body, body[:-1]):
                    client.generic("POST", address, sent, content_type=kind, headers={"Authorization": CANARY})
        # A form that is sent without its token, mail that is refused, and a fault with the value in its words.
        Client(enforce_csrf_checks=True).post("/account/sign-in", {"email": f"{CANARY}@example.org"})
        monkeypatch.setattr(
            mail.EmailMessage, "send", raising(smtplib.SMTPRecipientsRefused({f"{CANARY}@example.org": (550, b"")}))
        )
        fill(client, "/account/sign-in", email=f"{CANARY}@example.org")
        monkeypatch.setattr("codes.pages.compare._rows", lambda *_: int(CANARY))
        client.get(f"/compare?a=tool.timeout&b=loop.timeout&c={CANARY}")
    # The name that was asked for is what that line is for.
    elsewhere = [each for each in found if each["logger"] != "django.security.DisallowedHost"]
    assert [each for each in elsewhere if CANARY in json.dumps(each)] == []
    assert len(elsewhere) < len(found)
    errors = {error for each in elsewhere for error in each.get("error", ())}
    assert {"codes.accounts.mail.MailNotSent", "smtplib.SMTPRecipientsRefused", "ValueError"} <= errors
    assert {"registry_site.requests", "django.request", "django.security.csrf"} <= {each["logger"] for each in found}


def test_the_formatter_needs_no_django():
    """The server's own process writes by it as well (deploy/granian.json)."""
    code = "import registry_site.logs, sys; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=settings.ROOT).returncode == 0


@own_database
def test_production_writes_json_and_development_plain_lines(tmp_path):
    code = "import django; django.setup(); import logging; logging.getLogger('codes').error('Said.')"
    environment = {"DJANGO_SETTINGS_MODULE": "registry_site.settings", "DATABASE_URL": f"sqlite:///{tmp_path / 'x'}",
                   "SECRET_KEY": "x" * 50, "ALLOWED_HOSTS": "localhost"}  # fmt: skip
    for debug, expected in (("1", "Said.\n"), ("0", None)):
        command = [sys.executable, "-c", code]
        told = subprocess.run(
            command, cwd=settings.ROOT, env={**environment, "DEBUG": debug}, capture_output=True, text=True
        )
        assert (told.returncode, told.stdout) == (0, ""), told.stderr
        if expected:
            assert told.stderr == expected
        else:
            line = json.loads(told.stderr)
            assert (line["level"], line["logger"], line["message"]) == ("error", "codes", "Said.")
