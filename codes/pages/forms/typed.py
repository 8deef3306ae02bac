"""What somebody has typed: sent now, or before they had to sign in again."""

from django.contrib import messages
from django.http import HttpRequest, QueryDict

from codes.web import carry


def typed(request: HttpRequest) -> QueryDict | None:
    """What fills the form of this page; None where nothing was typed. Only what came with a POST may be acted on."""
    if request.method == "POST":
        return request.POST
    found = carry.carried(request)
    if found is not None:
        messages.info(request, "You are signed in again, and what you had written is here. It has not been sent yet.")
    return found
