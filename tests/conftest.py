"""Fixtures of the whole suite. Test data is made by calling the product's actions, never by writing rows."""

import hypothesis
import pytest
from django.conf import settings
from django.db import connection

# Examples take as long as the machine is busy; what is slow is marked slow instead.
hypothesis.settings.register_profile("usual", deadline=None)
hypothesis.settings.register_profile("slow", deadline=None, max_examples=1000)


def pytest_configure(config: pytest.Config) -> None:
    """More examples for properties where somebody waits for the slow tests anyway."""
    hypothesis.settings.load_profile("slow" if config.getoption("slow") else "usual")
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns where it is missing


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file, as in life: in memory, all threads share one connection and no race can show."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("sqlite") / "test.sqlite3")
