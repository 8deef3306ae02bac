"""A notice worker is killed after the mail server has its mail and before it is marked as sent."""

import os
import signal
from datetime import timedelta

import pytest
from django.db import connections

from codes.review import notices
from codes.review.models import Delivery
from tests.support import proposals
from tests.support.people import START, board

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("published")]


def worker(at):
    """A process of its own, as `send_notices` is one."""
    connections.close_all()  # it opens its own
    child = os.fork()
    if child == 0:
        try:
            notices.send(at)
        finally:
            os._exit(1)
    return child


def test_what_its_readers_see(mail_server):
    """One mail comes twice, with the same Message-ID; no other does, and none is lost. That is `at least once`."""
    board()
    proposals.submitted()
    third = []

    def kill(recipient):
        if len(mail_server.taken) == 3:
            third.append(recipient)
            os.kill(child, signal.SIGKILL)

    mail_server.on_taking = kill
    child = worker(START)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert (len(mail_server.taken), Delivery.objects.exclude(sent=None).count()) == (3, 2)

    mail_server.on_taking = lambda recipient: None
    # The others go out at once, but for those to the same reader, who are held until the lease has run out.
    notices.send(START + timedelta(minutes=1))
    waiting = Delivery.objects.filter(sent=None)
    assert {each.account.email for each in waiting} == set(third)
    assert notices.send(START + notices.LEASE - timedelta(seconds=1)) == (0, 0)
    held = waiting.count()
    assert notices.send(START + notices.LEASE + timedelta(seconds=1)) == (held, 0)

    copies = mail_server.copies()
    assert sorted(copies.values()) == [1] * 6 + [2]
    [(twice, _)] = [key for key, number in copies.items() if number == 2]
    assert [twice] == third
    first, second = (message for to, identifier, message in mail_server.taken if copies[to, identifier] == 2)
    assert first.get_payload() == second.get_payload()
    for recipient in {to for to, _ in copies}:
        assert mail_server.order(recipient) == sorted(mail_server.order(recipient))
