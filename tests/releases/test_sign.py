"""From one key to the next, and what happens without one."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from codes.releases import signing
from codes.releases.current import NothingPublished
from codes.releases.models import Manifest, Release, SigningKey
from codes.releases.sign import AlreadySigned, sign
from codes.releases.yank import yank
from tests.support.history import change, publish_next
from tests.support.keys import new_key

pytestmark = pytest.mark.django_db

AT = datetime(2027, 1, 1, tzinfo=UTC)


def stated(serial):
    return json.loads(bytes(Manifest.objects.get(serial=serial).content))


def test_the_manifest_is_issued_again_with_the_key_of_today(published, settings, capsys):
    settings.SIGNING_KEY = new_key()
    call_command("sign")
    first, second = stated(1), stated(2)
    (key,) = SigningKey.objects.all()
    assert (first.pop("key_id"), second.pop("key_id")) == (None, key.key_id)
    assert (first.pop("serial"), second.pop("serial")) == (1, 2)
    assert first.pop("issued") < second.pop("issued")
    assert first == second
    manifest = Manifest.objects.get(serial=2)
    assert signing.verifies(bytes(key.public), bytes(manifest.signature), bytes(manifest.content))
    assert capsys.readouterr().out == f"Manifest 2 is issued, signed with key {key.key_id}.\n"


def test_the_same_key_signs_it_once(published, settings, capsys):
    settings.SIGNING_KEY = new_key()
    made = sign(at=AT)
    with pytest.raises(AlreadySigned):
        sign(at=AT)
    call_command("sign")
    assert capsys.readouterr().out == f"Manifest 2 is signed with key {made.key_id}.\n"
    assert Manifest.objects.count() == 2


def test_after_a_leak_another_key_signs_what_stands(published, settings):
    settings.SIGNING_KEY = new_key()
    sign(at=AT)
    settings.SIGNING_KEY = new_key()
    sign(at=AT)
    assert list(SigningKey.objects.values_list("first_serial", flat=True)) == [2, 3]
    assert stated(3)["key_id"] == SigningKey.objects.get(first_serial=3).key_id


def test_there_is_nothing_to_sign_with(published):
    with pytest.raises(signing.MissingKey):
        sign(at=AT)
    with pytest.raises(CommandError, match="SIGNING_KEY_FILE"):
        call_command("sign")


def test_there_is_nothing_to_sign(empty, settings):
    settings.SIGNING_KEY = new_key()
    with pytest.raises(NothingPublished):
        sign(at=AT)
    with pytest.raises(CommandError, match="no release"):
        call_command("sign")


def test_a_key_that_cannot_be_used_signs_nothing(published, settings):
    settings.SIGNING_KEY = "nonsense"
    with pytest.raises(CommandError, match="SIGNING_KEY cannot be read"):
        call_command("sign")
    assert Manifest.objects.count() == 1


def test_a_key_file_that_cannot_be_read_signs_nothing(published, settings):
    """Nor is anything published unsigned, as it would be without a key."""
    settings.SIGNING_KEY_FAULT = "SIGNING_KEY_FILE: Permission denied"
    with pytest.raises(CommandError, match="SIGNING_KEY_FILE: Permission denied"):
        call_command("sign")
    change(title="New title")
    with pytest.raises(signing.UnusableKey):
        publish_next()
    assert (Manifest.objects.count(), Release.objects.count()) == (1, 1)


def test_signing_has_a_time_with_a_zone(published, settings):
    settings.SIGNING_KEY = new_key()
    with pytest.raises(ValueError, match="has no time zone"):
        sign(at=AT.replace(tzinfo=None))


def test_after_a_signed_manifest_none_is_issued_unsigned(published, settings):
    settings.SIGNING_KEY = new_key()
    sign(at=AT)
    settings.SIGNING_KEY = ""
    change(title="New title")
    with pytest.raises(signing.MissingKey):
        publish_next()
    with pytest.raises(signing.MissingKey):
        yank(version="1.0.0", reason="Wrong.", at=AT)
    with pytest.raises(CommandError, match="the next one is too"):
        call_command("yank", "1.0.0", reason="Wrong.")
    assert (Release.objects.count(), Manifest.objects.count()) == (1, 2)


def test_time_does_not_go_back_from_one_manifest_to_the_next(published):
    """A yank by a clock that is ahead, then a publication by one that is right, and a yank by one that is behind."""
    ahead = published.published + timedelta(days=100)
    yank(version="1.0.0", reason="Wrong.", at=ahead)
    change(title="New title")
    release = publish_next()
    yank(version=release.version, reason="Wrong, too.", at=published.published)
    expected = [published.published, ahead, ahead + timedelta(seconds=1), ahead + timedelta(seconds=2)]
    assert list(Manifest.objects.order_by("serial").values_list("issued", flat=True)) == expected
    assert [stated(serial)["issued"] for serial in (3, 4)] == ["2027-03-10T00:00:01Z", "2027-03-10T00:00:02Z"]
    assert release.published == published.published + timedelta(days=1)


def test_addresses_are_on_the_origin_of_the_release(published, settings):
    settings.PUBLIC_BASE_URL = "https://elsewhere.example"
    yank(version="1.0.0", reason="Wrong.", at=AT)
    assert {file["href"] for file in stated(2)["latest"]["files"]} == {
        f"https://agenterrors.org/releases/1.0.0/{name}" for name in published.files.values_list("name", flat=True)
    }
