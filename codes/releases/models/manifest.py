from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from codes.registry.models.rules import length_between, matches, one_line

from .immutable import Immutable
from .release import SHA256, Release

# Characters.
LONGEST_REASON = 500


class Yank(Immutable):
    """A release that should not be used, and why. Its bytes stay, and `latest` does not move back."""

    release = models.OneToOneField(Release, on_delete=models.PROTECT, related_name="yank")
    reason = models.CharField(max_length=LONGEST_REASON)
    yanked = models.DateTimeField()

    class Meta:
        base_manager_name = "objects"
        constraints = (
            length_between("reason", 1, LONGEST_REASON, name="yank_reason_length"),
            one_line("reason", name="yank_reason_one_line"),
        )

    def __str__(self) -> str:
        return f"{self.release} yanked: {self.reason}"


class SigningKey(Immutable):
    """A public Ed25519 key that a manifest was signed with: 32 bytes, and never forgotten."""

    key_id = models.CharField(max_length=16)
    public = models.BinaryField()
    first_serial = models.PositiveIntegerField()

    class Meta:
        ordering = ("first_serial",)
        base_manager_name = "objects"
        constraints = (
            UniqueConstraint(fields=("key_id",), name="signing_key_id_unique"),
            matches("key_id", r"\A[0-9a-f]{16}\Z", name="signing_key_id_is_hexadecimal"),
            length_between("public", 32, 32, name="signing_key_is_32_bytes"),
        )

    def __str__(self) -> str:
        return self.key_id


class Manifest(Immutable):
    """What stood at `/releases/manifest.json` from a publication or yank to the next: bytes, and their signature.

    `signature` and `key_id` are empty where no key is configured.
    """

    serial = models.PositiveIntegerField()
    issued = models.DateTimeField()
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    signature = models.BinaryField()
    key_id = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ("serial",)
        base_manager_name = "objects"
        constraints = (
            UniqueConstraint(fields=("serial",), name="manifest_serial_unique"),
            matches("sha256", SHA256, name="manifest_sha256_is_hexadecimal"),
            CheckConstraint(
                condition=Q(Exact(Length("signature"), 0), key_id="")
                | (Q(Exact(Length("signature"), 64)) & ~Q(key_id="")),
                name="manifest_signature_pair",
            ),
        )

    def __str__(self) -> str:
        return f"manifest {self.serial}"
