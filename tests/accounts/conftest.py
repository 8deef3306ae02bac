import pytest
from django.core.cache import cache

from codes.accounts.enrol import enrol


@pytest.fixture(autouse=True)
def _no_attempts(db):
    """Counters of attempts are those of the test that makes them, also where it commits."""
    cache.clear()


@pytest.fixture
def ada(db):
    return enrol("ada@example.org", name="Ada")
