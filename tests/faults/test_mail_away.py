"""The mail server is away for an hour, through a real connection; the time is what the test says."""

from datetime import timedelta

import pytest

from codes.review import actions, notices
from codes.review.models import Delivery, Event
from tests.support import proposals
from tests.support.people import START, account
from tests.support.proposals import TEXT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("published")]

MINUTE = timedelta(minutes=1)
# The tries of one mail, in minutes after the first: the wait doubles each time.
TRIES = [0, 1, 3, 7, 15, 31, 63]


def said(made, at):
    actions.comment(proposal=made.number, text=TEXT, by=account("nan"), at=at)


def expected():
    """Each recipient of each event, by the table of who is told."""
    return {(each.email, event.number) for event in Event.objects.all() for each in notices.recipients(event)}


def arrived(mail_server):
    return [(recipient, int(identifier.split("-")[1])) for recipient, identifier, _ in mail_server.taken]


def test_an_hour_without_a_mail_server(mail_server):
    """Events go on meanwhile. Everything arrives once, and nobody reads the end before the beginning."""
    made = proposals.in_review()
    mail_server.down()
    tries = {}
    for minute in range(60):
        at = START + minute * MINUTE
        if minute % 20 == 10:
            said(made, at)
        before = dict(Delivery.objects.values_list("pk", "attempts"))
        assert notices.send(at)[0] == 0
        for pk, attempts in Delivery.objects.values_list("pk", "attempts"):
            assert attempts - before.get(pk, 0) in (0, 1)
            if attempts > before.get(pk, 0):
                tries.setdefault(pk, []).append(minute)
    first = Delivery.objects.order_by("notice_id", "pk")[0]
    assert tries[first.pk] == TRIES[:-1]

    mail_server.up()
    # What is new now is not sent before what has waited.
    said(made, START + 61 * MINUTE)
    assert notices.send(START + 61 * MINUTE) == (0, 0)
    minute = 61
    while Delivery.objects.filter(sent=None).exists():
        minute += 1
        assert notices.send(START + minute * MINUTE)[1] == 0
    assert minute <= 63 + 1
    found = arrived(mail_server)
    assert len(found) == len(set(found)) == len(expected())
    assert set(found) == expected()
    for recipient in {to for to, _ in found}:
        assert mail_server.order(recipient) == sorted(mail_server.order(recipient))
    assert notices.send(START + 90 * MINUTE) == (0, 0)


def test_one_mail_that_cannot_be_sent_is_not_in_the_way_for_ever(mail_server, monkeypatch):
    account("ada", "expert")
    proposals.submitted()
    message = notices.message

    def broken(delivery):
        if delivery.notice.event.move == "appoint" and delivery.account == account("ada"):
            raise ValueError
        return message(delivery)

    monkeypatch.setattr(notices, "message", broken)
    hours = [quarter / 4 for quarter in range(4 * 12) if notices.send(START + quarter * 15 * MINUTE)[0]]
    # The others are told at once, she is when the first mail has failed for long.
    assert [recipient for recipient, _ in arrived(mail_server)].count("ada@example.org") == 1
    assert 8 < hours[-1] < 12
    assert Delivery.objects.filter(sent=None).count() == 1


def test_a_mail_server_that_hangs_up_in_the_middle(mail_server):
    """It has taken the mail, and the sender does not know: a second copy, with the same Message-ID."""

    def hang_up(recipient):
        mail_server.on_taking = lambda recipient: None
        raise ConnectionResetError

    account("ada", "expert")
    mail_server.on_taking = hang_up
    assert notices.send(START) == (0, 1)
    assert notices.send(START + MINUTE) == (1, 0)
    assert list(mail_server.copies().values()) == [2]
