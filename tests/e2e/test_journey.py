"""From an idea to a registered code, as people do it: in five browsers, by mail and passkey, through the waiting."""

import re
import time
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.accounts.people import the_code
from tests.e2e.support.person import with_passkeys
from tests.e2e.support.visit import Visit
from tests.support.threads import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

CODE = "upstream.quota_exhausted"
# What somebody may type first, and what the page says to do instead.
NOT_THIS = {
    "x-acme.index_stale": "x-acme.index_stale is private use",
    "memory.write_failed": "There is no category memory. A new category takes Standards Action",
    "policy.Approval-Pending": "Perhaps policy.approval_pending?",
    "output.malformed": "output.malformed is registered (active) as",
}


class Clock:
    """The time of the site: that of today, and what the test lets pass."""

    def __init__(self, monkeypatch):
        self.passed = timedelta()
        real = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: real() + self.passed)

    def let_pass(self, **span):
        self.passed += timedelta(**span)


@pytest.fixture
def clock(monkeypatch, published, settings):
    cache.clear()
    settings.REQUIRE_SECOND_FACTOR = True
    return Clock(monkeypatch)


@pytest.fixture
def somebody(new_context, live_server):
    """Another person's browser."""
    made = []

    def somebody():
        visit = Visit(new_context().new_page(), live_server.url)
        made.append(visit)
        return visit

    yield somebody
    for visit in made:
        visit.assert_clean()


def open_(visit, path, **options):
    """An address typed in, once all that the page before has begun is done: what is broken off counts as a fault."""
    visit.page.wait_for_load_state("networkidle")
    return visit(path, **options)


def heading(page: Page, text):
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def sign_in(page: Page, address):
    page.get_by_label("E-mail address").fill(address)
    page.get_by_role("button", name="Send me a code").click()
    heading(page, "Enter the code")
    page.get_by_label("Code", exact=True).fill(the_code())
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_load_state("networkidle")


