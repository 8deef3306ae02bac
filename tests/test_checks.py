"""What `manage.py check` says of a configuration."""

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from tests.support.keys import new_key


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
