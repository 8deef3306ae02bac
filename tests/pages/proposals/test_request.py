"""From the idea to a submitted request, in a browser without scripts."""

import re

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client
from django.utils import timezone

from codes.pages.forms import content_form
from codes.pages.proposals.steps import members
from codes.review import actions, notices
from codes.review.models import Proposal
from tests.review.workflow_table import MOVES as BY_HAND
from tests.support import proposals
from tests.support.browser import fill, posted, signed_in
from tests.support.markup import foreign_in_html
from tests.support.people import DAY, START, account
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")

SAM = "sam"
# What is typed at each step after the first, for a request of a new code.
STEPS = {
    "meaning": {"title": "Upstream Quota Exhausted", "description": "The account has no credit or quota left."},
    "defaults": {
        "default_retryable": "no",
        "retryable_justification": proposals.WHY,
        "default_model_recoverable": "no",
        "model_recoverable_justification": proposals.WHY,
    },
    "reference": {
        "reference__title": "Agent Quota Errors",
        "reference__url": "https://example.org/specs/agent-quota-errors-01",
        "publisher": "Example Consortium",
        "one_person_can_remove": "no",
    },
    "controller": {"change_controller": "Example Consortium", "relation": "none"},
    "advice": {"origin": "upstream"},
    "nearest": {"why_not_nearest": "A rate limit passes with waiting; an empty account does not."},
}


def faults(answer):
    """The lines of the summary of what is wrong."""
    found = re.search(r'<div class="faults".*?</div>', answer.content.decode(), re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", re.sub(r"</?a[^>]*>", "", found[0]), re.DOTALL) if found else []


def drafted(client, code="upstream.quota_exhausted"):
    """The number of a draft that has passed the first step."""
    answer = fill(client, "/proposals/new/new_code", code=code)
    assert answer.status_code == 302, faults(answer)
    return int(re.fullmatch(r"/proposals/(\d+)/edit/meaning", answer["Location"])[1])


def written(client):
    """The number of a draft that is complete."""
    number = drafted(client)
    for step, typed in STEPS.items():
        assert fill(client, f"/proposals/{number}/edit/{step}", **typed).status_code == 302, step
    return number


# ---------------------------------------------------------------- the way through


def test_the_start_page_is_public_and_says_what_is_needed_and_how_long_it_takes(client):
    answer = client.get("/proposals/new")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "public, no-cache")
    assert not answer.cookies
    page = text(answer)
    assert "in 40 characters or more" in page
    assert "Comment period 14 days for a new code" in page


def test_step_by_step_to_a_confirmation_with_number_next_and_due(client):
    sam = signed_in(SAM)
    number = drafted(sam)
    for step, typed in STEPS.items():
        following = [*STEPS, ""][[*STEPS].index(step) + 1]
        answer = fill(sam, f"/proposals/{number}/edit/{step}", **typed)
        assert answer["Location"] == f"/proposals/{number}/" + (f"edit/{following}" if following else "check")
    page = sam.get(f"/proposals/{number}/check")
    assert faults(page) == []
    assert text(page).count("Change ") >= len(STEPS)
    answer = fill(sam, f"/proposals/{number}/check")
    assert answer["Location"] == f"/proposals/{number}/sent"
    page = text(sam.get(f"/proposals/{number}/sent"))
    assert f"Proposal #{number} is submitted" in page
    assert "Who acts next a designated expert" in page
    assert re.search(r"By when triage: 2 days left \( \d", page)
    assert client.get(f"/proposals/{number}").status_code == 200
    made = Proposal.objects.get(pk=number)
    assert (made.state, made.revision, made.submitter) == ("submitted", 1, account(SAM))
    assert made.content["reference"] == {
        "title": "Agent Quota Errors",
        "url": "https://example.org/specs/agent-quota-errors-01",
    }
    assert (made.content["default_retryable"], made.content["default_model_recoverable"]) == (False, False)


