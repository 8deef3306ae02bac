import base64
import json
from io import StringIO

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from codes.releases import current, signing
from codes.releases.models import Manifest, ReleaseFile, Yank
from codes.releases.yank import AlreadyYanked, yank
from tests.support.history import change, publish_next
from tests.support.keys import new_key

pytestmark = pytest.mark.django_db


def latest():
    return Manifest.objects.order_by("-serial")[0]


def test_the_first_manifest(published):
    data = json.loads(latest().content)
    files = [
        {
            "name": file.name,
            "media_type": file.media_type,
            "size": file.size,
            "sha256": file.sha256,
            "href": f"https://agenterrors.org/releases/1.0.0/{file.name}",
        }
        for file in published.files.order_by("name")
    ]
    sums = ReleaseFile.objects.filter(name="SHA256SUMS").values_list("sha256", flat=True).first()
    assert data == {
        "kind": "agent-harness-error-manifest",
        "format_version": "1.0",
        "serial": 1,
        "issued": "2026-11-30T00:00:00Z",
        "key_id": None,
        "events": None,
        "latest": {
            "version": "1.0.0",
            "published": "2026-11-30T00:00:00Z",
            "sha256": published.sha256,
            "files": files,
        },
        "releases": [
            {
                "version": "1.0.0",
                "published": "2026-11-30T00:00:00Z",
                "sha256": published.sha256,
                "sums_sha256": sums,
                "yanked": None,
            }
        ],
    }


def test_each_publication_and_yank_issues_one(published):
    change(title="New title")
    publish_next()
    at = timezone.now()
    yank(version="1.0.0", reason="Wrong.", at=at)
    assert list(Manifest.objects.values_list("serial", flat=True)) == [1, 2, 3]
    data = json.loads(latest().content)
    assert data["latest"]["version"] == "1.0.1"
    assert [each["yanked"] for each in data["releases"]] == [
        {"reason": "Wrong.", "date": at.strftime("%Y-%m-%dT%H:%M:%SZ")},
        None,
    ]


def test_an_unsigned_manifest_has_no_signature_to_fetch(client, published):
    assert client.get("/releases/manifest.json.sig").status_code == 404
    assert client.get("/releases/keys.json").json()["keys"] == []
    assert ".sig" not in client.get("/releases/manifest.json")["Link"]


def test_a_signature_is_over_the_served_bytes(client, published, settings):
    settings.SIGNING_KEY = new_key()
    change(title="New title")
    publish_next()
    served = client.get("/releases/manifest.json")
    signature = client.get("/releases/manifest.json.sig")
    assert (served["Content-Type"], signature["Content-Type"]) == ("application/json", "application/octet-stream")
    assert served["Cache-Control"] == signature["Cache-Control"] == "public, no-cache"
    (key,) = client.get("/releases/keys.json").json()["keys"]
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key["public_key"]))
    public.verify(signature.content, served.content)
    assert served.json()["key_id"] == key["key_id"]
    assert (key["algorithm"], key["first_serial"]) == ("Ed25519", 2)
    assert key["public_key_pem"].startswith("-----BEGIN PUBLIC KEY-----\n")
    assert 'manifest.json.sig>; rel="describedby"' in served["Link"]


def test_a_key_can_be_changed_and_the_old_one_stays_known(client, published, settings):
    for title in ("One", "Two", "Three"):
        settings.SIGNING_KEY = new_key() if title != "Three" else settings.SIGNING_KEY
        change(title=f"{title} title")
        publish_next()
    keys = client.get("/releases/keys.json").json()["keys"]
    assert [key["first_serial"] for key in keys] == [2, 3]
    assert client.get("/releases/manifest.json").json()["key_id"] == keys[1]["key_id"]
    for manifest in Manifest.objects.exclude(key_id=""):
        public = next(base64.b64decode(key["public_key"]) for key in keys if key["key_id"] == manifest.key_id)
        assert signing.verifies(public, bytes(manifest.signature), bytes(manifest.content))
        assert not signing.verifies(public, bytes(manifest.signature), bytes(manifest.content) + b" ")


@pytest.mark.parametrize("pem", ["nonsense", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_key_that_cannot_be_used_stops_publication(pem, published, settings):
    settings.SIGNING_KEY = pem
    change(title="New title")
    with pytest.raises(signing.UnusableKey), transaction.atomic():
        publish_next()
    assert Manifest.objects.count() == 1


def test_a_manifest_says_when_it_changed(client, published):
    served = client.get("/releases/manifest.json")
    assert served["Last-Modified"] == "Mon, 30 Nov 2026 00:00:00 GMT"
    assert client.get("/releases/manifest.json", headers={"If-None-Match": served["ETag"]}).status_code == 304


def test_processes_see_a_yank(published, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(current.time, "monotonic", lambda: clock[0])
    assert current.current().latest.yanked == ""
    yank(version="1.0.0", reason="Wrong.", at=timezone.now())
    clock[0] += current.FRESH_SECONDS
    assert current.current().latest.yanked == "Wrong."


def test_a_release_is_yanked_once(published):
    call_command("yank", "1.0.0", reason="Wrong.", stdout=StringIO())
    with pytest.raises(AlreadyYanked):
        yank(version="1.0.0", reason="Wrong.", at=timezone.now())
    for version in ("1.0.0", "9.9.9"):
        with pytest.raises(CommandError):
            call_command("yank", version, reason="Wrong.")
    assert Yank.objects.count() == 1
    assert Manifest.objects.count() == 2
