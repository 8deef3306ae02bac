"""Codes that come by mail: each attempt, and each mail that is asked for again, is counted where all processes see it.

django-allauth counts both in the session. Requests that are sent at once each find that as it was before any of them,
so that a hundred of them would be a hundred guesses, or a hundred mails to somebody else's address.
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.views import ConfirmEmailVerificationCodeView
from allauth.account.views._reauthenticate import ConfirmReauthenticationCodeView
from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse


class Counted:
    """For in front of a view that takes a code. `asked_at` names the address where another one is asked for."""

    asked_at: str
    _process: Any
    _action: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        state = self._process.state
        if self._action == "resend":
            if not ratelimit.consume(request, action="request_login_code", key=state["email"]):
                return _back(request, "rate_limited", request.path)
        elif not ratelimit.consume(request, action="confirm_login_code", key=f"{state['email']} {state['at']}"):
            self._process.abort()
            return _back(request, "too_many_login_attempts", reverse(self.asked_at))
        response: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return response


class EnterCodeAgain(Counted, ConfirmReauthenticationCodeView):
    asked_at = "account_request_reauthentication_code"


class EnterCodeOfAddress(Counted, ConfirmEmailVerificationCodeView):
    asked_at = "account_email"


def _back(request: HttpRequest, why: str, to: str) -> HttpResponseRedirect:
    messages.error(request, get_adapter().error_messages[why])
    return HttpResponseRedirect(to)


enter_code_again = EnterCodeAgain.as_view()
enter_code_of_address = EnterCodeOfAddress.as_view()