def test_the_kind_is_chosen_first():
    sam = signed_in(SAM)
    assert sam.get("/proposals/new/begin?go=1&kind=new_code")["Location"] == "/proposals/new/new_code"
    for query in ("go=1", "go=1&kind=x"):
        answer = sam.get(f"/proposals/new/begin?{query}")
        assert (answer.status_code, len(faults(answer))) == (400, 1)
    assert sam.get("/proposals/new/nonsense").status_code == 404


# ---------------------------------------------------------------- the code step


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("x-acme.index_stale", "Go on using it without registration"),
        ("memory.write_failed", "A new category takes Standards Action"),
        ("policy.Approval-Pending", "Perhaps policy.approval_pending?"),
        ("tool.n\n", "one dot, at most 64 characters on either side, nothing before or after"),
        ("output.malformed", "Propose a change to it instead."),
        ("", "Code is missing."),
        ("tool.a\x00b", "Null characters are not allowed."),
        ("tool.ti\u200bme", "A code is category.name"),
        ("t" * 70 + ".x", "at most 64 characters"),
    ],
)
def test_the_code_step_says_what_to_do_instead_and_makes_no_draft(code, said):
    answer = fill(signed_in(SAM), "/proposals/new/new_code", code=code)
    assert answer.status_code == 400
    assert len([each for each in faults(answer) if said in each]) == 1, faults(answer)
    assert not Proposal.objects.exists()
    assert posted(answer)["code"].strip() == code.strip()


def test_a_code_that_is_asked_for_leads_to_that_request():
    other = proposals.submitted(by=account("tom"))
    answer = fill(signed_in(SAM), "/proposals/new/new_code", code="upstream.quota_exhausted")
    assert faults(answer) == [f"Proposal #{other.number} is open for upstream.quota_exhausted. Take part in that one."]


# ---------------------------------------------------------------- the steps


def test_what_is_wrong_is_said_beside_its_input_and_kept_all_the_same():
    sam = signed_in(SAM)
    number = drafted(sam)
    answer = fill(sam, f"/proposals/{number}/edit/meaning", title="X", description="Good.")
    assert answer.status_code == 400
    assert faults(answer) == ["Title has 1 characters and needs 3 or more."]
    assert '<a href="#id_title">' in answer.content.decode()
    assert Proposal.objects.get(pk=number).content == {
        "code": "upstream.quota_exhausted",
        "title": "X",
        "description": "Good.",
    }


def test_both_defaults_have_to_be_chosen_and_justified():
    sam = signed_in(SAM)
    number = drafted(sam)
    page = sam.get(f"/proposals/{number}/edit/defaults")
    assert not {"default_retryable", "default_model_recoverable"} & posted(page).keys()
    answer = fill(sam, f"/proposals/{number}/edit/defaults", retryable_justification="Because.")
    assert faults(answer) == [
        "retryable by default is missing.",
        "Why this default for retryable has 8 characters and needs 40 or more.",
        "model_recoverable by default is missing.",
        "Why this default for model_recoverable is missing.",
    ]
    assert 'href="#id_default_retryable_0"' in answer.content.decode()


def test_a_number_that_is_none_is_shown_again_and_not_kept():
    sam = signed_in(SAM)
    number = drafted(sam)
    answer = fill(sam, f"/proposals/{number}/edit/advice", origin="tool", http_status="many")
    assert faults(answer) == ["HTTP status is a whole number."]
    assert posted(answer)["http_status"] == "many"
    assert Proposal.objects.get(pk=number).content == {"code": "upstream.quota_exhausted", "origin": "tool"}


