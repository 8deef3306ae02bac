"""`/review/roles`: who holds which role; an administrator appoints and dismisses."""

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from codes.accounts import names
from codes.accounts.enrol import account_of
from codes.accounts.models import Account, Role
from codes.accounts.models.account import same_address
from codes.pages.forms import ActForm, answered_once, status_of
from codes.review import actions
from codes.review.states import OPEN
from codes.web.personal import holding, reader
from codes.web.problems import Refusal

_NOBODY = "Nobody has signed in with this address yet. Ask them to sign in once, then come back."


class AppointForm(ActForm):
    email = forms.EmailField(
        label="E-mail address",
        max_length=254,
        help_text="That they sign in with.",
        widget=forms.EmailInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Give the address that they sign in with."},
    )
    role = forms.ChoiceField(
        label="Role",
        choices=Role.Name.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the role."},
    )

    account: Account

    def clean_email(self) -> str:
        found = account_of(self.cleaned_data["email"])
        if found is None:
            raise forms.ValidationError(_NOBODY)
        self.account = found
        return same_address(self.cleaned_data["email"])


@holding("administrator")
@reauthentication_required(app="codes", allow_get=True)  # type: ignore[untyped-decorator]
def role_list(request: HttpRequest) -> HttpResponse:
    """Who holds a role now, and a form to appoint. A POST appoints."""
    form = AppointForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, status=400)
    by, at = reader(request), timezone.now()

    def act() -> str:
        actions.appoint(account=form.account, role=form.cleaned_data["role"], by=by, at=at)
        label = Role.Name(form.cleaned_data["role"]).label
        messages.success(request, f"{form.account.shown_name} is {label} now, and has mail of it.")
        for other in names.shown_alike(form.account):
            messages.warning(request, f"{other.email} is shown as {other.name}, which looks the same. Ask who that is.")
        return reverse("review_roles")

    try:
        return HttpResponseRedirect(answered_once(request, key=form.sent_once, at=at, act=act))
    except actions.Refused as refused:
        form.add_error(None, refused.detail)
        return _page(request, form, status=status_of(refused))


@holding("administrator")
@reauthentication_required(app="codes", allow_get=True)  # type: ignore[untyped-decorator]
def dismiss(request: HttpRequest, public_id: str, role: str) -> HttpResponse:
    """What ends with the role, and the button that ends it. A POST dismisses."""
    # An address can have letters that PostgreSQL takes in no text.
    if not public_id.isalnum() or role not in Role.Name.values:
        raise _nobody()
    held = _held().filter(account__public_id=public_id, role=role).first()
    if request.method == "POST":
        return _dismiss(request, public_id, role, held)
    if held is None:
        raise _nobody()
    return render(request, "review/dismiss.html", {"held": held, "form": ActForm(), **_ends(held)})


def _nobody() -> Refusal:
    return Refusal("not-found", "Nobody of that name holds that role.")


def _dismiss(request: HttpRequest, public_id: str, role: str, held: Role | None) -> HttpResponse:
    account = Account.objects.filter(public_id=public_id).first()
    if account is None:
        raise _nobody()
    form = ActForm(request.POST)
    form.is_valid()
    by, at = reader(request), timezone.now()

    def act() -> str:
        actions.dismiss(account=account, role=role, by=by, at=at)
        messages.success(request, f"{account.shown_name} is no {Role.Name(role).label} any more.")
        return reverse("review_roles")

    try:
        return HttpResponseRedirect(answered_once(request, key=form.sent_once, at=at, act=act))
    except actions.Refused as refused:
        messages.error(request, refused.detail)
        return _page(request, AppointForm(), status=status_of(refused))


def _page(request: HttpRequest, form: AppointForm, *, status: int = 200) -> HttpResponse:
    return render(request, "review/roles.html", {"form": form, "held": _held()}, status=status)


def _held() -> QuerySet[Role]:
    return Role.objects.filter(dismissed_at=None).select_related("account").order_by("role", "appointed_at")


def _ends(held: Role) -> dict[str, int]:
    """What ends with the role: nothing of a review, for an administrator or where another role goes on deciding."""
    others = held.account.roles.filter(dismissed_at=None, role__in=("expert", "lead")).exclude(pk=held.pk)
    if held.role == Role.Name.ADMINISTRATOR or others.exists():
        return {"assignments": 0, "votes": 0, "concerns": 0}
    undecided = {"proposal__state__in": OPEN, "proposal__decided": None}
    return {
        "assignments": held.account.assignments.filter(ended=None, **undecided).count(),
        "votes": held.account.votes.filter(void="", **undecided).count(),
        "concerns": held.account.concerns.filter(lifted=None, **undecided).count(),
    }
