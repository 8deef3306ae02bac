"""The ways of looking at a page that the tests go through."""

from playwright.sync_api import Page

NARROWEST = 320  # CSS pixels; WCAG 2.2, 1.4.10 Reflow


def light(page: Page) -> None:
    """A person who prefers a light page."""
    page.emulate_media(color_scheme="light")


def dark(page: Page) -> None:
    """A person who prefers a dark page."""
    page.emulate_media(color_scheme="dark")


def forced_colors(page: Page) -> None:
    """A person whose system sets the colours."""
    page.emulate_media(forced_colors="active")


def narrow(page: Page, width: int = NARROWEST) -> None:
    """A small phone."""
    page.set_viewport_size({"width": width, "height": 640})


def fits(page: Page) -> None:
    """Assert that nothing makes the page itself scroll sideways."""
    needed, there = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert needed <= there, f"the page needs {needed} px and has {there}"