def test_nearest_codes_are_named_and_a_close_one_asks_for_a_reason():
    sam = signed_in(SAM)
    number = drafted(sam, "loop.tool_calls_exceeded")
    fill(
        sam,
        f"/proposals/{number}/edit/meaning",
        title="Tool Calls Exceeded",
        description="The loop made more tool calls than its limit allows.",
    )
    page = text(sam.get(f"/proposals/{number}/edit/nearest"))
    for code in ("loop. budget_ exceeded", "loop. max_ turns_ exceeded"):
        assert code in page
    assert re.search(r"\b\d\d\.\d, close loop\.budget_exceeded is in the same category and has a similar title\.", page)
    assert re.search(r"\b\d\d\.\d, close loop\.max_turns_exceeded is in the same category\.", page)
    assert "Why none of these will do What would" in page
    answer = fill(sam, f"/proposals/{number}/edit/nearest")
    assert answer.status_code == 400
    assert re.fullmatch(r"Close to [\w., ]+: say why none of them will do\.", faults(answer)[0])
    reason = "It counts calls of tools and no turns, which have another limit."
    assert fill(sam, f"/proposals/{number}/edit/nearest", why_not_nearest=reason).status_code == 302


def test_where_nothing_comes_near_it_says_so():
    sam = signed_in(SAM)
    number = drafted(sam, "harness.zzzzzzzzzz")
    assert "Nothing that is registered or asked for comes near." in text(sam.get(f"/proposals/{number}/edit/nearest"))


def test_save_and_go_on_later_keeps_it_and_the_account_leads_back():
    sam = signed_in(SAM)
    number = drafted(sam)
    answer = fill(sam, f"/proposals/{number}/edit/meaning", title="X", later="1")
    assert answer["Location"] == "/account/"
    assert Proposal.objects.get(pk=number).content["title"] == "X"
    page = sam.get("/account/")
    assert f"/proposals/{number}/check" in page.content.decode()
    assert f"Draft {number} is kept." in text(page)


def test_a_change_from_the_check_leads_back_to_it():
    sam = signed_in(SAM)
    number = written(sam)
    answer = fill(sam, f"/proposals/{number}/edit/meaning?back=check", title="Quota Is Gone")
    assert answer["Location"] == f"/proposals/{number}/check"
    assert "Quota Is Gone" in text(sam.get(f"/proposals/{number}/check"))


def test_what_is_missing_is_listed_with_the_way_to_it_and_cannot_be_sent():
    sam = signed_in(SAM)
    number = drafted(sam)
    page = sam.get(f"/proposals/{number}/check").content.decode()
    assert "Title is missing." in page
    assert f'href="/proposals/{number}/edit/meaning?back=check"' in page
    answer = fill(sam, f"/proposals/{number}/check")
    assert answer.status_code == 400
    assert faults(answer)[0] == "It cannot be sent yet."
    assert Proposal.objects.get(pk=number).state == "draft"


def test_a_target_that_was_taken_meanwhile_stops_it_and_keeps_the_draft():
    sam = signed_in(SAM)
    number = written(sam)
    other = proposals.submitted(by=account("tom"))
    answer = fill(sam, f"/proposals/{number}/check")
    assert answer.status_code == 400
    assert f"Proposal #{other.number} is open for upstream.quota_exhausted. Take part in that one." in faults(answer)
    assert Proposal.objects.get(pk=number).content["title"] == "Upstream Quota Exhausted"


def test_a_double_click_submits_once_and_says_the_same():
    sam = signed_in(SAM)
    number = written(sam)
    form = posted(sam.get(f"/proposals/{number}/check"))
    answers = [sam.post(f"/proposals/{number}/check", form) for _ in range(2)]
    assert [each["Location"] for each in answers] == [f"/proposals/{number}/sent"] * 2
    assert Proposal.objects.get(pk=number).revision == 1


