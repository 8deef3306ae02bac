from datetime import timedelta
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from knox.models import AbstractAuthToken, get_digest_token
from knox.settings import CONSTANTS

from codes.registry.models.rules import ONE_LINE, matches

from .account import Account

NAME_MAX = 80
# In the order of what they open. `scopes` holds them in this order, so that equal rights are equal text.
SCOPES = ("read-own", "propose", "review", "administer")
_ANY_OF_THEM = r"\A(read-own|propose|review|administer)( (read-own|propose|review|administer))*\Z"


class TokenManager(models.Manager["Token"]):
    def issue(self, account: Account, *, name: str, scopes: str, days: int) -> tuple["Token", str]:
        """A new token and its text, which is kept nowhere."""
        digest, text = get_digest_token()
        expiry = timezone.now() + timedelta(days=days)
        key = text[: CONSTANTS.TOKEN_KEY_LENGTH]
        return self.create(user=account, digest=digest, token_key=key, expiry=expiry, name=name, scopes=scopes), text


class Token(AbstractAuthToken):
    """A key for programs: what it may do, until when. Only a digest is kept, so it can be shown once.

    It opens what its scopes name and what its account may do at that moment, whichever is less.
    """

    name = models.CharField(max_length=NAME_MAX)
    scopes = models.CharField(max_length=40)

    objects: ClassVar[TokenManager] = TokenManager()  # type: ignore[assignment]  # instead of its own

    class Meta:
        ordering = ("created", "digest")
        constraints = (
            matches("name", ONE_LINE, name="token_name_is_one_line"),
            matches("scopes", _ANY_OF_THEM, name="token_scopes_known"),
            models.CheckConstraint(condition=models.Q(expiry__isnull=False), name="token_expires"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.scopes})"

    @property
    def scope_set(self) -> frozenset[str]:
        return frozenset(self.scopes.split())

    @property
    def beginning(self) -> str:
        """The first letters, by which somebody finds the token in a configuration file."""
        return str(self.token_key)[:8]

    def save(self, *args: Any, **kwargs: Any) -> None:
        held = self.scope_set
        self.scopes = " ".join(scope for scope in SCOPES if scope in held) if held <= set(SCOPES) else self.scopes
        super().save(*args, **kwargs)
