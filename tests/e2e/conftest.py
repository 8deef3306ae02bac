"""Browser fixtures: Debian's Chromium, the live server, and `visit`."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.visit import Visit
from tools.browser import FLAGS, find_chromium

# Playwright's synchronous interface keeps an event loop alive, in which Django would refuse its own ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
# In milliseconds: what is expected comes at once on a quiet machine, and later on a busy one.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the machine's own Chromium."""
    chromium = find_chromium()
    assert chromium, "no Chromium on this machine (Debian: apt-get install chromium)"
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def base_url() -> None:
    """None: `visit` makes whole addresses. In place of the plugin's own fixture, about which pytest 9 warns."""


@pytest.fixture
def visit(page: Page, live_server: Any) -> Iterator[Visit]:
    """Open an address of the running site and assert that it behaved, then and until the end of the test."""
    visit = Visit(page, live_server.url)
    yield visit
    visit.assert_clean()


@pytest.fixture
def page_without_js(new_context: Any) -> Page:
    """A page in a browser with JavaScript off: `visit("/", on=page_without_js)`."""
    page: Page = new_context(java_script_enabled=False).new_page()
    return page