def test_a_double_click_at_the_beginning_makes_one_draft():
    sam = signed_in(SAM)
    form = {**posted(sam.get("/proposals/new/new_code")), "code": "tool.rusty"}
    answers = [sam.post("/proposals/new/new_code", form)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Proposal.objects.count() == 1


def test_one_draft_too_many_is_refused_with_a_reason():
    sam = signed_in(SAM)
    for each in range(20):
        drafted(sam, f"tool.number_{each}")
    answer = fill(sam, "/proposals/new/new_code", code="tool.one_more")
    assert (answer.status_code, faults(answer)) == (409, ["You have 20 drafts. Submit or withdraw one first."])


def test_a_draft_can_be_thrown_away_and_is_nobody_elses():
    sam, tom = signed_in(SAM), signed_in("tom")
    number = drafted(sam)
    for page in ("edit/meaning", "check", "sent", "act", "withdraw", "revise", "answer", "reopen", "comment"):
        assert tom.get(f"/proposals/{number}/{page}").status_code == 404, page
    assert sam.get(f"/proposals/{number}/edit/nonsense").status_code == 404
    assert fill(sam, f"/proposals/{number}/withdraw")["Location"] == "/account/"
    assert Proposal.objects.get(pk=number).state == "withdrawn"
    assert offered(sam, number) == []
    assert sam.get(f"/proposals/{number}/reopen")["Location"] == "/account/"


def test_what_is_submitted_is_no_draft_any_more():
    sam = signed_in(SAM)
    number = written(sam)
    form = posted(sam.get(f"/proposals/{number}/edit/meaning"))
    fill(sam, f"/proposals/{number}/check")
    assert sam.get(f"/proposals/{number}/edit/meaning")["Location"] == f"/proposals/{number}/act"
    assert sam.post(f"/proposals/{number}/edit/meaning", form)["Location"] == f"/proposals/{number}/act"
    assert sam.get(f"/proposals/{number}/check")["Location"] == f"/proposals/{number}/sent"


# ---------------------------------------------------------------- what is registered already


@pytest.mark.parametrize(("kind", "first"), [("change_code", "meaning"), ("deprecate_code", "successor")])
def test_a_change_begins_with_what_is_registered(kind, first):
    sam = signed_in(SAM)
    page = sam.get(f"/proposals/new/{kind}?code=tool.timeout")
    assert posted(page)["code"] == "tool.timeout"
    answer = fill(sam, f"/proposals/new/{kind}", code="tool.timeout")
    number = int(answer["Location"].split("/")[2])
    assert answer["Location"] == f"/proposals/{number}/edit/{first}"
    content = Proposal.objects.get(pk=number).content
    assert (content["code"], content["base"]) == ("tool.timeout", "1.0.0")
    if kind == "change_code":
        assert content["title"] == "Tool Timeout"
        assert posted(sam.get(answer["Location"]))["title"] == "Tool Timeout"


def test_a_change_shows_what_differs_and_can_be_sent():
    sam = signed_in(SAM)
    number = int(fill(sam, "/proposals/new/change_code", code="tool.timeout")["Location"].split("/")[2])
    fill(sam, f"/proposals/{number}/edit/meaning", title="Tool Timed Out")
    fill(sam, f"/proposals/{number}/edit/controller", relation="none")
    fill(sam, f"/proposals/{number}/edit/reason", reason="It says what has happened and when.")
    page = sam.get(f"/proposals/{number}/check")
    assert faults(page) == []
    assert "Title Tool Timeout Tool Timed Out differs" in text(page)
    assert fill(sam, f"/proposals/{number}/check")["Location"] == f"/proposals/{number}/sent"


def test_a_change_of_a_default_asks_for_its_reason():
    sam = signed_in(SAM)
    number = int(fill(sam, "/proposals/new/change_code", code="tool.timeout")["Location"].split("/")[2])
    answer = fill(sam, f"/proposals/{number}/edit/defaults", default_retryable="no")
    assert "changes what deployed agents do" in faults(answer)[0]


def test_an_entry_that_moved_on_is_said_and_can_be_taken_as_it_is_now():
    sam = signed_in(SAM)
    number = int(fill(sam, "/proposals/new/deprecate_code", code="tool.timeout")["Location"].split("/")[2])
    fill(sam, f"/proposals/{number}/edit/successor", successor="loop.timeout")
    fill(sam, f"/proposals/{number}/edit/reason", reason="Nobody could tell the two apart.")
    proposals.published("change_code", by=account("tom"))
    page = sam.get(f"/proposals/{number}/check")
    said = "tool.timeout was changed by release 1.0.1; this was written against 1.0.0."
    assert [each.startswith(said) for each in faults(page)] == [True]
    form = posted(page)
    old = sam.post(f"/proposals/{number}/check", {**form, "tag": "r9-draft", "again": "1"})
    assert (old.status_code, Proposal.objects.get(pk=number).content["base"]) == (412, "1.0.0")
    assert sam.post(f"/proposals/{number}/check", {**form, "again": "1"})["Location"] == f"/proposals/{number}/check"
    assert faults(sam.get(f"/proposals/{number}/check")) == []


@pytest.mark.parametrize("kind", ["change_code", "deprecate_code", "reinstate_code"])
def test_a_code_that_is_not_registered_cannot_be_changed(kind):
    answer = fill(signed_in(SAM), f"/proposals/new/{kind}", code="tool.nonsense")
    assert faults(answer) == ["tool.nonsense is not registered. Propose it as a new code."]


def test_an_active_code_cannot_come_back():
    answer = fill(signed_in(SAM), "/proposals/new/reinstate_code", code="tool.timeout")
    assert faults(answer) == ["tool.timeout is active, so this cannot be asked of it."]


def test_a_row_of_the_crosswalk_is_changed_or_made():
    sam = signed_in(SAM)
    answer = fill(sam, "/proposals/new/change_signals", identifier="xw-001")
    number = int(answer["Location"].split("/")[2])
    content = Proposal.objects.get(pk=number).content
    assert len(content["base"]) == 64
    fill(sam, f"/proposals/{number}/edit/codes", note="Said in other words.")
    fill(sam, f"/proposals/{number}/edit/reason", reason="The note was hard to read.")
    assert faults(sam.get(f"/proposals/{number}/check")) == []
    answer = fill(sam, "/proposals/new/change_signals", identifier="brand-new")
    fresh = Proposal.objects.get(pk=int(answer["Location"].split("/")[2]))
    assert fresh.content == {"identifier": "brand-new"}


def test_a_category_is_asked_for_and_says_what_it_takes():
    sam = signed_in(SAM)
    answer = fill(sam, "/proposals/new/new_category", category="memory")
    number = int(answer["Location"].split("/")[2])
    assert answer["Location"] == f"/proposals/{number}/edit/category"
    answer = fill(sam, answer["Location"], description="What an agent remembers.", recommended_status="500")
    assert answer["Location"] == f"/proposals/{number}/edit/reference"


# ---------------------------------------------------------------- signing in on the way


def test_what_was_typed_survives_an_expired_session():
    sam = signed_in(SAM)
    number = drafted(sam)
    address = f"/proposals/{number}/edit/meaning"
    form = {**posted(sam.get(address)), "title": "Typed For Long", "description": "Line one.\r\nLine two."}
    sam.logout()
    answer = sam.post(address, form)
    assert answer["Location"].startswith("/account/sign-in?next=")
    # As signing in goes on with the session that it finds.
    session = sam.session
    kept = dict(session.items())
    sam.force_login(account(SAM))
    session = sam.session
    session.update({name: value for name, value in kept.items() if name == "carried"})
    session.save()
    key = next(iter(kept["carried"]))
    page = sam.get(f"{address}?carried={key}")
    assert "You are signed in again" in text(page)
    assert posted(page)["title"] == "Typed For Long"
    assert posted(page)["description"] == "Line one.\r\nLine two."
    assert "title" not in Proposal.objects.get(pk=number).content
    assert sam.post(address, posted(page)).status_code == 302
    assert Proposal.objects.get(pk=number).content["description"] == "Line one.\nLine two."


@pytest.mark.parametrize(
    "page", ["new/begin", "new/new_code", "1/edit/meaning", "1/check", "1/sent", "1/act", "1/comment", "1/revise"]
)
def test_personal_pages_ask_who_it_is_and_are_kept_by_nobody(page):
    answer = Client().get(f"/proposals/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/sign-in?next=%2Fproposals%2F")
    assert answer["Cache-Control"] == "private, no-store"


def test_a_form_without_its_token_is_refused():
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account(SAM))
    assert browser.post("/proposals/new/new_code", {"code": "tool.rusty"}).status_code == 403


