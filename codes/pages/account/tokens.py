from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from codes.accounts import tokens
from codes.accounts.models import Account
from codes.accounts.models.token import NAME_MAX
from codes.web.personal import reader, signed_in
from codes.web.problems import Refusal

_MEANING = {
    "read-own": "read your own drafts, proposals and notices",
    "propose": "make, change and withdraw proposals in your name",
    "review": "act on proposals as your role allows",
    "administer": "publish releases and what else administrators do",
}


class TokenForm(forms.Form):
    name = forms.CharField(
        label="Name", max_length=NAME_MAX, help_text="What it is for, so that you know later whether it may go."
    )
    days = forms.IntegerField(
        label="Valid for (days)",
        min_value=1,
        max_value=tokens.DAYS_MAX,
        initial=tokens.DAYS,
        help_text=f"At most {tokens.DAYS_MAX}.",
    )
    scopes = forms.MultipleChoiceField(label="It may", widget=forms.CheckboxSelectMultiple)

    def __init__(self, account: Account, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        offered = tokens.scopes_open_to(account)
        choices = [(scope, f"{_MEANING[scope]} ({scope})") for scope in offered]
        if tokens.SHORT in offered:
            self.fields["days"].help_text += f" With {tokens.SHORT} at most {tokens.DAYS_SHORT}."
        self.fields["scopes"].choices = choices  # type: ignore[attr-defined]


@signed_in
def token_list(request: HttpRequest) -> HttpResponse:
    """The tokens, and a form for another."""
    account = reader(request)
    return _page(request, account, TokenForm(account))


@signed_in
@reauthentication_required(app="codes", allow_get=True)  # type: ignore[untyped-decorator]
def make(request: HttpRequest) -> HttpResponse:
    """Make a token and show it, this once."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("account_tokens"))
    account = reader(request)
    form = TokenForm(account, request.POST)
    if not form.is_valid():
        return _page(request, account, form)
    try:
        token, text = tokens.create(account, **form.cleaned_data)
    except ValidationError as problem:
        form.add_error(None, problem)
        return _page(request, account, form)
    return render(request, "account/token_made.html", {"token": token, "text": text})


@signed_in
def revoke(request: HttpRequest, digest: str) -> HttpResponse:
    account = reader(request)
    if request.method != "POST":
        detail = f"This address takes POST, not {request.method}."
        raise Refusal("method-not-allowed", detail, headers={"Allow": "POST"})
    if tokens.revoke(account, digest):
        messages.success(request, "The token is revoked. Whatever still uses it is refused from now on.")
    return HttpResponseRedirect(reverse("account_tokens"))


def _page(request: HttpRequest, account: Account, form: TokenForm) -> HttpResponse:
    context = {"form": form, "tokens": tokens.live(account)}
    return render(request, "account/tokens.html", context, status=400 if form.errors else 200)
