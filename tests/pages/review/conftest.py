from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.support.people import START


@pytest.fixture(autouse=True)
def _published(published):
    cache.clear()


@pytest.fixture
def clock(monkeypatch):
    """The time of the site: an hour after everything began, until a test sets another."""

    class Clock:
        now = START + timedelta(hours=1)

    monkeypatch.setattr(timezone, "now", lambda: Clock.now)
    return Clock


@pytest.fixture
def signed_in(clock):
    """A browser in which `account` is signed in."""

    def signed_in(account):
        client = Client()
        client.force_login(account)
        return client

    return signed_in
