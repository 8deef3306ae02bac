"""What django-allauth asks us: how mail is sent, what may be skipped, what it says."""

import smtplib
import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context as now
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from .addresses import mailable
from .mail import MailNotSent
from .models import Account


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "cannot_remove_primary_email": "This is your first address. Make another one the first before you remove it.",
        "duplicate_email": "You have this address already.",
        "email_taken": "This address cannot be added.",
        "incorrect_code": "This is not the code. Look for the newest mail; letters may be small or large.",
        "max_email_addresses": "You can have %d addresses. Remove one before you add another.",
        "rate_limited": "That was too often. Wait a few minutes, then try again.",
        "same_as_current": "This is the address it is already.",
        "too_many_login_attempts": "That was too often. Wait a few minutes, then ask for a new code.",
        "unverified_primary_email": "Only a confirmed address can be the first.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """The form for new accounts is never used: the first code that is answered makes one."""
        return False

    def clean_email(self, email: str) -> str:
        return mailable(email)

    def is_safe_url(self, url: str | None) -> bool:
        """Whether `next` may lead there: to a path of this site, which is all that our own pages send. django-allauth
        would take every host in ALLOWED_HOSTS too, where an operator may well have an address of their own network.
        """
        return bool(url and url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None))

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Not within a few minutes after signing in: that was the proof that would be asked for again."""
        records = get_authentication_records(now.request, now.request.user)
        if records and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Raises MailNotSent."""
        message = self.render_mail(template_prefix, email, {"origin": settings.PUBLIC_BASE_URL, **context})
        message.extra_headers["Auto-Submitted"] = "auto-generated"
        try:
            message.send()
        except (OSError, smtplib.SMTPException) as error:
            raise MailNotSent from error


class MfaAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": "This is not the code. Each code works once, and those of an app for half a minute.",
    }

    def get_totp_label(self, user: Account) -> str:  # type: ignore[override]
        return user.email or user.shown_name

    def _get_site_name(self) -> str:
        return settings.SITE_NAME

    def build_totp_svg(self, url: str) -> str:
        """For inside a page, where an XML declaration has no place."""
        drawing: str = super().build_totp_svg(url)
        return drawing[drawing.index("<svg") :]

    def generate_authenticator_name(self, user: Account, type: str) -> str:  # type: ignore[override]  # noqa: A002
        return "Passkey"
