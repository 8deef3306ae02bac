"""`dev.py demo`, as a newcomer starts it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode

import pytest
from django.conf import settings

from tests.support.server import free_port, own_database

pytestmark = own_database

# What dev.py does, with the packages that are here and a database that goes with the test.
START = """
import pathlib, sys
from tools import server
server.ensure, server.PYTHON = lambda level: None, sys.executable
server.DEMO_DATABASE = pathlib.Path(sys.argv[1])
sys.exit(server.demo())
"""


@pytest.fixture
def demo(tmp_path):
    """The address, and what stands on the terminal so far."""
    port, log = free_port(), tmp_path / "terminal.txt"
    # None of these may be played with, whatever a person has set.
    theirs = {"DATABASE_URL": "sqlite:////nonexistent/theirs.sqlite3", "EMAIL_HOST": "mail.example", "DEBUG": "0"}
    environment = {**os.environ, **theirs, "PORT": str(port), "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", START, str(tmp_path / "demo.sqlite3")],
            cwd=settings.ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait(lambda: "Sign in at /account/" in log.read_text() or process.poll() is not None, log)
        yield f"http://localhost:{port}", log
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def wait(holds, log):
    end = time.monotonic() + 90
    while not holds():
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.2)


def test_a_newcomer_signs_in_and_finds_everything(demo):
    address, log = demo
    assert f"Agent Harness Error Codes: {address}/" in log.read_text()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(path):
        with browser.open(f"{address}{path}", timeout=30) as answer:
            return answer.read().decode()

    def send(path, **fields):
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', get(path))[1]
        with browser.open(f"{address}{path}", urlencode({**fields, "csrfmiddlewaretoken": token}).encode()) as answer:
            return answer.geturl(), answer.read().decode()

    states = {row["state"] for row in json.loads(get("/api/v1/proposals"))["results"]}
    assert states == {
        "submitted", "needs_info", "in_review", "approved", "published", "rejected", "withdrawn", "expired",
    }  # fmt: skip
    assert json.loads(get("/api/v1/registry"))["release"] == "1.1.0"
    assert "tool.invalid_result" in get("/codes/tool.invalid_result")

    send("/account/sign-in", email="ada@example.org")
    codes = re.compile(r"^([A-Z]{4}-[A-Z]{4})$", re.MULTILINE)
    wait(lambda: codes.search(log.read_text()), log)
    arrived, page = send("/account/sign-in/code", code=codes.search(log.read_text())[1])
    assert arrived == f"{address}/account/"
    assert "Ada Expert" in page
    assert "upstream.quota_exhausted" in get("/review/")
    assert "Traceback" not in log.read_text()
