"""Fixtures of the whole suite. Test data is made by calling the product's actions, never by writing rows."""

from collections.abc import Iterator

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from codes.harness_errors.document import Registry, Signals
from codes.registry import load
from codes.releases import current, publish
from codes.releases.models import Release

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


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The initial registry, published, stands in the test database: loaded once, since most tests only read it."""
    with django_db_blocker.unblock():
        fill()


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """What a process remembers of a release must not outlive the test's database."""
    current.forget()
    yield
    current.forget()


@pytest.fixture
def published(db: None):
    """Release 1.0.0 of the initial registry; again, where a test with real commits has emptied the tables."""
    fill()
    return Release.objects.get(version="1.0.0")


@pytest.fixture
def registry(published: Release) -> Registry:
    """The document of 1.0.0."""
    return current.current().registry


@pytest.fixture
def signals(published: Release) -> Signals:
    """The crosswalk of 1.0.0."""
    return current.current().signals


@pytest.fixture
def empty(db: None) -> None:
    """Migrated tables without a row."""
    call_command("flush", interactive=False, verbosity=0)


def fill() -> None:
    """What a first start does: load the fixtures and publish them. Nothing where that has been done."""
    if load.load(settings.FIXTURES):
        publish.publish_initial(published=load.published(settings.FIXTURES))
