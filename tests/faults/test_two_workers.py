"""Two tick workers and two notice workers at once, as processes of their own beside one database."""

import os
import subprocess
import sys
import threading
import time

import pytest
from django.conf import settings

from tests.support import postgres
from tests.support.apart import begin, environment, manage, play
from tests.support.server import own_database
from tests.support.smtp import MailServer

pytestmark = [pytest.mark.slow, own_database]

# Enough for a tick to do of each kind, dated so that it is due now.
DUE = """
from datetime import timedelta
from django.utils import timezone
from codes.review import actions
from tests.support import proposals
now = timezone.now()
for number in range(2):
    proposals.voted(code=f"upstream.decided_{number}", at=now - timedelta(days=15))
    proposals.submitted(code=f"upstream.waiting_{number}", at=now - timedelta(days=5))
    proposals.needs_info(code=f"upstream.expired_{number}", at=now - timedelta(days=61))
"""
EXPECTED = """
from codes.review import notices
from codes.review.models import Event
print(sum(len(notices.recipients(event)) for event in Event.objects.all()))
"""
FOUND = """
from collections import Counter
from codes.review.models import Delivery, Event, Reminder
moves = Counter((event.move, event.subject) for event in Event.objects.filter(role="clock"))
print(sorted((move, number) for (move, _), number in moves.items()))
print(Delivery.objects.count(), Delivery.objects.filter(sent=None).count(), Delivery.objects.filter(attempts=1).count())
"""


@pytest.fixture(params=["postgresql", "sqlite"])
def site(request, tmp_path):
    mail = MailServer(seconds=0.02)
    more = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(mail.port)}
    server = postgres.Server() if request.param == "postgresql" else None
    yield environment(server.url if server else f"sqlite:///{tmp_path / 'registry.sqlite3'}", **more), mail
    mail.down()
    if server:
        server.stop()


class Meeting:
    """Keeps whoever sends a mail alone waiting for another, until two have sent at the same time once: on a busy
    machine one of them may begin when the other one could be done. Not for so long that the sender gives up.
    """

    def __init__(self):
        self.here, self.met, self.changed = 0, False, threading.Condition()

    def __call__(self, recipient):
        with self.changed:
            self.here += 1
            self.met = self.met or self.here > 1
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.met, timeout=5)
            self.here -= 1


def start(given, *words):
    return subprocess.Popen(
        [sys.executable, "-u", "manage.py", *words],
        cwd=settings.ROOT,
        env={**os.environ, **given},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_each_thing_is_done_once(site):
    given, mail = site
    mail.on_taking = Meeting()
    begin(given, DUE)
    ticks = [start(given, "tick") for _ in range(2)]
    loops = [start(given, "send_notices", "--loop") for _ in range(2)]
    try:
        said = [tick.communicate(timeout=60)[0] for tick in ticks]
        assert [tick.returncode for tick in ticks] == [0, 0], said
        expected, end = int(play(given, EXPECTED)), time.monotonic() + 60
        while len(mail.taken) < expected:
            assert time.monotonic() < end, len(mail.taken)
            time.sleep(0.1)
        # The last is marked a moment after it has arrived, and said a moment after that.
        while (found := play(given, FOUND).splitlines())[1].split()[1] != "0":
            assert time.monotonic() < end, found
        time.sleep(1)
    finally:
        for each in loops:
            each.terminate()
        sent = [each.communicate()[0] for each in loops]

    done = sorted(line.partition(" ")[2] for each in said for line in each.splitlines())
    assert done == ["approved"] * 2 + ["expired"] * 2 + ["reminded: triage"] * 2
    assert found[0] == str([("approve", 1)] * 2 + [("expire", 1)] * 2 + [("remind", 1)] * 2)
    everything, _, at_the_first_try = map(int, found[1].split())
    assert everything == at_the_first_try == len(mail.taken)
    assert set(mail.copies().values()) == {1}
    for recipient in {to for to, _, _ in mail.taken}:
        assert mail.order(recipient) == sorted(mail.order(recipient))
    assert all("sent, 0 to be tried again" in each for each in sent), "both of them had work"
    manage(given, "verify_registry")
