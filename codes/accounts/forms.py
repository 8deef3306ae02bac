from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms


class PasskeyForm(AddWebAuthnForm):
    """Set in MFA_FORMS. What signs in by itself is what most people mean by a passkey."""

    passwordless = forms.BooleanField(
        label="It can sign me in by itself",
        required=False,
        initial=True,
        help_text="Without a code by mail. A key that keeps nothing cannot do that: leave this out for it.",
    )
