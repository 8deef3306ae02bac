from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from codes.accounts.erase import HoldsRole, erase
from codes.web.personal import reader, signed_in

_WORD = "erase"


class EraseForm(forms.Form):
    word = forms.CharField(
        label=f"Type “{_WORD}” to confirm",
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_word(self) -> str:
        word = str(self.cleaned_data["word"]).lower()
        if word != _WORD:
            raise forms.ValidationError(f"Type the word “{_WORD}”, or go back: nothing has been erased.")
        return word


@signed_in
@reauthentication_required(app="codes", allow_get=True)  # type: ignore[untyped-decorator]
def erase_account(request: HttpRequest) -> HttpResponse:
    """Ask once more; then erase, sign out, say what is left."""
    account = reader(request)
    form = EraseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            erase(account)
        except HoldsRole:
            form.add_error(None, "You hold a role here. Ask an administrator to dismiss you from it, then come back.")
        else:
            logout(request)
            return render(request, "account/erased.html", {"public_id": account.public_id})
    return render(
        request,
        "account/erase.html",
        {"form": form, "public_id": account.public_id},
        status=400 if form.errors else 200,
    )
