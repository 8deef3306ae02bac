"""The helpers find what they are there to find. On made-up pages: no server, no database."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.support.axe import axe_clean, axe_findings
from tests.e2e.support.emulate import dark, fits, light, narrow
from tests.e2e.support.visit import Visit

ORIGIN = "http://registry.test"
GOOD = "<!doctype html><html lang=en><title>T</title><main><h1>Title</h1><p>Text</p></main></html>"
POLICY = {"Content-Security-Policy": "default-src 'none'", "Content-Type": "text/html"}

Open = Callable[..., Page]


@pytest.fixture
def open_html(page: Page) -> Open:
    """Visit a made-up page with `html` in it; every other address is a 404."""

    def open_html(html: str, *, status: int = 200, headers: dict[str, str] | None = None) -> Page:
        def answer(route: Route) -> None:
            if route.request.url == f"{ORIGIN}/":
                route.fulfill(status=status, body=html, headers=headers or {"Content-Type": "text/html"})
            else:
                route.fulfill(status=404, body="")

        page.route("**/*", answer)
        return Visit(page, ORIGIN)("/", status=status)

    return open_html


def test_a_good_page_passes(open_html: Open) -> None:
    page = open_html(GOOD)
    axe_clean(page)
    narrow(page)
    fits(page)


def test_a_page_may_be_visited_for_its_404(open_html: Open) -> None:
    open_html(GOOD, status=404)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("<img alt='' src='http://elsewhere.test/a.png'>", "another host"),
        ("<link rel=stylesheet href=/missing.css>", "status 404"),
        ("<script>console.error('oh')</script>", "console: oh"),
        ("<script>throw new Error('oh')</script>", "script error: oh"),
        ("<h1>Again</h1>", "exactly one h1"),
    ],
)
def test_a_bad_page_fails(open_html: Open, wrong: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        open_html(GOOD.replace("</main>", f"{wrong}</main>"))


def test_a_refusal_of_the_security_policy_fails(open_html: Open) -> None:
    with pytest.raises(AssertionError, match="Content Security Policy"):
        open_html(GOOD.replace("<p>", "<p style='color: red'>"), headers=POLICY)


def test_another_status_than_expected_fails(page: Page) -> None:
    page.route("**/*", lambda route: route.fulfill(status=500, body=GOOD, content_type="text/html"))
    with pytest.raises(AssertionError, match="answered 500"):
        Visit(page, ORIGIN)("/")


def test_what_happens_after_the_visit_counts(page: Page) -> None:
    page.route("**/*", lambda route: route.fulfill(body=GOOD, content_type="text/html"))
    visit = Visit(page, ORIGIN)
    visit("/")
    page.evaluate("console.error('later')")
    with pytest.raises(AssertionError, match="later"):
        visit.assert_clean()


def test_axe_finds_what_is_serious(open_html: Open) -> None:
    page = open_html(GOOD.replace("Text", "<a href='/'></a>"))
    assert [finding.partition(":")[0] for finding in axe_findings(page)] == ["link-name"]


def test_colour_schemes_and_widths_reach_the_page(open_html: Open) -> None:
    style = "<style>p { color: red; width: 700px } @media (prefers-color-scheme: dark) { p { color: blue } }</style>"
    page = open_html(style + GOOD)
    colour = "getComputedStyle(document.querySelector('p')).color"
    light(page)
    assert page.evaluate(colour) == "rgb(255, 0, 0)"
    dark(page)
    assert page.evaluate(colour) == "rgb(0, 0, 255)"
    narrow(page)
    with pytest.raises(AssertionError, match="needs 7"):
        fits(page)


def test_without_javascript_no_script_runs(page_without_js: Page) -> None:
    page_without_js.set_content("<h1>Plain</h1><script>document.querySelector('h1').textContent = 'JS'</script>")
    assert page_without_js.locator("h1").text_content() == "Plain"
