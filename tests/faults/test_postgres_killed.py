"""PostgreSQL is killed under load and started again: reads go on, and no write is lost or made twice."""

import json
import os
import subprocess
import sys
import threading
import time

import pytest
from django.conf import settings

from tests.support import postgres
from tests.support.apart import begin, environment, manage, play
from tests.support.posting import check_refusal, post
from tests.support.proposals import new_code
from tests.support.server import get, own_database, served
from tests.support.smtp import MailServer

pytestmark = [pytest.mark.slow, own_database]

WRITERS, EACH = 4, 15  # an account has room for twenty drafts
PEOPLE = f"""
from tests.support.callers import token
from tests.support.people import account
for number in range({WRITERS}):
    print(token(account(f"writer{{number}}"), "propose"))
"""
FOUND = """
import json
from codes.api.models import KeyedRequest
from codes.review.models import Proposal
print(json.dumps([
    sorted(row.content["code"] for row in Proposal.objects.all()),
    sorted([row.key, row.status, row.headers["Location"]] for row in KeyedRequest.objects.all()),
]))
"""
# The whole way, with what was made before.
AFTERWARDS = """
from tests.support import proposals
proposals.published(code="upstream.after_the_crash")
"""
EXPECTED = """
from codes.review import notices
from codes.review.models import Event
print(sum(len(notices.recipients(event)) for event in Event.objects.all()))
"""
IN_MEMORY = ["/", "/codes/", "/codes/tool.timeout", "/codes.json", "/releases/1.0.0/registry.json", "/llms.txt"]


@pytest.fixture
def server():
    made = postgres.Server(durable=True)
    yield made
    made.stop()


@pytest.fixture
def mail():
    made = MailServer()
    yield made
    made.down()


@pytest.fixture
def notice_worker(server, mail):
    """Starts one beside the site, and ends it."""
    started = []

    def start(given):
        words = [sys.executable, "manage.py", "send_notices", "--loop"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        more = {"cwd": settings.ROOT, "env": {**os.environ, **given}, "preexec_fn": postgres.die_with_parent}
        started.append(subprocess.Popen(words, **quiet, **more))
        return started[0]

    yield start
    for each in started:
        each.kill()
        each.wait()


def check_away(port):
    """While nothing listens where the database was."""
    check_refusal(post(port, "proposals", {"kind": "new_code"}, Authorization="Bearer " + 64 * "0"))
    for address in ("/account/", "/account/tokens"):
        answer = get(port, address, Cookie="sessionid=of-whomever")
        assert (answer.status, answer.headers["retry-after"]) == (503, "5")
        assert answer.headers["cache-control"] == "private, no-store"


class Load:
    """Readers and writers, until `stop`."""

    def __init__(self, port, tokens):
        self.port, self.tokens = port, tokens
        self.expected = {address: get(port, address).body for address in IN_MEMORY}
        self.faults, self.made, self.refused, self.reads = [], {}, 0, 0
        self.stop = threading.Event()
        self.writers = [threading.Thread(target=self.guarded, args=(self.write, n)) for n in range(len(tokens))]
        self.readers = [threading.Thread(target=self.guarded, args=(self.read, n)) for n in range(2)]
        for each in (*self.writers, *self.readers):
            each.start()

    def guarded(self, act, number):
        try:
            act(number)
        except Exception as fault:
            self.faults.append(repr(fault))
            raise

    def read(self, number):
        while not self.stop.is_set():
            for address in IN_MEMORY:
                answer = get(self.port, address, timeout=10)
                assert (answer.status, answer.body == self.expected[address]) == (200, True), address
                # No copy of this one is in memory, and it needs no database either.
                assert get(self.port, f"/codes/tool.timeout.json?{time.monotonic_ns()}", timeout=10).status == 200
                self.reads += 1

    def write(self, number):
        for turn in range(EACH):
            body = {"kind": "new_code", "content": new_code(code=f"upstream.writer_{number}_{turn}")}
            key = f"key-{number}-{turn}"
            while not self.stop.is_set():
                headers = {"Authorization": f"Bearer {self.tokens[number]}", "Idempotency_Key": key}
                answer = post(self.port, "proposals", body, **headers)
                if answer.status == 201:
                    break
                check_refusal(answer)
                self.refused += 1
                time.sleep(0.2)  # in life, as long as Retry-After says
            else:
                return
            self.made[key] = answer.headers["location"]
            time.sleep(0.05)


def test_killed_under_load(server, mail, notice_worker, tmp_path):
    more = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(mail.port)}
    given = environment(server.url, FAST_PATH_MEGABYTES="16", API_WRITES_PER_MINUTE="0", **more)
    tokens = begin(given, PEOPLE).splitlines()[-WRITERS:]
    worker = notice_worker(given)
    with served(given, tmp_path / "granian.log", threads=4) as port:
        load = Load(port, tokens)
        try:
            for _ in range(2):
                so_far = len(load.made)
                while len(load.made) < so_far + WRITERS * EACH // 4 and not load.faults:
                    time.sleep(0.02)
                server.kill()
                check_away(port)
                # One round more than there are readers is one that began when the database was away.
                reads, end = load.reads, time.monotonic() + 60
                time.sleep(1)
                while load.reads <= reads + len(load.readers) and not load.faults:
                    assert time.monotonic() < end
                    time.sleep(0.02)
                server.run()
            for each in load.writers:
                each.join(60)
        finally:
            load.stop.set()
            for each in (*load.writers, *load.readers):
                each.join(60)
        assert load.faults == []
        assert load.refused > 0
        # What was answered stays answered: sent again, each key gives the same proposal.
        for number, text in enumerate(tokens):
            body = {"kind": "new_code", "content": new_code(code=f"upstream.writer_{number}_0")}
            again = post(port, "proposals", body, Authorization=f"Bearer {text}", Idempotency_Key=f"key-{number}-0")
            assert (again.status, again.headers["idempotent-replayed"]) == (201, "true")
            assert again.headers["location"] == load.made[f"key-{number}-0"]

        codes, keys = json.loads(play(given, FOUND))
        assert codes == sorted(f"upstream.writer_{number}_{turn}" for number in range(WRITERS) for turn in range(EACH))
        assert keys == sorted([key, 201, location] for key, location in load.made.items())
        assert len(set(load.made.values())) == WRITERS * EACH
        play(given, AFTERWARDS)
        assert manage(given, "verify_registry").startswith("2 releases and ")
        end = time.monotonic() + 30
        while get(port, "/codes/upstream.after_the_crash").status != 200:
            assert time.monotonic() < end
            time.sleep(0.2)
        # The worker that sends mail has lived through it.
        expected, end = int(play(given, EXPECTED)), time.monotonic() + 120
        while len(mail.taken) < expected:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert (worker.poll(), set(mail.copies().values()), len(mail.taken)) == (None, {1}, expected)
