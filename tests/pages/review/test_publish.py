"""Publishing: what is seen before the button is what the button makes."""

from datetime import timedelta

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import Client

from codes.releases.models import Release
from codes.review import actions
from codes.review.kinds.names import CHANGE_CODE, DEPRECATE_CODE
from tests.accounts.people import signed_in as signed_in_by_mail
from tests.accounts.people import the_code
from tests.pages.review.page import read
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.visible import text

ADDRESS = "/review/publish"


@pytest.fixture
def max_(clock):
    """The administrator's browser, in which they have just signed in, at a time when all is decided."""
    board()
    clock.now = START + 60 * DAY
    return signed_in_by_mail("max@example.org")


def button(answer):
    """The inputs of the form with the button; None where there is no button."""
    found = [form for form in read(answer).forms if "tag" in form["inputs"]]
    return found[0]["inputs"] if found else None


@pytest.mark.parametrize("name", ["ada", "lea", "sam"])
def test_it_is_for_administrators_alone(name, signed_in):
    board()
    client = signed_in(account(name))
    assert (client.get(ADDRESS).status_code, client.post(ADDRESS).status_code) == (403, 403)


def test_with_nothing_approved_there_is_no_button(max_):
    proposals.in_review()
    answer = max_.get(ADDRESS)
    assert "No approved proposal waits for publication." in text(answer)
    assert button(answer) is None


def test_what_is_seen_is_what_is_published(max_):
    made = proposals.approved()
    answer = max_.get(ADDRESS)
    said = text(answer)
    assert f"It would be 1.1.0 , after 1.0.0, with #{made.number}" in said
    assert "upstream.quota_exhausted whole entry not there added" in said
    assert "Publish 1.1.0" in said
    after = max_.post(ADDRESS, button(answer), follow=True)
    assert "Release 1.1.0 is published." in text(after)
    assert "The latest release is 1.1.0" in text(after)
    made.refresh_from_db()
    assert (made.state, made.release.version) == ("published", "1.1.0")


def test_of_several_those_are_published_that_were_chosen(max_):
    first, second = proposals.approved(), proposals.approved(CHANGE_CODE)
    both = text(max_.get(ADDRESS))
    assert f"#{first.number}, #{second.number}" in both
    answer = max_.get(ADDRESS, {"proposal": second.number})
    assert "Publish 1.0.1" in text(answer)
    assert max_.post(ADDRESS, button(answer)).status_code == 302
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("approved", "published")


def test_what_has_changed_since_it_was_seen_is_shown_first(max_, clock):
    first, second = proposals.approved(), proposals.approved(CHANGE_CODE)
    sent = button(max_.get(ADDRESS, {"proposal": [first.number, second.number]}))
    actions.publish(proposals=[second.number], by=account("max"), at=clock.now)
    sent["proposal"] = [first.number, second.number]
    clock.now += timedelta(minutes=1)
    answer = max_.post(ADDRESS, sent)
    assert answer.status_code == 412
    assert "has changed since this page was made" in text(answer)
    assert "It would be 1.1.0 , after 1.0.1" in text(answer)
    assert max_.post(ADDRESS, button(answer)).status_code == 302
    assert [each.version for each in Release.objects.order_by("number")] == ["1.0.0", "1.0.1", "1.1.0"]


def test_a_double_click_makes_one_release(max_):
    proposals.approved()
    sent = button(max_.get(ADDRESS))
    answers = [max_.post(ADDRESS, sent) for _ in range(2)]
    assert [(each.status_code, each["Location"]) for each in answers] == [(302, ADDRESS)] * 2
    assert Release.objects.count() == 2


def test_nothing_chosen(max_):
    proposals.approved()
    answer = max_.post(ADDRESS, {"tag": "1.0.0"})
    assert answer.status_code == 400
    assert "Choose at least one proposal." in text(answer)


@pytest.mark.parametrize("number", ["x", "0", "99999999999999999999"])
def test_what_is_no_proposal(number, max_):
    answer = max_.post(ADDRESS, {"tag": "1.0.0", "proposal": number})
    assert answer.status_code == 400
    assert max_.get(ADDRESS, {"proposal": number}).status_code == 200