# ---------------------------------------------------------------- afterwards


def offered(client, number):
    """What the page of moves links to."""
    page = client.get(f"/proposals/{number}/act").content.decode()
    return re.findall(rf'href="/proposals/{number}/(answer|comment|revise|withdraw|reopen)"', page)


@pytest.mark.parametrize(
    ("state", "own", "others"),
    [
        ("submitted", ["comment", "revise", "withdraw"], ["comment"]),
        ("needs_info", ["answer", "comment", "withdraw"], ["comment"]),
        ("in_review", ["comment", "revise", "withdraw"], ["comment"]),
        ("approved", ["comment", "withdraw"], ["comment"]),
        ("published", [], []),
        ("rejected", [], []),
        ("withdrawn", ["reopen"], []),
        ("expired", ["reopen"], []),
    ],
)
def test_what_is_open_is_offered_and_nothing_else(state, own, others):
    made = proposals.IN_STATE[state]()
    sam, tom = signed_in(SAM), signed_in("tom")
    assert offered(sam, made.number) == own
    assert offered(tom, made.number) == others
    for move in ("answer", "comment", "revise", "withdraw", "reopen"):
        answer = sam.get(f"/proposals/{made.number}/{move}")
        assert (answer.status_code == 200) is (move in own), move
        strangers = tom.get(f"/proposals/{made.number}/{move}").status_code
        assert strangers == (404 if move != "comment" else 200 if others else 302), move


