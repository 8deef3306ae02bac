"""Who is asked to sign in on the way, and what they had written."""

import pytest
from django.test import Client

from codes.review.models import Proposal
from tests.support.browser import posted, signed_in
from tests.support.people import account
from tests.support.requests import SAM, drafted
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


def test_what_was_typed_survives_an_expired_session():
    sam = signed_in(SAM)
    number = drafted(sam)
    address = f"/proposals/{number}/edit/meaning"
    form = {**posted(sam.get(address)), "title": "Typed For Long", "description": "Line one.\r\nLine two."}
    sam.logout()
    answer = sam.post(address, form)
    assert answer["Location"].startswith("/account/sign-in?next=")
    # As signing in goes on with the session that it finds.
    session = sam.session
    kept = dict(session.items())
    sam.force_login(account(SAM))
    session = sam.session
    session.update({name: value for name, value in kept.items() if name == "carried"})
    session.save()
    key = next(iter(kept["carried"]))
    page = sam.get(f"{address}?carried={key}")
    assert "You are signed in again" in text(page)
    assert posted(page)["title"] == "Typed For Long"
    assert posted(page)["description"] == "Line one.\r\nLine two."
    assert "title" not in Proposal.objects.get(pk=number).content
    assert sam.post(address, posted(page)).status_code == 302
    assert Proposal.objects.get(pk=number).content["description"] == "Line one.\nLine two."


@pytest.mark.parametrize(
    "page", ["new/begin", "new/new_code", "1/edit/meaning", "1/check", "1/sent", "1/act", "1/comment", "1/revise"]
)
def test_personal_pages_ask_who_it_is_and_are_kept_by_nobody(page):
    answer = Client().get(f"/proposals/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/sign-in?next=%2Fproposals%2F")
    assert answer["Cache-Control"] == "private, no-store"


def test_a_form_without_its_token_is_refused():
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account(SAM))
    assert browser.post("/proposals/new/new_code", {"code": "tool.rusty"}).status_code == 403
