"""The addresses of `/account/`. Names are those that django-allauth looks for."""

from allauth.account import views as allauth
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from allauth.usersessions import views as sessions
from django.urls import path, re_path

from . import attempts, door, erase, overview, tokens

urlpatterns = [
    path("", overview.overview, name="account"),
    path("sign-in", door.sign_in, name="account_login"),
    path("sign-in/code", door.enter_code, name="account_confirm_login_code"),
    path("sign-in/passkey", passkeys.login_webauthn, name="mfa_login_webauthn"),
    path("sign-in/second-step", second_factor.authenticate, name="mfa_authenticate"),
    path("sign-out", allauth.logout, name="account_logout"),
    path("closed", allauth.account_inactive, name="account_inactive"),
    path("again", attempts.ask_for_code_again, name="account_request_reauthentication_code"),
    path("again/code", attempts.enter_code_again, name="account_confirm_reauthentication_code"),
    path("again/app", second_factor.reauthenticate, name="mfa_reauthenticate"),
    path("again/passkey", passkeys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("addresses", allauth.email, name="account_email"),
    path("addresses/code", attempts.enter_code_of_address, name="account_email_verification_sent"),
    path("second-factor", second_factor.index, name="mfa_index"),
    path("second-factor/app", app.activate_totp, name="mfa_activate_totp"),
    path("second-factor/app/remove", app.deactivate_totp, name="mfa_deactivate_totp"),
    path("second-factor/recovery-codes", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("second-factor/recovery-codes/new", recovery.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("passkeys", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/add", passkeys.add_webauthn, name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/name", passkeys.edit_webauthn, name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove", passkeys.remove_webauthn, name="mfa_remove_webauthn"),
    path("sessions", sessions.list_usersessions, name="usersessions_list"),
    path("tokens", tokens.token_list, name="account_tokens"),
    path("tokens/new", tokens.make, name="account_token_new"),
    re_path(r"^tokens/(?P<digest>[0-9a-f]{128})/revoke$", tokens.revoke, name="account_token_revoke"),
    path("erase", erase.erase_account, name="account_erase"),
]
