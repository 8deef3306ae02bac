import unicodedata
from typing import Any, ClassVar, NoReturn
from uuid import uuid4

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Length, Lower
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from codes.registry.models.rules import ONE_LINE, matches

NAME_MAX = 80
HEXADECIMAL = r"\A[0-9a-f]{32}\Z"


def new_public_id() -> str:
    return uuid4().hex


def new_session_secret() -> str:
    return get_random_string(32)


def same_address(email: str) -> str:
    """The one spelling of an e-mail address that is stored and compared: NFKC, lower case.

    By RFC 5321 the part before the @ could tell letters apart; nobody's mail does, and two accounts for one mailbox
    would let somebody vote twice.
    """
    return unicodedata.normalize("NFKC", email).strip().lower()


def shown_name(account: "Account") -> str:
    return account.shown_name


class AccountManager(BaseUserManager["Account"]):
    def create_account(self, email: str, name: str = "") -> "Account":
        """A new account. Raises IntegrityError where the address has one, in whatever case."""
        return self.create(email=email, name=name)

    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(email=same_address(username or ""))


class Account(AbstractBaseUser):
    """A person who can sign in, by a code to an address or a passkey; there are no passwords.

    Records name an account by `public_id` alone, so that erasing it (name, addresses, ways in) leaves them whole: the
    row stays as a tombstone.
    """

    password = None  # type: ignore[assignment]  # takes away the column of the base class
    # Null once the account is erased: an empty address could be unique only once.
    email = models.EmailField(max_length=254, null=True, blank=True)  # noqa: DJ001
    name = models.CharField(max_length=NAME_MAX, blank=True)
    public_id = models.CharField(max_length=32, default=new_public_id, editable=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    # What every session of the account is bound to: a new one ends them all.
    session_secret = models.CharField(max_length=32, default=new_session_secret, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = AccountManager()

    class Meta:
        constraints = (
            UniqueConstraint(fields=("email",), name="account_email_unique"),
            UniqueConstraint(fields=("public_id",), name="account_public_id_unique"),
            matches("public_id", HEXADECIMAL, name="account_public_id_is_hexadecimal"),
            CheckConstraint(condition=Q(email=Lower("email")), name="account_email_is_lower_case"),
            CheckConstraint(
                condition=Q(name="") | (Q(name__regex=ONE_LINE) & Q(LessThanOrEqual(Length("name"), NAME_MAX))),
                name="account_name_is_one_line",
            ),
            CheckConstraint(
                condition=Q(erased_at=None, email__isnull=False)
                | Q(erased_at__isnull=False, email=None, name="", is_active=False),
                name="account_erased_keeps_nothing",
            ),
        )

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """What the public reads. Never an address."""
        return self.name or f"Account {self.public_id[:8]}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.email is not None:
            self.email = same_address(self.email)
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Accounts are erased, never deleted: records point at them.")

    def set_password(self, raw_password: str | None) -> NoReturn:
        raise TypeError("Accounts have no passwords.")

    def set_unusable_password(self) -> None:
        """Nothing to do: there is none."""

    def check_password(self, raw_password: str | None) -> bool:
        return False

    def has_usable_password(self) -> bool:
        return False

    def get_session_auth_hash(self) -> str:
        return salted_hmac("codes.accounts.session", self.session_secret, algorithm="sha256").hexdigest()

    def get_session_auth_fallback_hash(self) -> Any:
        """None: after a change of SECRET_KEY people sign in again."""
        return iter(())
