import pytest
from django.core import signals
from django.core.handlers.wsgi import WSGIHandler
from django.db import close_old_connections

from codes.fast import admit
from codes.fast.layer import FastPath
from codes.releases import current

ROOM = 64 * 2**20


class Looking:
    """Looks at the pointer on the test's own connection, which no other thread can use."""

    def generation(self):
        try:
            held = current.current()
        except current.NothingPublished:
            return None
        return held.serial, held.release.sha256


class Counting:
    """Django, and how often it was asked."""

    def __init__(self):
        self.asked = 0
        self.handler = WSGIHandler()

    def __call__(self, environ, start_response):
        self.asked += 1
        return self.handler(environ, start_response)


@pytest.fixture(autouse=True)
def _one_connection():
    """A request closes the connection that a test's transaction is open on; the test client takes the same care."""
    both = (signals.request_started, signals.request_finished)
    for signal in both:
        signal.disconnect(close_old_connections)
    yield
    for signal in both:
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _hosts():
    admit._known.cache_clear()
    yield
    admit._known.cache_clear()


@pytest.fixture
def slow(published):
    return Counting()


@pytest.fixture
def fast(slow):
    return FastPath(slow, ROOM, Looking())
