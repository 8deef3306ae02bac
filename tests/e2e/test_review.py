"""The pages of the review as officers meet them: light and dark, narrow, without JavaScript, by keyboard."""

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from codes.review import actions
from codes.review.kinds.names import CHANGE_CODE, DEPRECATE_CODE
from tests.e2e.support.axe import axe_clean
from tests.e2e.support.emulate import dark, fits, light, narrow
from tests.e2e.support.person import sign_in
from tests.support import people, proposals
from tests.support.people import DAY, account, board

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _long_ago(published, monkeypatch):
    """The people were appointed before today, whose time a browser has."""
    cache.clear()
    monkeypatch.setattr(people, "START", timezone.now() - 90 * DAY)
    board()


def full():
    """A proposal in review with all that its page can have: votes, a concern, notes, revisions."""
    ago = timezone.now() - 4 * DAY
    made = proposals.voted(at=ago)
    actions.concern(proposal=made.number, text="Who sends it today?", by=account("ben"), at=ago)
    actions.comment(proposal=made.number, text="We would use it.", by=account("zoe"), at=ago)
    actions.comment(proposal=made.number, text="I know them.", private=True, by=account("ada"), at=ago)
    content = proposals.new_code(title="Upstream Quota Used Up")
    actions.revise(proposal=made.number, content=content, by=made.submitter, at=ago)
    return made


def pages():
    """Who looks at which address."""
    long_ago = timezone.now() - 40 * DAY
    one = full()
    change = proposals.approved(CHANGE_CODE, at=long_ago)
    proposals.approved(DEPRECATE_CODE, code="output.empty", successor="tool.timeout", at=long_ago)
    ada = account("ada").public_id
    return [
        ("lea", "/review/"),
        ("ada", "/review/?show=mine"),
        ("ada", f"/review/{one.number}"),
        ("lea", f"/review/{change.number}"),
        ("max", "/review/publish"),
        ("max", "/review/roles"),
        ("max", f"/review/roles/{ada}/expert/dismiss"),
        ("sam", "/releases/next/"),
        ("sam", "/status"),
    ]


def open_all(page: Page) -> None:
    """Every form that is folded away."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true })")


def test_axe_finds_no_fault_in_light_or_dark_and_a_small_phone_is_wide_enough(visit):
    for name, address in pages():
        sign_in(visit.page, account(name), visit.origin)
        page = visit(address)
        open_all(page)
        for colours in (light, dark):
            colours(page)
            axe_clean(page)
        size = page.viewport_size
        narrow(page)
        fits(page)
        page.set_viewport_size(size)


def test_a_form_with_faults_is_as_clean(visit):
    made = full()
    sign_in(visit.page, account("ada"), visit.origin)
    page = visit(f"/review/{made.number}")
    visit.watches[page].expected_failures.add(f"{visit.origin}/review/{made.number}/vote")
    page.get_by_role("button", name="Cast the vote").click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    assert page.title().startswith("Error: ")
    open_all(page)
    for colours in (light, dark):
        colours(page)
        axe_clean(page)
    # From the summary to the input that it is about.
    summary.get_by_role("link", name="Choose whether to approve or to reject.").click()
    expect(page.get_by_role("radio", name="Approve: every check is met")).to_be_focused()


def test_a_vote_by_keyboard_alone(visit):
    made = proposals.in_review(at=timezone.now() - DAY)
    sign_in(visit.page, account("ada"), visit.origin)
    page = visit(f"/review/{made.number}")
    page.locator("#vote_nearest_0").focus()
    page.keyboard.press("Space")
    page.locator("#vote_not_covered_0").focus()
    for _ in range(4):  # a check, then its reasoning
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.type("I looked at it, and this is what I found.")
        page.keyboard.press("Tab")
    page.keyboard.press("Space")  # the verdict: approve
    for _ in range(3):  # the reason of a rejection, what would succeed, the declaration
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Your vote is cast.")
    expect(page.get_by_text("Ada: approve, on revision 1")).to_be_visible()


def test_without_javascript_every_form_can_be_opened_and_sent(visit, page_without_js):
    made = proposals.in_review(at=timezone.now() - DAY)
    sign_in(page_without_js, account("ada"), visit.origin)
    page = visit(f"/review/{made.number}", on=page_without_js)
    page.get_by_text("Ask the submitter").click()
    page.get_by_label("Question").fill("Who sends it today?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("status").first).to_have_text("The submitter has been asked, and the clocks stand still.")
    expect(page.get_by_text("Who sends it today?")).to_be_visible()
