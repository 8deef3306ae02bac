"""Mail: to whom, once, after a failure again, and nobody's address in another's."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from codes.review import actions, notices
from codes.review.models import Delivery, Event
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.proposals import TEXT

pytestmark = pytest.mark.usefixtures("published")


def told(move):
    """Who is told of the last event of that kind."""
    event = Event.objects.filter(move=move).order_by("-number").first()
    return sorted(each.name for each in notices.recipients(event))


def test_who_is_told():
    proposals.published()
    assert {move: told(move) for move in ("submit", "start_review", "assign", "approve", "publish")} == {
        "submit": ["Ada", "Ben", "Lea"],
        "start_review": ["Ada", "Ben", "Sam"],  # the lead did it
        "assign": ["Ada", "Ben"],
        "approve": ["Ada", "Ben", "Lea", "Max", "Sam"],
        "publish": ["Ada", "Ben", "Lea", "Sam"],
    }


def test_each_mail_goes_out_once():
    board()
    made = proposals.submitted()
    first = notices.send(START)
    assert first == (7, 0)  # four appointments, one submission to three
    assert notices.send(START) == (0, 0)
    subjects = [each.subject for each in mail.outbox if "#" in each.subject]
    assert subjects == [f"[harness-codes #{made.number}] New code upstream.quota_exhausted was submitted"] * 3


def test_no_address_but_the_reader_s_own_is_in_a_mail():
    proposals.published()
    while notices.send(START) != (0, 0):
        pass
    assert len(mail.outbox) > 20
    for each in mail.outbox:
        found = set(re.findall(r"[\w.]+@example\.org", each.subject + each.body + str(each.extra_headers)))
        assert found == set()
        assert len(each.to) == 1


def test_a_mail_has_the_difference_the_date_and_the_link():
    board()
    made = proposals.submitted()
    notices.send(START)
    [body] = [each.body for each in mail.outbox if each.to == ["ada@example.org"] and "#" in each.subject]
    assert f"https://agenterrors.org/proposals/{made.number}" in body
    assert "Next: triage, due 2026-12-04 09:00 UTC (3 days left)" in body
    assert "Title\n  proposed: Upstream Quota Exhausted" in body
    assert "retryable by default\n  proposed: no\n" in body
    url = "https://example.org/specs/agent-quota-errors-01"
    assert f"Reference\n  proposed: Agent Quota Errors, section 2 <{url}>\n" in body


def test_text_of_strangers_is_plain_and_makes_no_header():
    board()
    proposals.submitted(title="<b>Quota & Co</b>")
    notices.send(START)
    [body] = [each.body for each in mail.outbox if each.to == ["ada@example.org"] and "#" in each.subject]
    assert "<b>Quota & Co</b>" in body


def test_a_failure_is_tried_again_later_and_later(monkeypatch):
    account("ada", "expert")
    monkeypatch.setattr(EmailBackend, "send_messages", _refuse)
    assert notices.send(START) == (0, 1)
    assert notices.send(START) == (0, 0)
    assert notices.send(START + timedelta(minutes=1)) == (0, 1)
    delivery = Delivery.objects.get()
    assert (delivery.attempts, delivery.failure) == (2, "ConnectionRefusedError")
    assert delivery.next_try == START + timedelta(minutes=3)
    monkeypatch.undo()
    assert notices.send(START + timedelta(minutes=3)) == (1, 0)
    assert len(mail.outbox) == 1


def _refuse(self, messages):
    raise ConnectionRefusedError


def test_a_sender_who_died_is_taken_over_with_the_same_message_id():
    """After sending and before the mark: a second copy that a mail program can tell by its id."""
    account("ada", "expert")
    notices._expand(START)
    held = notices._lease(START)
    notices.message(held).send()
    assert notices.send(START + timedelta(minutes=4)) == (0, 0)
    assert notices.send(START + timedelta(minutes=6)) == (1, 0)
    assert len({each.extra_headers["Message-ID"] for each in mail.outbox}) == 1


def test_who_has_left_is_told_nothing():
    account("ada", "expert")
    notices._expand(START)
    ada = account("ada")
    ada.is_active = False
    ada.save()
    assert notices.send(START) == (0, 0)
    assert mail.outbox == []


def test_recipients_are_those_of_the_time_of_sending():
    board()
    made = proposals.submitted()
    actions.dismiss(account=account("ben"), role="expert", by=None, at=START)
    event = Event.objects.get(move="submit")
    assert sorted(each.name for each in notices.recipients(event)) == ["Ada", "Lea"]
    assert made.state == "submitted"


def test_an_appointment_is_told_to_whom_it_is_about():
    account("ada", "expert")
    notices.send(START)
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["ada@example.org"], "[harness-codes] You were appointed as expert")


def test_a_comment_reaches_those_who_commented():
    made = proposals.in_review()
    actions.comment(proposal=made.number, text=TEXT, by=account("nan"), at=START)
    actions.comment(proposal=made.number, text=TEXT, by=account("sam"), at=START + DAY)
    assert told("comment") == ["Ada", "Ben", "Lea", "Nan"]


def test_who_is_turned_down_reads_why_and_what_would_succeed():
    proposals.rejected()
    while notices.send(START) != (0, 0):
        pass
    [body] = [each.body for each in mail.outbox if each.to == ["sam@example.org"] and "was rejected" in each.subject]
    assert body.count("A registered code covers it.") == 2
    assert body.count(f"No: No registered code covers it already: {TEXT}") == 2
    assert body.count("What would succeed: Say what a consumer does differently.") == 2


def test_who_has_commented_hears_no_more_of_what_was_taken_out_of_sight():
    board()
    made = proposals.submitted()
    call = {"proposal": made.number, "at": START}
    actions.comment(text=TEXT, by=account("nan"), **call)
    actions.comment(text=TEXT, by=account("lea"), **call)
    assert told("comment") == ["Nan", "Sam"]
    actions.hide(reason=TEXT, by=account("lea"), **call)
    assert told("comment") == ["Sam"]


def test_who_did_it_is_said_with_the_role_that_people_know():
    made = proposals.in_review()
    actions.ask(proposal=made.number, text=TEXT, by=account("ada"), at=START)
    actions.comment(proposal=made.number, text=TEXT, by=account("nan"), at=START)
    while notices.send(START) != (0, 0):
        pass
    mine = [each.body for each in mail.outbox if each.to == ["sam@example.org"]]
    said = [re.findall(r"^By: (.*)$", body, re.MULTILINE) for body in mine]
    assert said == [["Lea, expert"], ["Ada, expert"], ["Nan"]]
