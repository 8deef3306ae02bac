"""Forms that a passkey's answer comes in, named in MFA_FORMS.

The answer is a structure of bytes that anybody can make up, and the parsers behind django-allauth stumble over some in
ways of their own. Whatever they stumble over is no passkey, and never a failure of ours.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError

from codes.harness_errors import strict_json

from .guesses import counted

_NONE = "This is no passkey that we know. Try again, or choose another way."


class CredentialField(forms.Field):
    widget = forms.HiddenInput

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Nothing: what was sent is used once and never put into the page again."""
        return ""

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values or not isinstance(value, str):
            return None
        try:
            return strict_json.parse(value.encode())
        except ValueError:
            raise ValidationError(_NONE) from None


@contextmanager
def _from_strangers() -> Iterator[None]:
    try:
        yield
    except (ValidationError, DatabaseError):
        raise
    except Exception:  # noqa: BLE001  # see above
        raise ValidationError(_NONE) from None


class PasskeyForm(AddWebAuthnForm):
    """What signs in by itself is what most people mean by a passkey, so that is marked."""

    credential = CredentialField()  # type: ignore[assignment]
    passwordless = forms.BooleanField(
        label="It can sign me in by itself",
        required=False,
        initial=True,
        help_text="Without a code by mail. A key that keeps nothing cannot do that: leave this out for it.",
    )

    def clean(self) -> dict[str, Any]:
        with _from_strangers():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class SecondStepForm(AuthenticateWebAuthnForm):
    credential = CredentialField()  # type: ignore[assignment]

    def clean_credential(self) -> Authenticator:
        with counted(self.user), _from_strangers():
            return super().clean_credential()


class SignInForm(LoginWebAuthnForm):
    credential = CredentialField()  # type: ignore[assignment]

    def clean_credential(self) -> Authenticator:
        with _from_strangers():
            return super().clean_credential()


class AgainForm(ReauthenticateWebAuthnForm):
    credential = CredentialField()  # type: ignore[assignment]

    def clean_credential(self) -> Authenticator:
        with counted(self.user), _from_strangers():
            return super().clean_credential()
