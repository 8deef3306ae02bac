"""The steps of a draft: what each keeps, says and leads to."""

import re

import pytest

from codes.review.models import Proposal
from tests.support import proposals
from tests.support.browser import fill, posted, signed_in
from tests.support.markup import foreign_in_html
from tests.support.people import account
from tests.support.requests import SAM, STEPS, drafted, faults, written
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


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
    for page in ("act", "reopen"):
        assert sam.get(f"/proposals/{number}/{page}")["Location"] == "/account/", page
    assert f"Draft {number} was thrown away." in text(sam.get("/account/"))


def test_what_is_submitted_is_no_draft_any_more():
    sam = signed_in(SAM)
    number = written(sam)
    form = posted(sam.get(f"/proposals/{number}/edit/meaning"))
    fill(sam, f"/proposals/{number}/check")
    assert sam.get(f"/proposals/{number}/edit/meaning")["Location"] == f"/proposals/{number}/act"
    assert sam.post(f"/proposals/{number}/edit/meaning", form)["Location"] == f"/proposals/{number}/act"
    assert sam.get(f"/proposals/{number}/check")["Location"] == f"/proposals/{number}/sent"


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


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://example.org/", "data:text/html,x"])
def test_an_address_that_is_no_https_address_becomes_no_link(url):
    sam = signed_in(SAM)
    number = drafted(sam)
    answer = fill(sam, f"/proposals/{number}/edit/reference", reference__title="It", reference__url=url)
    assert answer.status_code == 400
    assert foreign_in_html(sam.get(f"/proposals/{number}/check").content.decode()) == []
    assert f'href="{url}"' not in sam.get(f"/proposals/{number}/check").content.decode()


@pytest.mark.parametrize("page", ["check", "edit/meaning"])
def test_a_page_of_a_draft_that_is_out_of_date_changes_nothing_and_can_be_sent_again(page):
    sam = signed_in(SAM)
    number = written(sam)
    address = f"/proposals/{number}/{page}"
    form = posted(sam.get(address))
    answer = sam.post(address, {**form, "tag": "r9-draft"})
    assert answer.status_code == 412
    assert "The proposal has changed since: it is r0-draft now, not r9-draft." in faults(answer)
    assert Proposal.objects.get(pk=number).state == "draft"
    assert sam.post(address, posted(answer)).status_code == 302
