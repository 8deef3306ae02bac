"""What the scripts add: instant filtering, copying, colours, the search key."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.support.emulate import narrow

pytestmark = pytest.mark.django_db(transaction=True)


def shown(page: Page):
    return page.locator("tr[id]:visible").evaluate_all("rows => rows.map(row => row.id)")


QUERIES = [
    {"retryable": "true"},
    {"category": "loop"},
    {"origin": "upstream", "http_status": "502"},
    {"model_recoverable": "true", "q": "tool"},
    {"q": "TIMEOUT run"},
    {"a2a_state": "canceled"},
    {"status": "active", "mcp_channel": "jsonrpc_error", "q": "limit"},
]


@pytest.mark.parametrize("query", QUERIES, ids=str)
def test_filtering_at_once_is_filtering_on_the_server(query, visit, client, published):
    page = visit("/codes/")
    for name, value in query.items():
        if name == "q":
            page.locator("#q").fill(value)
        else:
            page.locator(f"#facet-{name}").select_option(value)
    wanted = [entry["code"] for entry in client.get("/codes.json", query).json()["results"]]
    expect(page.locator("#count")).to_have_text(f"{len(wanted)} of 31 codes shown.")
    assert sorted(shown(page)) == wanted
    # The address is the state: what the script did, a reload shows again.
    address = page.url
    assert all(value.replace(" ", "+") in address for value in query.values())
    page.reload()
    assert sorted(shown(page)) == wanted


def test_links_to_the_data_follow_the_filter(visit, published):
    page = visit("/codes/")
    page.locator("#facet-category").select_option("tool")
    expect(page.locator("#count")).to_have_text("5 of 31 codes shown.")
    links = page.locator("main a[data-selection]").evaluate_all("links => links.map(link => link.href)")
    assert links == [f"{visit.origin}/codes.{suffix}?category=tool" for suffix in ("json", "md", "csv")]


def test_no_match_says_so_and_offers_a_way_out(visit, published):
    page = visit("/codes/")
    page.locator("#q").fill("zzzz")
    expect(page.locator("#none")).to_be_visible()
    expect(page.locator("#none")).to_contain_text("No code matches")
    expect(page.locator("#count")).to_have_text("0 of 31 codes shown.")
    page.locator("#none").get_by_role("link", name="Show all codes").click()
    expect(page.locator("#count")).to_have_text("31 of 31 codes shown.")


def test_the_count_is_announced_when_typing_pauses(visit, published):
    page = visit("/codes/")
    status = page.locator("#count")
    expect(status).to_have_attribute("role", "status")
    page.locator("#q").press_sequentially("timeout", delay=20)
    expect(status).to_have_text("2 of 31 codes shown.")


def test_the_form_works_without_javascript(visit, page_without_js, published):
    page = visit("/codes/", on=page_without_js)
    page.locator("#facet-retryable").select_option("true")
    page.locator("#facet-model_recoverable").select_option("true")
    page.get_by_role("button", name="Show").click()
    assert sorted(shown(page)) == ["output.empty", "tool.timeout"]


def test_copying_says_so_once(visit, context, published):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit("/codes/tool.timeout")
    page.get_by_role("button", name="Copy code").click()
    expect(page.locator("#said")).to_contain_text("opied")
    assert page.evaluate("navigator.clipboard.readText()") == "tool.timeout"
    page.get_by_role("button", name="Copy JSON").click()
    assert '"code": "tool.timeout"' in page.evaluate("navigator.clipboard.readText()")


def test_the_slash_key_goes_to_the_look_up_box_and_can_be_switched_off(visit, published):
    page = visit("/codes/tool.timeout")
    page.keyboard.press("/")
    box = page.locator("header input[name=q]")
    expect(box).to_be_focused()
    page.keyboard.type("a/b")
    expect(box).to_have_value("a/b")
    page.locator("#shortcut").uncheck()
    page.reload()
    page.keyboard.press("/")
    expect(page.locator("header input[name=q]")).not_to_be_focused()


def test_colours_can_be_chosen_and_are_remembered(visit, published):
    page = visit("/")
    page.emulate_media(color_scheme="light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Colours").select_option("dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    page.get_by_label("Colours").select_option("")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def test_on_a_phone_rows_are_cards_that_name_their_values(visit, published):
    page = visit("/codes/")
    narrow(page)
    row = page.locator("tr[id='tool.timeout']")
    assert row.evaluate("row => getComputedStyle(row).display") != "table-row"
    expect(row).to_contain_text("retryable: yes")


def test_looking_up_a_log_line_ends_on_the_code(visit, published):
    page = visit("/")
    page.locator("main input[name=q], header input[name=q]").first.fill("run 8 failed: TOOL.Timeout after 30 s")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{visit.origin}/codes/tool.timeout")


def test_a_row_can_be_linked_to(visit, published):
    page = visit("/codes/#upstream.unavailable")
    expect(page.locator("tr[id='upstream.unavailable']")).to_be_in_viewport()
