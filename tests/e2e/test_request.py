"""Asking for a change, as people do it in a browser; and proposals as everybody sees them."""

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from codes.review import actions
from codes.review.kinds.names import CHANGE_CODE, DEPRECATE_CODE
from tests.accounts.people import the_code
from tests.e2e.support.axe import axe_clean
from tests.e2e.support.emulate import dark, fits, light, narrow
from tests.support import people, proposals
from tests.support.people import DAY, account, board

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "Six independent client libraries tell it apart, and repeating the request cannot help."


@pytest.fixture(autouse=True)
def _long_ago(published, monkeypatch):
    """The people were appointed before today, whose time a browser has; nobody has tried to sign in."""
    cache.clear()
    monkeypatch.setattr(people, "START", timezone.now() - 90 * DAY)
    board()


def looked_at(page: Page) -> None:
    """In light, in dark and on a small phone; the person goes on with a screen as it was."""
    size = page.viewport_size
    assert size
    assert page.locator("h1").count() == 1
    for colours in (light, dark):
        colours(page)
        axe_clean(page)
    narrow(page)
    fits(page)
    page.set_viewport_size(size)


def enter_code(page: Page, address: str) -> None:
    """From the sign-in page through the mailbox."""
    page.get_by_label("E-mail address").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Enter the code")
    page.get_by_label("Code", exact=True).fill(the_code())
    page.get_by_role("button", name="Sign in", exact=True).click()


def at_step(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)


def go_on(page: Page) -> None:
    page.get_by_role("button", name="Save and go on", exact=True).click()


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).get_by_role("radio", name=answer).check()


def write(page: Page, look=lambda page: None) -> None:
    """Every step after the code, to the check of the answers. `look` is called on each page."""
    at_step(page, "What it means")
    look(page)
    page.get_by_label("Title").fill("Upstream Quota Exhausted")
    page.get_by_label("Description").fill("The account used for the upstream service has no credit left.")
    go_on(page)
    at_step(page, "The two defaults")
    look(page)
    choose(page, "retryable by default", "No")
    page.get_by_label("Why this default for retryable").fill(WHY)
    choose(page, "model_recoverable by default", "No")
    page.get_by_label("Why this default for model_recoverable").fill(WHY)
    go_on(page)
    at_step(page, "The specification")
    look(page)
    page.get_by_label("Name of the specification").fill("Agent Quota Errors")
    page.get_by_label("Address").fill("https://example.org/specs/agent-quota-errors-01")
    page.get_by_label("Who publishes the specification").fill("Example Consortium")
    choose(page, "One person alone", "No")
    go_on(page)
    at_step(page, "The change controller")
    page.get_by_label("Change controller", exact=True).fill("Example Consortium")
    page.get_by_label("Your relation").fill("none")
    go_on(page)
    at_step(page, "Advice for consumers")
    look(page)
    page.get_by_label("Origin").select_option("upstream")
    go_on(page)
    at_step(page, "The nearest codes")
    look(page)
    page.get_by_label("Why none of these").fill("A rate limit passes with waiting; an empty account does not.")
    go_on(page)
    at_step(page, "Check your answers")
    look(page)


def test_a_newcomer_asks_for_a_code(visit):
    page = visit("/codes/upstream.quota_exhausted", status=404)
    page.get_by_role("link", name="Propose it as a new code").click()
    enter_code(page, "new@example.org")
    at_step(page, "Which code do you propose?")
    looked_at(page)
    expect(page.get_by_label("Code", exact=True)).to_have_value("upstream.quota_exhausted")
    page.get_by_role("button", name="Go on").click()
    write(page, looked_at)
    page.get_by_role("button", name="Submit").click()
    at_step(page, "is submitted")
    looked_at(page)
    expect(page.get_by_text("2 days left")).to_be_visible()
    page.get_by_role("link", name="its page").click()
    looked_at(page)
    expect(page.get_by_text("Who acts next")).to_be_visible()
    page.get_by_role("link", name="Take part in it").click()
    looked_at(page)
    for move in ("Revise", "Comment", "Take it back"):
        page.get_by_role("link", name=move, exact=True).click()
        looked_at(page)
        page.go_back()
    page.get_by_role("link", name="Account", exact=True).click()
    looked_at(page)
    expect(page.get_by_role("cell", name="New code upstream.quota_exhausted")).to_be_visible()


