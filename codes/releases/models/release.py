from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from codes.registry.models.rules import matches

from .immutable import Immutable

SHA256 = r"\A[0-9a-f]{64}\Z"


class Release(Immutable):
    """One published version of the registry. `sha256` is over the stored bytes of its `registry.json`."""

    number = models.PositiveIntegerField()
    version = models.CharField(max_length=32)
    published = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    previous = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("number",)
        base_manager_name = "objects"
        constraints = (
            UniqueConstraint(fields=("number",), name="release_number_unique"),
            UniqueConstraint(fields=("version",), name="release_version_unique"),
            # A release has at most one that follows it: history is a chain.
            UniqueConstraint(fields=("previous",), name="release_previous_unique"),
            matches("version", r"\A(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}\Z", name="release_version_is_semver"),
            matches("sha256", SHA256, name="release_sha256_is_hexadecimal"),
            CheckConstraint(
                condition=Q(number=1, previous=None) | Q(number__gt=1, previous__isnull=False),
                name="release_first_alone_has_no_previous",
            ),
            CheckConstraint(condition=Q(previous=None) | ~Q(previous=F("id")), name="release_previous_is_another"),
        )

    def __str__(self) -> str:
        return self.version


class ReleaseFile(Immutable):
    """One file of a release: bytes as published, never rendered again. `sha256` and `size` in bytes are its own."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="files")
    name = models.CharField(max_length=80)
    media_type = models.CharField(max_length=80)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()

    class Meta:
        ordering = ("name",)
        base_manager_name = "objects"
        constraints = (
            UniqueConstraint(fields=("release", "name"), name="release_file_name_unique"),
            matches("name", r"\A[A-Za-z0-9_][A-Za-z0-9_.-]*\Z", name="release_file_name_grammar"),
            matches("media_type", r"\A[a-z]+/[a-z0-9.+-]+\Z", name="release_file_media_type_grammar"),
            matches("sha256", SHA256, name="release_file_sha256_is_hexadecimal"),
        )

    def __str__(self) -> str:
        return f"{self.release_id}/{self.name}"


class ReleaseHead(models.Model):
    """The pointer to the latest release: one row, and the lock under which releases and manifests are made.

    `serial` is that of the latest manifest; it moves with every publication and yank, so it tells processes to look.
    `events` and `events_sha256` are how many review events there were when it was issued, and the digest of the last.
    """

    serial = models.PositiveIntegerField(default=0)
    latest = models.ForeignKey(Release, on_delete=models.PROTECT, null=True, related_name="+")
    events = models.PositiveIntegerField(default=0)
    events_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = (
            CheckConstraint(condition=Q(id=1), name="release_head_is_one_row"),
            CheckConstraint(
                condition=Q(events=0, events_sha256="") | (Q(events__gte=1) & ~Q(events_sha256="")),
                name="release_head_events_pair",
            ),
        )

    def __str__(self) -> str:
        return f"latest: {self.latest_id}"
