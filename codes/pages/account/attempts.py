"""Codes that come by mail: each attempt, and each mail that is asked for again, is counted where all processes see it.

django-allauth counts both in the session. Requests that are sent at once each find that as it was before any of them,
so that a hundred of them would be a hundred guesses, or a hundred mails to somebody else's address.
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import RequestReauthenticationCodeForm
from allauth.account.views import ConfirmEmailVerificationCodeView
from allauth.account.views._reauthenticate import ConfirmReauthenticationCodeView, RequestReauthenticationCodeView
from allauth.core import context, ratelimit
from allauth.core.internal.ratelimit import get_ip
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse


def may_mail(request: HttpRequest, address: str) -> bool:
    """Whether one more code may go to `address`. Counted for who asks before it is for all: what is refused to one
    takes nothing from others."""
    own = ratelimit.consume(request, action="code_to_address", key=f"{address} {get_ip(request)}")
    return own and ratelimit.consume(request, action="request_login_code", key=address)


class Counted:
    """For in front of a view that takes a code. `asked_at` names the address where another one is asked for."""

    asked_at: str
    _process: Any
    _action: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        state = self._process.state
        if self._action == "resend":
            if not may_mail(request, state["email"]):
                return _back(request, "rate_limited", request.path)
        elif not ratelimit.consume(request, action="confirm_login_code", key=f"{state['email']} {state['at']}"):
            self._process.abort()
            return _back(request, "too_many_login_attempts", reverse(self.asked_at))
        response: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return response


class OwnAddressForm(RequestReauthenticationCodeForm):
    def clean_recipient(self) -> str:
        """django-allauth counts in `clean`, for all."""
        address: str = self.cleaned_data["recipient"]
        key = f"{address} {get_ip(context.request)}"
        if not ratelimit.consume(context.request, action="code_to_address", key=key):
            raise get_adapter().validation_error("too_many_login_attempts")
        return address


class AskForCodeAgain(RequestReauthenticationCodeView):
    form_class = OwnAddressForm


class EnterCodeAgain(Counted, ConfirmReauthenticationCodeView):
    asked_at = "account_request_reauthentication_code"


class EnterCodeOfAddress(Counted, ConfirmEmailVerificationCodeView):
    asked_at = "account_email"


def _back(request: HttpRequest, why: str, to: str) -> HttpResponseRedirect:
    messages.error(request, get_adapter().error_messages[why])
    return HttpResponseRedirect(to)


ask_for_code_again = AskForCodeAgain.as_view()
enter_code_again = EnterCodeAgain.as_view()
enter_code_of_address = EnterCodeOfAddress.as_view()
