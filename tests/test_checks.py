"""What `manage.py check` says of a configuration."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings as project_settings
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from tests.support.keys import new_key

ROOT = project_settings.ROOT


def found():
    return [(each.id, each.msg) for each in run_checks() if each.id.startswith("codes.")]


def test_no_key_is_in_order(settings):
    settings.SIGNING_KEY = ""
    assert found() == []


def test_a_key_is_in_order(settings):
    settings.SIGNING_KEY = new_key()
    assert found() == []


def other_kind():
    return X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@pytest.mark.parametrize(
    ("key", "said"),
    [(lambda: "nonsense", "SIGNING_KEY cannot be read: "), (other_kind, "SIGNING_KEY is a key of another kind; ")],
)
def test_a_key_that_cannot_sign_is_an_error(key, said, settings):
    settings.SIGNING_KEY = key()
    ((identifier, message),) = found()
    assert identifier == "codes.E001"
    assert message.startswith(said)
    with pytest.raises(SystemCheckError, match="SIGNING_KEY_FILE"):
        call_command("check")


@pytest.mark.parametrize("made", [lambda path: None, Path.mkdir, lambda path: path.write_bytes(b"\x30\x82\xff")])
def test_a_key_file_that_cannot_be_read_is_an_error_and_no_more(made, tmp_path):
    """The settings stand, so that the site answers; in a process of its own, since they are read once."""
    made(tmp_path / "key.pem")
    environment = {"PATH": os.environ["PATH"], "DEBUG": "1", "SIGNING_KEY_FILE": str(tmp_path / "key.pem")}

    def run(*words):
        return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, text=True, capture_output=True)

    checked = run("manage.py", "check")
    assert (checked.returncode, "Traceback" in checked.stderr) == (1, False)
    assert "(codes.E001) SIGNING_KEY_FILE: " in checked.stderr
    served = run("-c", "import registry_site.wsgi")
    assert (served.returncode, served.stderr) == (0, "")


def deployed():
    """What `check --deploy` says that `check` does not."""
    found = run_checks(include_deployment_checks=True)
    return [(each.id, each.msg, each.hint) for each in found if each.id.startswith("codes.")]


@pytest.fixture
def in_earnest(settings):
    """A configuration that nothing is to be said about."""
    settings.PUBLIC_BASE_URL = "https://registry.example.org"
    settings.ALLOWED_HOSTS = ["registry.example.org"]
    settings.SECURE_SSL_REDIRECT = settings.TRUST_PROXY = settings.REQUIRE_SECOND_FACTOR = True
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = "localhost", False, False
    assert deployed() == []
    return settings


@pytest.mark.parametrize(
    ("wrong", "identifier", "message"),
    [
        (
            {"PUBLIC_BASE_URL": "http://registry.example.org"},
            "codes.W002",
            "PUBLIC_BASE_URL is http://registry.example.org, without TLS.",
        ),
        (
            {"ALLOWED_HOSTS": ["localhost"]},
            "codes.W003",
            "ALLOWED_HOSTS has no registry.example.org, where permalinks lead.",
        ),
        ({"ALLOWED_HOSTS": ["*"]}, "codes.W004", "ALLOWED_HOSTS is *: the site answers for any host."),
        (
            {"TRUST_PROXY": False},
            "codes.W005",
            "Requests by http are sent to https, and no proxy is believed that says which were https.",
        ),
        ({"REQUIRE_SECOND_FACTOR": False}, "codes.W006", "Experts and administrators need no second factor."),
        ({"EMAIL_HOST": "mail.example.org"}, "codes.W007", "Codes to sign in go to mail.example.org in clear."),
    ],
)
def test_what_an_operator_gets_wrong_is_said_with_a_way_out(wrong, identifier, message, in_earnest):
    for name, value in wrong.items():
        setattr(in_earnest, name, value)
    ((found, said, hint),) = deployed()
    assert (found, said) == (identifier, message)
    assert hint
    # Development is not bothered.
    assert [each for each in run_checks() if each.id == identifier] == []


@pytest.mark.parametrize(
    "fine",
    [
        {"ALLOWED_HOSTS": [".example.org"]},
        {"TRUST_PROXY": False, "SECURE_SSL_REDIRECT": False},
        {"EMAIL_HOST": "mail.example.org", "EMAIL_USE_TLS": True},
        {"EMAIL_HOST": "mail.example.org", "EMAIL_USE_SSL": True},
    ],
)
def test_what_is_in_order_is_not_talked_about(fine, in_earnest):
    for name, value in fine.items():
        setattr(in_earnest, name, value)
    assert deployed() == []


@pytest.mark.django_db
def test_counters_need_their_table(monkeypatch):
    def said():
        return [(each.id, each.hint) for each in run_checks(databases=["default"]) if each.id.startswith("codes.")]

    assert said() == []
    tables = connection.introspection.table_names()
    without = [each for each in tables if each != "shared_cache"]
    monkeypatch.setattr(type(connection.introspection), "table_names", lambda self: without)
    assert said() == [("codes.W008", "Run manage.py createcachetable, once.")]
    monkeypatch.setattr(type(connection.introspection), "table_names", lambda self: [])
    assert said() == []


def test_the_configuration_in_earnest_passes_the_check_for_deployment(tmp_path):
    """With the lines of the README, in a process of its own, since settings are read once."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^export (.*)$", text, re.MULTILINE)
    named = dict(each.split("=", 1) for line in lines for each in line.split())
    assert "TRUST_PROXY" in named
    named.pop("SSL_REDIRECT", None)  # as the last lines say
    (tmp_path / "key").write_text("x1-" * 20 + "".join(map(chr, range(65, 91))))
    environment = {"PATH": os.environ["PATH"], **named, "SECRET_KEY_FILE": str(tmp_path / "key")}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("System check identified no issues (2 silenced).")
    wrong = subprocess.run(command, cwd=ROOT, env={**environment, "TRUST_PROXY": "off"}, text=True, capture_output=True)
    assert (wrong.returncode, "codes.W005" in wrong.stderr) == (1, True)
