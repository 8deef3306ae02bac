"""What somebody has written stands on the pages as text: they have the elements that they have around harmless words.

Parsed here by Python's parser, and by Chromium's in `tests/e2e/test_attacks.py`.
"""

import html
import re
from datetime import timedelta

import pytest

from codes.accounts import tokens
from codes.review import actions
from codes.review.kinds import KINDS
from tests.support.browser import signed_in
from tests.support.markup import foreign_in_html
from tests.support.people import DAY, START, account, board
from tests.support.visible import text as visible

from .markup import elements
from .payloads import PAYLOADS, chunks
from .world import discussed, drafted

pytestmark = pytest.mark.usefixtures("published")

HARMLESS = "Harmless words stand here and mean nothing to any program."
# Pages of one proposal under review: who opens them.
PAGES = {
    "/proposals/{}": None,
    "/proposals/{}/act": "sam",
    "/proposals/{}/comment": "zoe",
    "/proposals/{}/revise": "sam",
    "/proposals/{}/sent": "sam",
    "/proposals/{}/withdraw": "sam",
    "/review/{}": "ada",
}
LISTS = {"/proposals/": None, "/review/": "ada", "/account/": "sam", "/proposals/new/begin": "sam"}


@pytest.fixture
def _clock(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: START + 3 * DAY)


@pytest.fixture
def browsers(client, _clock):
    board()
    return {None: client, **{name: signed_in(name) for name in ("sam", "zoe", "ada")}}


def opened(browsers, address, who, status=200):
    answer = browsers[who].get(address)
    assert answer.status_code == status, (address, answer.status_code, answer.get("Location"))
    page = answer.content.decode()
    assert foreign_in_html(page) == [], address
    return answer, elements(page)


def said(answer, text):
    """Asserts that the page has the whole text, letter by letter."""
    flat = re.sub(r"\s+", " ", text)
    inputs = html.unescape(re.sub(r"\s+", " ", answer.content.decode()))
    assert flat in visible(answer) or flat in inputs, text


def test_there_is_enough_to_try():
    assert len(set(PAYLOADS)) == len(PAYLOADS) > 100
    assert sorted(" ".join(chunks()).split()) == sorted(" ".join(PAYLOADS).split())


def test_a_proposal_under_review(browsers):
    sam = account("sam")
    # Two, so that there is one which comes near the other.
    first, second = (discussed(f"tool.{each}", HARMLESS, sam) for each in ("harmless", "plain"))
    before = {each: opened(browsers, each, who)[1] for each, who in LISTS.items()}
    hostile = [
        # An hour apart: nobody may say so much at once.
        discussed(f"tool.p{number}", text, sam, START + timedelta(hours=number))
        for number, text in enumerate(chunks())
    ]
    for page, who in PAGES.items():
        expected, other = (opened(browsers, page.format(each.number), who)[1] for each in (first, second))
        for made, text in zip(hostile, chunks(), strict=True):
            answer, found = opened(browsers, page.format(made.number), who)
            if page == "/review/{}":
                # It has a row for each code that comes near.
                assert found.keys() <= expected.keys() | other.keys(), (page, text)
            else:
                assert found == expected, (page, text, found - expected, expected - found)
            if page in ("/proposals/{}", "/proposals/{}/revise", "/review/{}"):
                said(answer, text)
    for page, who in LISTS.items():
        assert opened(browsers, page, who)[1].keys() <= before[page].keys(), page


@pytest.mark.parametrize("kind", ["new_code", *(pytest.param(kind, marks=pytest.mark.slow) for kind in [*KINDS][1:])])
def test_a_draft_of_each_kind(kind, browsers):
    sam = account("sam")
    pages = [f"/proposals/{{}}/edit/{step}" for step in KINDS[kind].STEPS] + ["/proposals/{}/check"]
    harmless = drafted(kind, HARMLESS, sam)
    for text in chunks(200):
        made = drafted(kind, text, sam)
        for page in pages:
            address = page.format(made.number)
            if browsers["sam"].get(address).status_code == 404:
                continue  # a step that this kind does not have
            _, found = opened(browsers, address, "sam")
            expected = opened(browsers, page.format(harmless.number), "sam")[1]
            # More or fewer codes come near, each in elements that the page has anyway.
            assert found.keys() <= expected.keys() | {("li", ()), ("a", ("href",)), ("code", ())}, (page, text)
        actions.withdraw(proposal=made.number, by=sam, at=START)


def test_forms_that_come_back(browsers):
    """What was not taken stands in the inputs again, and beside the complaint."""
    made = discussed("tool.harmless", HARMLESS, account("sam"))
    forms = {
        f"/review/{made.number}/vote": ("ada", ("not_covered_text", "would_succeed", "nearest", "verdict")),
        f"/review/{made.number}/comment": ("ada", ("once", "tag", "move")),
        f"/review/{made.number}/recuse": ("ada", ("reason", "tag")),
        f"/proposals/{made.number}/comment": ("zoe", ("once", "tag")),
        f"/proposals/{made.number}/revise": ("sam", ("title", "description", "code", "origin", "reference-url")),
        "/proposals/new/new_code": ("sam", ("code",)),
        "/proposals/new/change_signals": ("sam", ("identifier",)),
        "/proposals/new/begin": ("sam", ("kind",)),
        "/account/": ("sam", ("name",)),
        "/account/tokens/new": ("sam", ("name", "scopes", "days")),
        "/account/addresses": ("sam", ("email", "action_add")),
        "/account/sign-in": (None, ("email", "next")),
    }
    for address, (who, names) in forms.items():
        seen = set()
        for text in (f"{HARMLESS}\n" * 4, f"{HARMLESS} {'x' * 90}", *chunks(400 if who else 250)):
            answer = browsers[who].post(address, dict.fromkeys(names, text))
            assert answer.status_code in (200, 302, 400, 403, 409, 429), (address, answer.status_code)
            found = elements(answer.content.decode()).keys()
            if text.startswith(HARMLESS):
                seen |= found
            assert found <= seen, (address, text)


@pytest.mark.slow
def test_names_of_people_tokens_and_browsers(browsers):
    sam = account("sam")
    pages = {"/account/": "sam", "/account/tokens": "sam", "/account/sessions": "sam", "/account/addresses": "sam"}
    token, _ = tokens.create(sam, name=HARMLESS, scopes=["propose"])
    browsers["sam"].post("/account/", {"name": HARMLESS})
    made = discussed("tool.harmless", HARMLESS, sam)
    pages |= {
        f"/proposals/{made.number}": None,
        f"/review/{made.number}": "ada",
        "/proposals/": None,
        "/review/": "ada",
    }
    opened(browsers, "/account/", "sam")  # shows what was done, once
    expected = {page: opened(browsers, page, who)[1] for page, who in pages.items()}
    for number, text in enumerate(chunks(80)):
        assert browsers["sam"].post("/account/", {"name": text}).status_code == 302, text
        assert foreign_in_html(browsers["sam"].get("/account/").content.decode()) == []
        tokens.revoke(sam, token.digest)
        token, _ = tokens.create(sam, name=text, scopes=["propose"])
        browsers["sam"].defaults["HTTP_USER_AGENT"] = text.encode("ascii", "replace").decode()
        for page, who in pages.items():
            if page in ("/proposals/", "/review/") and number % 5:
                continue
            answer, found = opened(browsers, page, who)
            assert found == expected[page], (page, text)
            if page in ("/account/", "/account/tokens") or page.startswith("/proposals/"):
                said(answer, text)
