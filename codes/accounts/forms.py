"""Forms of django-allauth in our words, named in ACCOUNT_FORMS and MFA_FORMS."""

from allauth.account.forms import AddEmailForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms

_ADDRESS = {"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
_CODE = {"autocomplete": "one-time-code", "inputmode": "numeric"}


class AddressForm(AddEmailForm):
    email = forms.EmailField(  # type: ignore[assignment]
        label="E-mail address", max_length=254, widget=forms.EmailInput(attrs=_ADDRESS)
    )


class AppForm(ActivateTOTPForm):
    code = forms.CharField(label="Code that the app shows", max_length=20, widget=forms.TextInput(attrs=_CODE))
