import unicodedata

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from codes.accounts import names, tokens
from codes.accounts.models import Account, Role
from codes.accounts.models.account import NAME_MAX
from codes.accounts.roles import roles_of
from codes.accounts.second_factor import has_second_factor, missing_second_factor
from codes.pages.proposals import mine
from codes.web.personal import reader, signed_in


class NameForm(forms.Form):
    name = forms.CharField(
        label="Name",
        required=False,
        max_length=NAME_MAX,
        help_text="Shown to everybody beside what you propose, say and decide. Leave it empty to stay a number.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def __init__(self, account: Account, data: object = None) -> None:
        super().__init__(data, initial={"name": account.name})  # type: ignore[arg-type]
        self._account = account

    def clean_name(self) -> str:
        name = unicodedata.normalize("NFC", self.cleaned_data["name"])
        if wrong := names.fault(name, self._account):
            raise forms.ValidationError(wrong)
        return name


@signed_in
def overview(request: HttpRequest) -> HttpResponse:
    """What the account is and has. A POST sets the name."""
    account = reader(request)
    form = NameForm(account, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        account.name = form.cleaned_data["name"]
        account.save(update_fields=["name"])
        messages.success(request, f"You are shown as “{account.shown_name}”.")
        return HttpResponseRedirect(reverse("account"))
    held = roles_of(account)
    context = {
        "form": form,
        "account": account,
        "addresses": EmailAddress.objects.filter(user=account).order_by("-primary", "email"),
        "roles": [role.label for role in Role.Name if role.value in held],
        "second_factor": has_second_factor(account),
        "second_factor_missing": missing_second_factor(account),
        "passkeys": Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).count(),
        "tokens": len(tokens.live(account)),
        "proposals": mine.proposals(account, timezone.now()),
        "notices": mine.notices(account),
    }
    return render(request, "account/overview.html", context, status=400 if form.errors else 200)