def test_without_the_tag_of_the_page_nothing_is_published(max_):
    made = proposals.approved()
    assert max_.post(ADDRESS, {"proposal": made.number}).status_code == 400
    assert max_.post(ADDRESS, {"proposal": made.number, "tag": "1.0.0"}).status_code == 412
    assert Release.objects.count() == 1


def test_ones_own_is_left_to_another(max_):
    made = proposals.approved(by=account("max"))
    answer = max_.get(ADDRESS)
    assert "You have a conflict of interest, so another administrator publishes it." in text(answer)
    assert button(answer) is None
    refused = max_.post(ADDRESS, {"proposal": made.number, "tag": f"1.0.0 {made.number}:{made.tag}"})
    assert refused.status_code == 403
    assert "You are the submitter of this proposal" in text(refused)
    assert Release.objects.count() == 1


def test_who_alone_decided_does_not_publish(clock):
    board()
    for name, role in (("ada", "expert"), ("ben", "expert"), ("lea", "lead")):
        actions.dismiss(account=account(name), role=role, by=None, at=clock.now)
    one = account("max")
    actions.appoint(account=one, role="expert", by=None, at=clock.now)
    made = proposals.submitted(at=clock.now)
    actions.assign(proposal=made.number, expert=one, by=one, at=clock.now)
    made = actions.start_review(proposal=made.number, by=one, at=clock.now)
    clock.now = made.comment_until
    actions.vote(proposal=made.number, verdicts=proposals.APPROVE, no_conflict=True, by=one, at=clock.now)
    made.refresh_from_db()
    assert made.state == "approved"
    max_ = signed_in_by_mail("max@example.org")  # the session of three weeks ago has ended
    answer = max_.get(ADDRESS)
    assert "You alone decided about it, so another administrator publishes it." in text(answer)
    assert button(answer) is None
    refused = max_.post(ADDRESS, {"proposal": made.number, "tag": f"1.0.0 {made.number}:{made.tag}"})
    assert refused.status_code == 409
    assert Release.objects.count() == 1


def test_what_does_not_fit_any_more_is_named(max_):
    first = proposals.approved(DEPRECATE_CODE, code="loop.timeout", successor="tool.timeout")
    second = proposals.approved(DEPRECATE_CODE, code="output.empty", successor="loop.timeout")
    answer = max_.get(ADDRESS)
    assert f"with #{first.number}." in text(answer)
    assert "Not in it" in text(answer)
    assert button(answer)["proposal"] == str(first.number)
    sent = {"proposal": second.number, "tag": f"1.0.0 {second.number}:{second.tag}"}
    assert max_.post(ADDRESS, button(answer)).status_code == 302
    refused = max_.post(ADDRESS, {**sent, "tag": sent["tag"].replace("1.0.0", "1.1.0")})
    assert refused.status_code == 409
    assert "loop.timeout" in text(refused)


def test_what_is_out_of_sight_is_brought_back_first(max_, clock):
    made = proposals.approved()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=clock.now)
    answer = max_.get(ADDRESS)
    assert "It is out of public sight. Bring it back before it is published." in text(answer)
    assert button(answer) is None
    sent = {"proposal": made.number, "tag": f"1.0.0 {made.number}:{made.tag}"}
    assert max_.post(ADDRESS, sent).status_code == 409
    actions.unhide(proposal=made.number, by=account("lea"), at=clock.now)
    assert max_.post(ADDRESS, sent).status_code == 302


def test_who_signed_in_long_ago_does_it_again_and_goes_on(max_):
    proposals.approved()
    sent = button(max_.get(ADDRESS))
    session = max_.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= 24 * 3600
    session.save()
    answer = max_.post(ADDRESS, sent)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/again")
    assert Release.objects.count() == 1
    max_.post("/account/again", {"recipient": "max@example.org", "next": ADDRESS})
    answer = max_.post("/account/again/code", {"code": the_code(), "next": ADDRESS}, follow=True)
    # The release that they had chosen and looked at.
    assert "Release 1.1.0 is published." in text(answer)
    assert Release.objects.count() == 2


def test_a_forged_form_is_refused(clock):
    board()
    made = proposals.approved()
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("max"))
    tag = f"1.0.0 {made.number}:{made.tag}"
    assert client.post(ADDRESS, {"proposal": made.number, "tag": tag}).status_code == 403
