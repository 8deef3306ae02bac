"""Forms of django-allauth in our words, named in ACCOUNT_FORMS and MFA_FORMS."""

from allauth.account.forms import AddEmailForm
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms

from .guesses import counted

_ADDRESS = {"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
_CODE = {"autocomplete": "one-time-code", "inputmode": "numeric"}


class AddressForm(AddEmailForm):
    email = forms.EmailField(  # type: ignore[assignment]
        label="E-mail address", max_length=254, widget=forms.EmailInput(attrs=_ADDRESS)
    )


class AppForm(ActivateTOTPForm):
    code = forms.CharField(label="Code that the app shows", max_length=20, widget=forms.TextInput(attrs=_CODE))


class SecondStepForm(AuthenticateForm):
    def clean_code(self) -> str:
        with counted(self.user):
            return super().clean_code()


class AgainForm(ReauthenticateForm):
    def clean_code(self) -> str:
        with counted(self.user):
            return super().clean_code()