def test_a_comment_is_public_at_once():
    made = proposals.submitted()
    tom = signed_in("tom")
    answer = fill(tom, f"/proposals/{made.number}/comment", text="So\r\nit is.")
    assert answer["Location"] == f"/proposals/{made.number}#comments"
    assert made.comments.get().text == "So\nit is."
    for wrong, said in (("", "Say something."), ("x" * 4001, "At most 4,000 characters fit.")):
        answer = fill(tom, f"/proposals/{made.number}/comment", text=wrong)
        assert (answer.status_code, faults(answer)) == (400, [said])


def test_a_question_is_answered_with_a_changed_content():
    made = proposals.needs_info()
    sam = signed_in(SAM)
    assert "You are asked: Who sends it today?" in text(sam.get(f"/proposals/{made.number}/answer"))
    answer = fill(sam, f"/proposals/{made.number}/answer", title="Quota Gone")
    assert faults(answer) == ["Say something to the question."]
    answer = fill(sam, f"/proposals/{made.number}/answer", text="Six clients.", title="Quota Gone")
    assert answer.status_code == 302
    made.refresh_from_db()
    assert (made.state, made.revision, made.content["title"]) == ("in_review", 2, "Quota Gone")


def test_a_revision_says_what_is_wrong_and_what_does_not_differ():
    made = proposals.submitted()
    sam = signed_in(SAM)
    address = f"/proposals/{made.number}/revise"
    answer = fill(sam, address)
    assert (answer.status_code, faults(answer)) == (409, ["Nothing differs from the last revision."])
    answer = fill(sam, address, title="X", code="tool.elsewhere")
    assert answer.status_code == 400
    assert "Title has 1 characters and needs 3 or more." in faults(answer)
    answer = fill(sam, address, code="tool.elsewhere")
    assert (answer.status_code, "A revision is about the same entry." in faults(answer)[0]) == (409, True)
    assert fill(sam, address, title="Quota Gone")["Location"] == f"/proposals/{made.number}#revisions"
    made.refresh_from_db()
    assert (made.revision, made.content["title"]) == (2, "Quota Gone")


