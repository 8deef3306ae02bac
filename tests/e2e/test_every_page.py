"""Every kind of page, as people meet it: light and dark, narrow, without JavaScript, by keyboard, on paper."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.axe import axe_clean
from tests.e2e.support.emulate import dark, fits, forced_colors, light, narrow

pytestmark = pytest.mark.django_db(transaction=True)

# address -> status. One of each kind.
PAGES = {
    "/": 200,
    "/codes/": 200,
    "/codes/?retryable=true": 200,
    "/codes/?q=zzzz": 200,
    "/codes/tool.timeout": 200,
    "/codes/output.retries_exhausted": 200,
    "/codes/tool.timeout?release=1.0.0": 200,
    "/codes/output.nonsense": 404,
    "/codes/x-acme.thing": 404,
    "/codes/tool": 404,
    "/categories/upstream": 200,
    "/categories/memory": 404,
    "/problems/harness-error": 200,
    "/problems/": 200,
    "/problems/unknown-code": 200,
    "/bindings/": 200,
    "/bindings/http": 200,
    "/bindings/json-rpc": 200,
    "/bindings/mcp": 200,
    "/bindings/telemetry": 200,
    "/ext/a2a/v1": 200,
    "/clients": 200,
    "/compare": 200,
    "/compare?a=tool.timeout&b=loop.timeout": 200,
    "/compare?a=upstream.authentication_failed": 200,
    "/inspect": 200,
    "/routing": 200,
    "/lookup": 200,
    "/lookup?q=504": 200,
    "/lookup?q=-32602": 200,
    "/lookup?q=quota": 200,
    "/lookup?q=zzzz": 404,
    "/guide/": 200,
    "/guide/failed.model": 200,
    "/guide/failed.tool.time": 200,
    "/guide/failed.remote.quota": 200,
    "/guide/waiting": 200,
    "/guide/nope": 404,
    "/signals/": 200,
    "/signals/?source=mcp&fit=lossy": 200,
    "/signals/?q=zzzz": 200,
    "/releases/": 200,
    "/releases/1.0.0/": 200,
    "/releases/1.0.0...1.0.0": 200,
    "/releases/next/": 200,
    "/releases/9.9.9/": 404,
    "/status": 200,
    "/policy": 200,
    "/proposals/": 200,
    "/proposals/?state=rejected": 200,
    "/proposals/new": 200,
    "/proposals/9": 404,
    "/api/": 200,
    "/nope": 404,
    "/?category=nope": 400,
}


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_no_fault_in_light_or_dark_and_a_small_phone_is_wide_enough(address, visit, published):
    page = visit(address, status=PAGES[address])
    for colours in (light, dark):
        colours(page)
        axe_clean(page)
    narrow(page)
    fits(page)


@pytest.mark.parametrize("address", PAGES)
def test_it_works_without_javascript(address, visit, page_without_js, published):
    page = visit(address, status=PAGES[address], on=page_without_js)
    narrow(page)
    fits(page)
    # What only a script can do is not offered.
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    expect(page.get_by_label("Colours")).to_be_hidden()


@pytest.mark.parametrize("address", ["/", "/codes/tool.timeout", "/ext/a2a/v1"])
def test_the_keyboard_reaches_the_content_past_the_navigation(address, visit, published):
    page = visit(address)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_the_look_up_box_comes_first_after_the_skip_link(visit, published):
    page = visit("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.tagName") == "A":
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "q"


def focus_is_visible(page: Page):
    style = page.evaluate(
        "(({outlineStyle, outlineWidth}) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
    )
    return style[0] != "none" and style[1] != "0px"


@pytest.mark.parametrize("address", ["/", "/codes/tool.timeout", "/compare"])
def test_focus_can_be_seen(address, visit, published):
    page = visit(address)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert focus_is_visible(page), page.evaluate("document.activeElement.outerHTML")


@pytest.mark.parametrize("address", ["/", "/codes/tool.timeout"])
def test_badges_are_words_also_in_forced_colours(address, visit, published):
    page = visit(address)
    forced_colors(page)
    expect(page.get_by_text("retryable: yes").first).to_be_visible()
    expect(page.get_by_text("model can fix: ").first).to_be_visible()


def test_on_paper_the_navigation_is_gone_and_the_table_whole(visit, published):
    page = visit("/codes/")
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation").first).to_be_hidden()
    expect(page.locator("#filter")).to_be_hidden()
    assert page.locator("tr[id]").count() == 31
    expect(page.locator("tr[id]").last).to_be_visible()