def test_without_javascript_it_is_the_same_way(visit, page_without_js):
    page = visit("/proposals/new", on=page_without_js)
    page.get_by_role("link", name="Begin", exact=True).click()
    enter_code(page, "new@example.org")
    page.get_by_role("radio", name="New code.").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Code", exact=True).fill("upstream.quota_exhausted")
    page.get_by_role("button", name="Go on").click()
    write(page)
    page.get_by_role("button", name="Submit").click()
    at_step(page, "is submitted")


def test_a_faulty_step_puts_the_summary_first_and_leads_to_the_input(visit):
    page = visit("/proposals/new/new_code")
    enter_code(page, "new@example.org")
    visit.watches[page].expected_failures |= {
        f"{visit.origin}/proposals/new/new_code",
        f"{visit.origin}/proposals/1/edit/defaults",
    }
    page.get_by_label("Code", exact=True).fill("policy.Approval-Pending")
    page.keyboard.press("Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("Perhaps policy.approval_pending?")
    assert page.title().startswith("Error: ")
    looked_at(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    page.get_by_label("Code", exact=True).fill("tool.rusty")
    page.keyboard.press("Enter")
    at_step(page, "What it means")
    number = page.url.split("/")[-3]
    visit.watches[page].expected_failures.add(f"{visit.origin}/proposals/{number}/edit/defaults")
    page.goto(f"{visit.origin}/proposals/{number}/edit/defaults")
    go_on(page)
    looked_at(page)
    page.get_by_role("alert").get_by_role("link", name="retryable by default is missing.").click()
    expect(page.get_by_role("group", name="retryable by default").get_by_role("radio", name="Yes")).to_be_focused()


def test_what_was_typed_is_there_after_the_session_has_ended(visit):
    page = visit("/proposals/new/new_code?code=tool.rusty")
    enter_code(page, "new@example.org")
    page.get_by_role("button", name="Go on").click()
    at_step(page, "What it means")
    page.get_by_label("Description").fill("Typed for an hour.\nTwo lines of it.")
    page.context.clear_cookies(name="sessionid")
    go_on(page)
    enter_code(page, "new@example.org")
    at_step(page, "What it means")
    expect(page.get_by_role("status").first).to_contain_text("what you had written is here")
    expect(page.get_by_label("Description")).to_have_value("Typed for an hour.\nTwo lines of it.")
    page.get_by_label("Title").fill("Rusty Tool")
    go_on(page)
    at_step(page, "The two defaults")


def test_proposals_in_public(visit):
    ago = timezone.now() - 40 * DAY
    full = proposals.in_review(at=timezone.now() - 4 * DAY)
    actions.concern(proposal=full.number, text="Who sends it today?", by=account("ben"), at=timezone.now())
    actions.comment(proposal=full.number, text="We would use it.\n\nSoon.", by=account("zoe"), at=timezone.now())
    content = proposals.new_code(title="Upstream Quota Used Up")
    actions.revise(proposal=full.number, content=content, by=full.submitter, at=timezone.now())
    made = [
        full,
        proposals.approved(CHANGE_CODE, at=ago),
        proposals.rejected(code="tool.second", at=ago),
        proposals.needs_info(DEPRECATE_CODE, code="output.empty", successor="tool.timeout", at=ago),
    ]
    actions.publish(proposals=[made[1].number], by=account("max"), at=timezone.now())
    for address in ("/policy", "/proposals/", *(f"/proposals/{each.number}" for each in made)):
        looked_at(visit(address))