def name_oneself(visit, name):
    page = open_(visit, "/account/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"You are shown as “{name}”.")).to_be_visible()


def choose(page: Page, group, answer):
    page.get_by_role("group", name=group, exact=True).get_by_label(answer, exact=True).check()


def go_on(page: Page):
    page.get_by_role("button", name="Save and go on", exact=True).click()


def test_a_newcomers_code_becomes_part_of_the_registry(visit, somebody, clock):
    number = request(visit, clock)
    seen_by_everybody(somebody(), number)
    for place, name in enumerate(("Ada", "Ben")):
        call_command("appoint", f"{name.lower()}@example.org", role="expert")
        expert_votes(somebody(), name, number, first=place == 0)
    clock.let_pass(days=14, minutes=1)
    call_command("tick")
    call_command("appoint", "max@example.org", role="administrator")
    administrator_publishes(somebody(), number)
    clock.let_pass(seconds=2)
    it_is_live(somebody(), number)
    the_newcomer_has_mail(number)


def request(visit, clock):
    """The number of the proposal, which somebody has asked for who was never here before."""
    page = open_(visit, f"/lookup?q={CODE}", status=404)
    page = open_(visit, "/proposals/new")
    page.get_by_role("link", name="Begin", exact=True).click()
    sign_in(page, "New@Example.org")
    page.get_by_role("radio", name=re.compile("New code")).check()
    page.get_by_role("button", name="Go on").click()
    heading(page, "Which code do you propose?")
    here = page.url
    visit.watches[page].expected_failures.add(here)
    for typed, instead in NOT_THIS.items():
        page.get_by_label("Code", exact=True).fill(typed)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_role("alert")).to_contain_text(instead)
        expect(page.get_by_label("Code", exact=True)).to_have_value(typed)
    page.get_by_label("Code", exact=True).fill(CODE)
    page.get_by_role("button", name="Go on").click()

    page.get_by_label("Title").fill("Upstream Quota Exhausted")
    page.get_by_label("Description").fill("The account used for the upstream service has no credit or quota left.")
    go_on(page)
    choose(page, "retryable by default", "No")
    page.get_by_label("Why this default for retryable").fill(
        "Six independent client libraries tell it apart, and repeating the request cannot help."
    )
    choose(page, "model_recoverable by default", "No")
    page.get_by_label("Why this default for model_recoverable").fill(
        "The model has no way to pay a bill or to raise a quota."
    )
    go_on(page)
    page.get_by_label("Name of the specification").fill("Agent Quota Errors")
    page.get_by_label("Address", exact=True).fill("https://example.org/specs/agent-quota-errors-01")
    page.get_by_label("Section (optional)").fill("2")
    page.get_by_label("Who publishes the specification").fill("Example Consortium")
    choose(page, "One person alone can take the specification down", "No")
    # The session ends while this is written, and the draft is there when they come back.
    page.context.clear_cookies(name="sessionid")
    go_on(page)
    heading(page, "Sign in")
    clock.let_pass(minutes=2)
    cache.clear()
    sign_in(page, "new@example.org")
    expect(page.get_by_label("Who publishes the specification")).to_have_value("Example Consortium")
    go_on(page)
    page.get_by_label("Change controller", exact=True).fill("Example Consortium")
    page.get_by_label("Your relation to the change controller").fill("none")
    go_on(page)
    page.get_by_label("Origin").select_option("upstream")
    go_on(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("The nearest codes")
    expect(page.get_by_role("main")).to_contain_text("upstream.rate_limited")
    page.get_by_label("Why none of these will do").fill(
        "A rate limit passes with waiting; an empty account does not, so a retry only costs."
    )
    go_on(page)
    heading(page, "Check your answers")
    page.get_by_role("button", name="Submit", exact=True).click()
    said = page.get_by_role("heading", level=1).inner_text()
    found = re.fullmatch(r"Proposal #(\d+) is submitted", said)
    assert found, said
    expect(page.get_by_text("a designated expert, who takes it and begins the review")).to_be_visible()
    return int(found[1])


def seen_by_everybody(visit, number):
    page = open_(visit, f"/proposals/{number}")
    expect(page.get_by_role("main")).to_contain_text(CODE)
    expect(page.get_by_role("main")).to_contain_text(re.compile("[23] days left"))
    assert "example.org" not in page.get_by_role("main").inner_text().replace("https://example.org/specs", "")
    page = open_(visit, "/proposals/")
    expect(page.get_by_role("main")).to_contain_text(CODE)


def expert_votes(visit, name, number, *, first):
    with_passkeys(visit.page)
    page = open_(visit, "/account/")
    sign_in(page, f"{name.lower()}@example.org")
    name_oneself(visit, name)
    # Their role asks for a second factor before anything else.
    page = open_(visit, "/review/")
    expect(page.get_by_text("Your role asks for a second factor.")).to_be_visible()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_role("button", name="Add it").click()
    heading(page, "Recovery codes")
    page = open_(visit, "/account/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{visit.origin}/")
    page = open_(visit, "/review/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    heading(page, "Review")
    page.get_by_role("link", name=f"#{number} New code {CODE}").click()
    page.get_by_text("Take it", exact=True).first.click()
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_role("status").first).to_have_text("It is assigned.")
    if first:
        page.locator("summary", has_text="Begin the review").click()
        page.get_by_role("button", name="Begin the review").click()
        expect(page.get_by_role("status").first).to_have_text("The comment period has begun.")
    page.get_by_label(re.compile(r"upstream\.rate_limited")).check()
    for question in (
        "No registered code covers it already",
        "The category is appropriate",
        "Both defaults are justified",
        "The specification is stable and public",
    ):
        choose(page, question, "Yes")
        page.get_by_label(re.compile(f"Reasoning: {question}", re.IGNORECASE)).fill(
            "I read the specification and compared it with what is registered."
        )
    page.get_by_role("radio", name=re.compile("Approve")).check()
    page.get_by_label(re.compile("I have no conflict of interest")).check()
    page.get_by_role("button", name="Cast the vote").click()
    expect(page.get_by_role("status").first).to_have_text("Your vote is cast.")


def administrator_publishes(visit, number):
    with_passkeys(visit.page)
    page = open_(visit, "/account/")
    sign_in(page, "max@example.org")
    page = open_(visit, "/account/passkeys/add")
    page.get_by_role("button", name="Add it").click()
    heading(page, "Recovery codes")
    preview = open_(visit, "/releases/next/")
    expect(preview.get_by_role("main")).to_contain_text("it would be 1.1.0, after 1.0.0")
    page = open_(visit, "/review/")
    page.get_by_role("link", name="Publish (1 approved)").click()
    expect(page.get_by_role("main")).to_contain_text(f"It would be 1.1.0, after 1.0.0, with #{number}.")
    expect(page.get_by_role("row", name=re.compile(CODE))).to_contain_text("whole entry")
    page.get_by_role("button", name="Publish 1.1.0").click()
    expect(page.get_by_role("status").first).to_have_text("Release 1.1.0 is published.")


def it_is_live(visit, number):
    request = visit.page.context.request
    end = time.monotonic() + PATIENCE
    while request.get(f"{visit.origin}/registry.json").json()["version"] != "1.1.0" and time.monotonic() < end:
        visit.page.wait_for_timeout(200)  # this process looks for a new release once a second
    page = open_(visit, f"/codes/{CODE}")
    heading(page, re.compile("Upstream Quota Exhausted"))
    data = request.get(f"{visit.origin}/codes/{CODE}.json").json()
    assert (data["default_retryable"], data["default_model_recoverable"]) == (False, False)
    assert data["administrative"]["registered"]["version"] == "1.1.0"
    markdown = request.get(f"{visit.origin}/codes/{CODE}.md").text()
    assert markdown.startswith(f"# `{CODE}`")
    assert request.get(f"{visit.origin}/registry.json").json()["version"] == "1.1.0"
    changes = request.get(f"{visit.origin}/feeds/changes.atom").text()
    assert CODE in changes
    assert "is published" in request.get(f"{visit.origin}/feeds/proposals.atom").text()
    expect(open_(visit, "/releases/next/").get_by_role("main")).to_contain_text("Nothing waits")
    expect(open_(visit, f"/proposals/{number}").get_by_role("main")).to_contain_text("published")
    assert [name for name in ("Ada", "Ben") if name in open_(visit, "/policy").get_by_role("main").inner_text()] == [
        "Ada",
        "Ben",
    ]


def the_newcomer_has_mail(number):
    mail.outbox.clear()
    call_command("send_notices")
    letters = [each for each in mail.outbox if each.to == ["new@example.org"]]
    subjects = [each.subject for each in letters]
    assert all(each.startswith(f"[harness-codes #{number}]") for each in subjects)
    for happened in ("is in review", "was approved", "is published"):
        assert [each for each in subjects if happened in each], subjects
    everything = "\n".join(each.body for each in letters)
    assert "1.1.0" in everything
    assert not re.search(r"(ada|ben|max)@example\.org", everything)