def test_a_stale_form_keeps_what_was_typed_and_can_be_sent_again():
    made = proposals.in_review()
    sam = signed_in(SAM)
    address = f"/proposals/{made.number}/revise"
    form = {**posted(sam.get(address)), "title": "Quota Gone"}
    actions.revise(
        proposal=made.number, content=proposals.new_code(publisher="Somebody"), by=account(SAM), at=START + DAY
    )
    answer = sam.post(address, form)
    assert answer.status_code == 412
    assert faults(answer)[0] == "The proposal has changed since: it is r2-in_review now, not r1-in_review."
    again = posted(answer)
    assert (again["title"], again["tag"]) == ("Quota Gone", "r2-in_review")
    assert sam.post(address, again).status_code == 302
    made.refresh_from_db()
    assert (made.revision, made.content["title"]) == (3, "Quota Gone")


def test_a_form_for_a_move_that_is_over_says_so_and_keeps_what_was_typed():
    made = proposals.submitted()
    sam = signed_in(SAM)
    address = f"/proposals/{made.number}/comment"
    form = {**posted(sam.get(address)), "text": "Written for long."}
    actions.withdraw(proposal=made.number, by=account(SAM), at=START + DAY)
    answer = sam.post(address, form)
    assert (answer.status_code, faults(answer)) == (409, ["A proposal that is withdrawn cannot take the move comment."])
    assert posted(answer)["text"] == "Written for long."


def test_it_is_taken_back_and_reopened():
    made = proposals.in_review()
    sam = signed_in(SAM)
    assert fill(sam, f"/proposals/{made.number}/withdraw")["Location"] == f"/proposals/{made.number}"
    assert fill(sam, f"/proposals/{made.number}/reopen")["Location"] == f"/proposals/{made.number}/sent"
    made.refresh_from_db()
    assert made.state == "submitted"


def test_after_half_a_year_it_is_too_late_to_reopen_it():
    made = proposals.submitted(at=START - 400 * DAY)
    actions.withdraw(proposal=made.number, by=account(SAM), at=START - 399 * DAY)
    answer = fill(signed_in(SAM), f"/proposals/{made.number}/reopen")
    assert answer.status_code == 409
    assert "It could be reopened until 2026-04-" in faults(answer)[0]


def test_what_was_taken_out_of_sight_is_for_its_submitter_and_officers():
    made = proposals.in_review()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    assert signed_in("tom").get(f"/proposals/{made.number}/act").status_code == 404
    assert signed_in("tom").get(f"/proposals/{made.number}/comment").status_code == 404
    assert signed_in(SAM).get(f"/proposals/{made.number}/act").status_code == 200
    assert signed_in("ada").get(f"/proposals/{made.number}/act").status_code == 200


@pytest.mark.parametrize("page", ["act", "comment"])
def test_and_for_officers_with_a_second_factor_alone_where_the_site_asks_for_one(page, settings):
    made = proposals.in_review()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    settings.REQUIRE_SECOND_FACTOR = True
    address = f"/proposals/{made.number}/{page}"
    assert [signed_in(name).get(address).status_code for name in (SAM, "ada")] == [200, 404]
    TOTP.activate(account("ada"), generate_totp_secret())
    assert signed_in("ada").get(address).status_code == 200


# ---------------------------------------------------------------- the account


