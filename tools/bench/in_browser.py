"""The filter of the list of codes in a browser: from choosing a category to seeing its codes and no others."""

import importlib.util
import time

from tools.browser import FLAGS, find_chromium

from .servers import PATIENCE, Server

LIST, CATEGORY = "/codes/", "tool"
# Of so many tries the quickest counts.
TIMES = 5
# A list on one page is filtered by a script as soon as something is chosen; a longer one is asked for again.
_LONG = "#filter[data-paged]"
_SEEN = f"""() => {{
    const rows = [...document.querySelectorAll("#codes tr[data-text]")].filter((row) => !row.hidden);
    return rows.length > 0 && rows.every((row) => row.getAttribute("data-category") === "{CATEGORY}");
}}"""


def filtering(server: Server) -> float | None:
    """Milliseconds at the quickest. None without Chromium, or without the package that drives it."""
    chromium = find_chromium()
    if not chromium or importlib.util.find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS, timeout=PATIENCE * 1000)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        times = []
        for _ in range(TIMES):
            page.goto(server.url(LIST))
            long = page.locator(_LONG).count() > 0
            started = time.perf_counter()
            page.locator("#facet-category").select_option(CATEGORY)
            if long:
                page.locator("#filter button").click()
            page.wait_for_function(_SEEN)
            times.append(time.perf_counter() - started)
        browser.close()
    return min(times) * 1000
