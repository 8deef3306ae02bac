"""The whole site, served by granian from a PostgreSQL of its own, while that PostgreSQL hangs, and when it is gone."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings

from tests.support import postgres
from tests.support.server import get, manage, own_database, served

pytestmark = [pytest.mark.slow, own_database]

IN_MEMORY = [
    "/",
    "/codes/",
    "/codes/tool.timeout",
    "/codes.json",
    "/releases/1.1.0/registry.json",
    "/problems/harness-error",
]
# A preview is made from rows.
PREVIEW = "/releases/next/registry.json"
LONGEST = 5.0
SECOND_RELEASE = """
import django
django.setup()
from tests.support.history import deprecate, publish_next
deprecate()
publish_next()
"""


@pytest.fixture
def database():
    server = postgres.Server()
    environment = {
        "DATABASE_URL": server.url,
        "DEBUG": "1",
        "FAST_PATH_MEGABYTES": "16",
        "API_TOOLS_PER_MINUTE": "60",
        "DJANGO_SETTINGS_MODULE": "registry_site.settings",
        "PYTHONPATH": str(settings.ROOT),
    }
    for command in ("migrate", "createcachetable", "load_registry", "publish_initial"):
        manage(environment, command)
    subprocess.run([sys.executable, "-c", SECOND_RELEASE], env={**os.environ, **environment}, check=True)
    yield environment, server
    server.stop()


def send(processes, number):
    for process in processes:
        os.kill(process, number)


def timed(port, address, **headers):
    started = time.monotonic()
    answer = get(port, address, Accept="application/json, */*;q=0.1", **headers)
    return answer, time.monotonic() - started


def check_reads(port):
    for address in IN_MEMORY:
        answer, seconds = timed(port, address)
        assert (answer.status, seconds < 1) == (200, True), (address, answer.status, seconds)
        assert timed(port, address, If_None_Match=answer.headers["etag"])[0].status == 304


def unread():
    """An address whose bytes are in the database alone, and have not been asked for under this one before."""
    return f"/releases/1.0.0/signals.json?{time.monotonic_ns()}"


def check_refusals(port):
    """All at once, more of them than there are threads."""
    with ThreadPoolExecutor(4) as pool:
        for answer, seconds in pool.map(lambda address: timed(port, address), [unread(), PREVIEW, unread(), PREVIEW]):
            assert answer.status == 503
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.headers["retry-after"] == "5"
            assert json.loads(answer.body)["type"] == "https://agenterrors.org/problems/unavailable"
            assert seconds < LONGEST


def check_questions(port):
    """What only computes goes on without being counted: here, to say what is wrong with no question at all."""
    for address in ("/inspect", "/api/v1/inspect"):
        started = time.monotonic()
        answer = get(port, address, "POST", Content_Type="application/json")
        assert answer.status in (400, 415), address
        assert time.monotonic() - started < LONGEST, address


def test_reads_go_on_from_memory_and_the_rest_is_refused_in_time(database, tmp_path):
    environment, server = database
    with served(environment, tmp_path / "granian.log") as port:
        for address in [*IN_MEMORY, unread(), PREVIEW]:
            assert timed(port, address)[0].status == 200, address
        check_questions(port)

        stopped = server.family
        send(stopped, signal.SIGSTOP)
        try:
            end = time.monotonic() + 4
            while time.monotonic() < end:  # across several looks at the pointer
                check_reads(port)
                time.sleep(0.2)
            check_refusals(port)
            check_questions(port)
            check_reads(port)
            health, seconds = timed(port, "/healthz")
            assert (health.status, json.loads(health.body)["status"], seconds < LONGEST) == (200, "degraded", True)
        finally:
            send(stopped, signal.SIGCONT)

        end = time.monotonic() + 15
        while timed(port, unread())[0].status != 200:
            assert time.monotonic() < end, "it does not come back"
            time.sleep(0.2)
        assert json.loads(timed(port, "/healthz")[0].body)["status"] == "ok"

        os.kill(server.family[0], signal.SIGINT)
        time.sleep(1)
        check_reads(port)
        check_refusals(port)
        check_questions(port)
        check_reads(port)
        assert timed(port, "/codes/tool.loose")[0].status == 404
