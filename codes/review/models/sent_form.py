from django.conf import settings
from django.db import models
from django.db.models import UniqueConstraint


class SentForm(models.Model):
    """A form that somebody has sent, by a digest of the key that its page gave it and of what was sent, and the address
    that answered it.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=40)
    location = models.CharField(max_length=500, blank=True)
    sent = models.DateTimeField()

    class Meta:
        constraints = (UniqueConstraint(fields=("account", "key"), name="sent_form_once"),)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.key}"
