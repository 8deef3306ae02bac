"""At its start the newest copy that can be checked counts."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from codes.releases.models import Manifest
from tests.clients import reference_client
from tests.clients.reference.forging import OLD_TITLE, TITLE, title
from tests.support.served import SERIAL, rows

# It sees addresses, never a database.
pytestmark = pytest.mark.from_memory


def test_the_newer_of_bundle_and_last_good_is_taken(newer, start, tmp_path):
    assert newer.refresh() is True
    assert start().held["version"] == "2.0.1"  # last good
    assert start(kept="bundle.json", bundle="kept.json").held["version"] == "2.0.1"  # the bundle of a newer library
    assert start(kept="nothing.json").held["version"] == "2.0.0"


@pytest.mark.parametrize("change", ["cut", "a letter", "no JSON", "another type"])
def test_a_stored_copy_that_is_not_right_is_not_used(change, newer, start):
    newer.refresh()
    good = newer.kept.read_text()
    bad = {
        "cut": good[:-100],
        "a letter": good.replace(TITLE, "Another Titlf"),
        "no JSON": "<html>",
        "another type": "[1, 2]",
    }[change]
    assert bad != good
    newer.kept.write_text(bad)
    again = start()
    assert (again.held["version"], title(again)) == ("2.0.0", OLD_TITLE)
    assert again.refresh() is True
    assert title(again) == TITLE


def test_without_anything_every_code_is_unknown(start):
    client = start(kept="a.json", bundle="b.json")
    assert client.effective({"code": "upstream.overloaded"}, "retryable") is False
    assert client.effective({"code": "upstream.overloaded", "retryable": True}, "retryable") is True


def test_what_a_leaked_key_has_signed_is_dropped_at_start(newer, site, start, tmp_path):
    """Whoever had the key has moved the client to a serial that no honest manifest will reach."""
    site.reissue(lambda data: data.update(serial=10**9))
    assert newer.refresh() is True
    assert newer.held["serial"] == 10**9
    key = Ed25519PrivateKey.generate()
    clean = site.write_key(tmp_path / "clean.pem", key)
    rows(Manifest).filter(serial=SERIAL + 2).delete()
    site.reissue(lambda data: data.update(key_id=None), key)
    client = start(keys=(clean,))
    assert client.held is reference_client.NOTHING
    assert client.refresh() is True
    assert (client.held["serial"], client.held["version"]) == (SERIAL + 2, "2.0.1")
