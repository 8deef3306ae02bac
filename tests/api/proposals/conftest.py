import pytest

from codes.api import acting
from tests.support.people import DAY, START


@pytest.fixture(autouse=True)
def _published(published):
    pass


@pytest.fixture
def at(monkeypatch):
    """Sets the clock of the API to so many days after the people were appointed."""

    def set_to(days):
        monkeypatch.setattr(acting, "now", lambda: START + days * DAY)

    set_to(0)
    return set_to
