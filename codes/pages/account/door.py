"""The one door: a code by mail, for those who have an account and those who will have one with it.

django-allauth looks the address up first and answers an unknown one with an invitation to sign up. Here nobody looks
before the code is answered, so neither the page nor the mailbox nor the clock can say whether an address is known, and
there is no second form.
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ConfirmLoginCodeForm, RequestLoginCodeForm
from allauth.account.internal.decorators import login_stage_required
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.models import Login
from allauth.account.stages import LoginByCodeStage, LoginStageController
from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from allauth.core import context
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.decorators import method_decorator

from codes.accounts.addresses import mailable
from codes.accounts.enrol import enrol

from .attempts import Counted, may_mail


class AddressForm(RequestLoginCodeForm):
    email = forms.EmailField(  # type: ignore[assignment]
        label="E-mail address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_email(self) -> str:
        """The spelling that is stored. Counts the request against its limits, and looks nothing up."""
        email = mailable(self.cleaned_data["email"])
        if not may_mail(context.request, email):
            raise get_adapter().validation_error("too_many_login_attempts")
        return email


class CodeForm(ConfirmLoginCodeForm):
    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class CodeByMail(LoginCodeVerificationProcess):
    """A code on its way to an address. Whose it is, or that it is nobody's yet, is found when the code comes back."""

    @classmethod
    def begin(cls, request: HttpRequest, email: str) -> None:
        login = Login(user=None, email=email)
        login.state["stages"] = {"current": LoginByCodeStage.key}
        stage = LoginByCodeStage(LoginStageController(request, login), request, login)
        stage.state.update(cls.initial_state(user=None, email=email), initiated_by_user=True)
        process = cls(stage)
        process.send()
        process.persist()

    def send_by_email(self, email: str, skip_enumeration_mails: bool = False) -> None:
        letter = {"request": self.request, "code": self.generate_code(), "reauthentication": False}
        get_adapter().send_mail("account/email/login_code", email, letter)

    def finish(self, redirect_url: str | None) -> HttpResponse:
        self._user = enrol(self.state["email"])
        response: HttpResponse = super().finish(redirect_url)
        return response


class SignIn(RequestLoginCodeView):
    template_name = "account/login.html"
    form_class = AddressForm

    def form_valid(self, form: AddressForm) -> HttpResponse:
        CodeByMail.begin(self.request, form.cleaned_data["email"])
        return HttpResponseRedirect(self.get_success_url())


@method_decorator(
    login_stage_required(stage=LoginByCodeStage.key, redirect_urlname="account_login"),
    name="dispatch",
)
class EnterCode(Counted, ConfirmLoginCodeView):
    asked_at = "account_login"
    form_class = CodeForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.stage = request._login_stage  # type: ignore[attr-defined]
        self._process = CodeByMail(self.stage)
        if not self._process.abort_if_invalid():
            messages.warning(request, "The code has run out. Ask for a new one.")
            return HttpResponseRedirect(reverse("account_login"))
        # Past django-allauth's own dispatch, which looks for its own kind of process.
        response: HttpResponseBase = super(ConfirmLoginCodeView, self).dispatch(request, *args, **kwargs)
        return response


sign_in = SignIn.as_view()
enter_code = EnterCode.as_view()
