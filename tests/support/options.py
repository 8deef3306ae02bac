"""The pytest options --db and --slow: a plugin (pyproject.toml), so as to come before Django's settings."""

import os
from collections.abc import Generator

import pytest

from tests.support import postgres

# What the settings read; the tests are the same whatever a person has set in their shell.
SETTINGS = ("SECRET_KEY", "SECRET_KEY_FILE", "ALLOWED_HOSTS", "DATABASE_URL", "PUBLIC_BASE_URL", "SIGNING_KEY",
            "SIGNING_KEY_FILE", "REQUIRE_SECOND_FACTOR", "TRUST_PROXY", "EMAIL_HOST", "METRICS")  # fmt: skip

# Only the test database made beside it is (tests/conftest.py). Not ":memory:", or the live server, which may start
# before that, would share one connection between its threads.
NEVER_OPENED = "sqlite:////nonexistent/database.sqlite3"

# What pytest-django opens a database for, beside its marker.
REACHING = {"db", "transactional_db", "django_db_setup", "live_server"}
# Folders whose subject is a document, wherever it comes from.
FROM_MEMORY = ("tests/fixtures_facts/", "tests/harness_errors/", "tests/releases/formats/")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the two options."""
    group = parser.getgroup("registry")
    group.addoption("--db", choices=["sqlite", "postgres"], default="sqlite", help="the database to test on")
    group.addoption("--slow", action="store_true", help="run the tests marked slow, too (CI always does)")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    """Choose the database before pytest-django reads the settings; a PostgreSQL lives as long as the run."""
    for name in SETTINGS:
        os.environ.pop(name, None)
    # Tests ask more often than one client may; those of the limits set them.
    os.environ |= {"API_TOOLS_PER_MINUTE": "0", "API_WRITES_PER_MINUTE": "0"}
    os.environ["DEBUG"] = "1"  # development's defaults; pytest-django still sets settings.DEBUG to False
    url = NEVER_OPENED
    if early_config.known_args_namespace.db == "postgres":
        url, stop = postgres.start()
        early_config.add_cleanup(stop)
    os.environ["DATABASE_URL"] = url
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out unless asked for, and on PostgreSQL those to which the database is all the same."""
    slow = config.getoption("slow") or os.environ.get("CI") == "true"
    postgres = config.getoption("db") == "postgres"
    left_out = [
        item for item in items if (item.get_closest_marker("slow") and not slow) or (postgres and all_the_same(item))
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        left = set(left_out)
        items[:] = [item for item in items if item not in left]


def all_the_same(item: pytest.Item) -> bool:
    """Whether the database does not matter: the test reaches none, or only reads a release (docs/adr/0008)."""
    if item.get_closest_marker("own_database"):
        return False  # one of the two suites has to run it
    # pytest-django lets no test reach a database that does not say so in one of these ways.
    reaches = item.get_closest_marker("django_db") or REACHING & set(getattr(item, "fixturenames", ()))
    return not reaches or item.get_closest_marker("from_memory") is not None or item.nodeid.startswith(FROM_MEMORY)