def test_the_account_lists_what_waits_for_its_reader_first_and_what_they_were_told():
    sam = signed_in(SAM)
    assert "You have proposed nothing yet." in text(sam.get("/account/"))
    over = proposals.rejected(code="tool.first").number
    going = proposals.submitted(code="tool.second").number
    gone = proposals.draft(code="tool.third")
    actions.withdraw(proposal=gone.number, by=account(SAM), at=START)
    draft = proposals.draft(code="tool.fourth").number
    asked = proposals.needs_info(code="tool.fifth").number
    proposals.submitted(code="tool.sixth", by=account("tom"))
    notices.send(timezone.now(), most=500)
    page = sam.get("/account/").content.decode()
    rows = re.findall(r'<th scope="row">(?:<a [^>]*>)?#(\d+)', page)
    assert [int(each) for each in rows] == [asked, draft, going, over]
    told = text(sam.get("/account/"))
    assert "New code tool.fifth waits for an answer" in told
    mails = [each for each in mail.outbox if each.to == ["sam@example.org"]]
    assert len(re.findall(r'<li><span><a href="/proposals/', page)) == len(mails)


@pytest.mark.parametrize("number", [1, 3])
def test_an_account_with_three_proposals_costs_what_one_with_one_costs(number, django_assert_num_queries):
    sam = signed_in(SAM)
    for each in range(number):
        made = proposals.submitted(code=f"tool.number_{each}")
        actions.comment(proposal=made.number, text="So it is.", by=account("tom"), at=START)
    notices.send(timezone.now(), most=500)
    sam.get("/account/")
    with django_assert_num_queries(10):
        sam.get("/account/")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://example.org/", "data:text/html,x"])
def test_an_address_that_is_no_https_address_becomes_no_link(url):
    sam = signed_in(SAM)
    number = drafted(sam)
    answer = fill(sam, f"/proposals/{number}/edit/reference", reference__title="It", reference__url=url)
    assert answer.status_code == 400
    assert foreign_in_html(sam.get(f"/proposals/{number}/check").content.decode()) == []
    assert f'href="{url}"' not in sam.get(f"/proposals/{number}/check").content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_the_nearest_of_three_requests_cost_what_those_of_one_cost(number, django_assert_num_queries):
    sam = signed_in(SAM)
    for each in range(number):
        proposals.submitted(code=f"upstream.quota_{each}", by=account(f"tom{each}"))
    draft = drafted(sam)
    fill(sam, f"/proposals/{draft}/edit/meaning", **STEPS["meaning"])
    address = f"/proposals/{draft}/edit/nearest"
    assert text(sam.get(address)).count("pending as proposal") == number
    with django_assert_num_queries(5):
        sam.get(address)


# ---------------------------------------------------------------- every state, move and person

# What makes the move pass where the table opens it.
TYPED = {"comment": {"text": "So it is."}, "answer": {"text": "Six clients."}, "revise": {"title": "Quota Is Gone"}}


@pytest.mark.parametrize("state", proposals.IN_STATE)
@pytest.mark.parametrize("move", ["answer", "comment", "revise", "withdraw", "reopen"])
def test_every_move_in_every_state_by_the_submitter_a_stranger_and_an_officer(state, move):
    sources, who, _ = BY_HAND[move]
    made = proposals.IN_STATE[state]()
    form = {**proposals_form(made), **TYPED.get(move, {})}
    for name, roles in (("tom", ()), ("lea", ("lead",)), (SAM, ())):
        there = name == SAM or (state != "draft" and "P" in who)
        opened = state in sources.split() and (name == SAM or "P" in who)
        answer = signed_in(name, *roles).post(f"/proposals/{made.number}/{move}", form)
        assert answer.status_code == (404 if not there else 302 if opened else 409), name
        now = Proposal.objects.get(pk=made.number)
        assert opened or (now.state, now.revision) == (made.state, made.revision), name


def proposals_form(made):
    """What the form of a proposal sends: all its members as they are, and the tag."""
    form = content_form(members(made.kind), made.content, tag=made.tag)
    values = {field.html_name: field.value() for field in form}
    return {name: {True: "yes", False: "no", None: ""}.get(value, value) for name, value in values.items()}
