from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from codes.registry.models.rules import matches
from codes.releases.models.release import SHA256

KEY_MAX = 255


class KeyedRequest(models.Model):
    """A request that its client marked with an Idempotency-Key, and the answer that it had.

    `fingerprint` is over method, address and body. Without `status` the request is under way, or ended without an
    effect. Which of the two, the lock on the row says: whoever works on the request holds it.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=KEY_MAX)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    created = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("account", "key"), name="keyed_request_once"),
            matches("fingerprint", SHA256, name="keyed_request_fingerprint_is_hexadecimal"),
            CheckConstraint(
                condition=Q(status=None) | Q(status__gte=200, status__lte=299), name="keyed_request_kept_if_it_worked"
            ),
        )

    def __str__(self) -> str:
        return f"{self.account_id}: {self.key}"
