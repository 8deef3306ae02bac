"""Rows that break a rule of what is published."""

from collections.abc import Callable

from codes.releases.models import Manifest, Release, ReleaseChange, ReleaseFile, ReleaseHead, SigningKey, Yank
from tests.registry.breaches.relations import CODE, twice

SHA = "0" * 64


def new_release(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {"number": 2, "version": "1.0.1", "published": first.published, "sha256": SHA, "previous": first}
    return Release.objects.bulk_create([Release(**{**values, **changes})])


def new_file(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {
        "release": first,
        "name": "new.txt",
        "media_type": "text/plain",
        "size": 0,
        "sha256": SHA,
        "content": b"",
    }
    return ReleaseFile.objects.bulk_create([ReleaseFile(**{**values, **changes})])


def new_change(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {"release": first, "position": 1000, "change": "added", "kind": "code", "subject": CODE}
    return ReleaseChange.objects.bulk_create(
        [ReleaseChange(**{**values, "before": "null", "after": "null", "change_class": "addition", **changes})]
    )


def new_yank(**changes):
    first = Release.objects.get(version="1.0.0")
    return Yank.objects.bulk_create(
        [Yank(**{"release": first, "reason": "Bad.", "yanked": first.published, **changes})]
    )


def new_key(**changes):
    values = {"key_id": "0" * 16, "public": b"k" * 32, "first_serial": 1}
    return SigningKey.objects.bulk_create([SigningKey(**{**values, **changes})])


def new_manifest(**changes):
    first = Release.objects.get(version="1.0.0")
    values = {"serial": 2, "issued": first.published, "content": b"{}", "sha256": SHA, "signature": b""}
    return Manifest.objects.bulk_create([Manifest(**{**values, **changes})])


BREACHES: dict[str, Callable[[], object]] = {
    "release_number_unique": lambda: new_release(number=1, previous=None),
    "release_version_unique": lambda: new_release(version="1.0.0"),
    "release_previous_unique": lambda: (new_release(), new_release(number=3, version="1.0.2")),
    "release_version_is_semver": lambda: new_release(version="1.0.01"),
    "release_sha256_is_hexadecimal": lambda: new_release(sha256="A" * 64),
    "release_first_alone_has_no_previous": lambda: new_release(previous=None),
    "release_previous_is_another": lambda: new_release(id=77, previous_id=77),
    "release_file_name_unique": lambda: new_file(name="registry.json"),
    "release_file_sha256_is_hexadecimal": lambda: new_file(sha256=""),
    "release_change_position_unique": lambda: twice(new_change),
    "release_change_known": lambda: new_change(change="forgotten"),
    "release_change_class_known": lambda: new_change(change_class="huge"),
    "yank_reason_length": lambda: new_yank(reason=""),
    "signing_key_id_unique": lambda: twice(new_key),
    "signing_key_id_is_hexadecimal": lambda: new_key(key_id="K" * 16),
    "manifest_serial_unique": lambda: new_manifest(serial=1),
    "manifest_sha256_is_hexadecimal": lambda: new_manifest(sha256=""),
    "release_head_events_pair": lambda: ReleaseHead.objects.update(events=1),
    "release_head_is_one_row": lambda: ReleaseHead.objects.bulk_create([ReleaseHead(id=2)]),
    "release_file_name_grammar": lambda: new_file(name="../new.txt"),
    "release_file_media_type_grammar": lambda: new_file(media_type="text/plain; charset=utf-8"),
    "release_change_kind_known": lambda: new_change(kind="rumour"),
    "release_change_subject_one_line": lambda: new_change(subject="a\x1bb"),
    "yank_reason_one_line": lambda: new_yank(reason="a\x1bb"),
    "signing_key_is_32_bytes": lambda: new_key(public=b"k" * 31),
    "manifest_signature_pair": lambda: new_manifest(signature=b"s" * 64),
}
