"""The page of one proposal: what it shows and to whom, and that nothing typed is ever lost."""

from urllib.parse import unquote

import pytest
from django.test import Client

from codes.review import actions
from codes.review.kinds.names import CHANGE_CODE, DEPRECATE_CODE
from codes.review.models import SentForm, Vote
from tests.accounts.people import ask, enter, the_code
from tests.pages.review.filled import APPROVES, REJECTS
from tests.pages.review.page import complaints, inputs, offered, read
from tests.support import proposals
from tests.support.people import DAY, START, account, board
from tests.support.proposals import TEXT
from tests.support.visible import text


def test_it_shows_what_a_decision_rests_on(signed_in, clock):
    ada, ben, lea, _ = board()
    made = proposals.voted()
    actions.concern(proposal=made.number, text="Who sends it?", by=ben, at=START)
    actions.comment(proposal=made.number, text="We would use it.", by=account("zoe"), at=START)
    actions.comment(proposal=made.number, text="Known to me.", private=True, by=ada, at=START)
    said = text(signed_in(lea).get(f"/review/{made.number}"))
    for part in (
        f"#{made.number} New code upstream.quota_exhausted",
        "in review",
        "the designated experts, who vote",
        "13 days left, until 15 December 2026, 09:00 UTC",
        "Votes 2 of 2; the comment period is not over",
        "Agent Quota Errors, section 2",
        "Complete: grammar, target, texts, reference and justifications are in order",
        "upstream.rate_limited",
        "is in the same category",
        "Ada: approve, on revision 1",
        "Who sends it?",
        "open, blocks approval",
        "We would use it.",
        "Known to me.",
        "private note",
        "was submitted – Sam, submitter",
    ):
        assert part in said, part


def test_a_change_stands_beside_the_entry(signed_in):
    made = proposals.in_review(CHANGE_CODE)
    said = text(signed_in(account("lea")).get(f"/review/{made.number}"))
    assert "Title Tool Timeout Tool Timed Out changed" in said
    assert "retryable by default yes yes same" in said
    # Left open: it stays.
    assert "HTTP status 504 504 same" in said
    assert "About tool.timeout , as it is registered." in said


def test_what_does_not_hold_any_more_is_said(signed_in):
    first = proposals.approved(DEPRECATE_CODE, code="loop.timeout", successor="tool.timeout")
    made = proposals.in_review(DEPRECATE_CODE, code="output.empty", successor="loop.timeout")
    client = signed_in(account("lea"))
    assert "Complete: grammar" in text(client.get(f"/review/{made.number}"))
    actions.publish(proposals=[first.number], by=account("max"), at=first.decided + DAY)
    said = text(client.get(f"/review/{made.number}"))
    assert "As the registry stands now, this cannot be approved or published:" in said
    assert "loop.timeout" in said
    assert "/successor" in said
    assert "Nothing is checked any more: it is published." in text(client.get(f"/review/{first.number}"))


def test_revisions_show_what_each_changed(signed_in):
    made = proposals.in_review()
    actions.revise(
        proposal=made.number, content=proposals.new_code(title="Upstream Quota Used Up"), by=made.submitter, at=START
    )
    said = text(signed_in(account("lea")).get(f"/review/{made.number}"))
    assert "What revision 2 changed" in said
    assert "Title Upstream Quota Exhausted Upstream Quota Used Up" in said


def test_with_a_conflict_one_is_told_so_and_sees_no_private_note(signed_in):
    board()
    pat = account("pat", "expert")
    made = proposals.in_review(by=pat)
    actions.comment(proposal=made.number, text="A word among us.", private=True, by=account("ada"), at=START)
    page = signed_in(pat).get(f"/review/{made.number}")
    assert "You are the submitter of this proposal" in text(page)
    assert "A word among us." not in page.content.decode()
    assert "private note" not in text(page)
    assert offered(page) == ["comment"]
    other = account("kim", "expert")
    controlled = proposals.in_review(code="tool.rusty", change_controller="kim@example.org")
    page = signed_in(other).get(f"/review/{controlled.number}")
    assert "You are the change controller of this proposal" in text(page)
    assert offered(page) == ["comment"]


def test_votes_are_for_the_officers_of_a_proposal_until_it_is_decided(signed_in):
    board()
    pat = account("pat", "expert")
    made = proposals.in_review(by=pat)
    actions.vote(proposal=made.number, verdicts=proposals.APPROVE, no_conflict=True, by=account("ada"), at=START)
    page = signed_in(pat).get(f"/review/{made.number}")
    assert "What the experts voted is shown to you when it is decided." in text(page)
    assert [TEXT in page.content.decode(), "Ada: approve" in text(page)] == [False, False]
    assert "Ada: approve, on revision 1" in text(signed_in(account("lea")).get(f"/review/{made.number}"))
    actions.vote(
        proposal=made.number, verdicts=proposals.APPROVE, no_conflict=True, by=account("ben"), at=made.comment_until
    )
    assert "Ada: approve, on revision 1" in text(signed_in(pat).get(f"/review/{made.number}"))


def test_why_somebody_stepped_back_is_for_officers_without_a_conflict(signed_in):
    board()
    pat = account("pat", "expert")
    made = proposals.in_review(by=pat)
    actions.recuse(proposal=made.number, reason="My sister works there.", by=account("ada"), at=START)
    actions.extend(proposal=made.number, reason="It is long.", by=account("lea"), at=START)
    address = f"/review/{made.number}"
    lea, own = text(signed_in(account("lea")).get(address)), text(signed_in(pat).get(address))
    assert ["My sister works there." in lea, "It is long." in lea] == [True, True]
    assert ["My sister works there." in own, "It is long." in own] == [False, True]
    assert "lost an expert, who stepped back – Ada" in own
    assert "My sister works there." not in Client().get(f"/proposals/{made.number}").content.decode()
    form = signed_in(account("ben")).get(address).content.decode().partition(f'action="{address}/recuse"')[2]
    assert "the public cannot." in form.partition("</form>")[0]


@pytest.mark.parametrize("address", ["/review/99", "/review/0/vote", "/review/99999999999999999999999"])
def test_what_is_not_there(address, signed_in):
    assert signed_in(account("ada", "expert")).get(address).status_code == 404


def test_a_move_that_nobody_knows(signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    assert client.post(f"/review/{made.number}/erase").status_code == 404
    assert client.post(f"/review/{made.number}/publish").status_code == 404
    answer = client.get(f"/review/{made.number}/vote")
    assert (answer.status_code, answer["Location"]) == (302, f"/review/{made.number}")


def test_a_vote_is_cast_with_the_form_that_the_page_gives(signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    blank = inputs(client.get(f"/review/{made.number}"), "vote")
    # Nothing is preselected.
    assert {name: value for name, value in blank.items() if value and name not in ("tag", "once")} == {
        "csrfmiddlewaretoken": blank["csrfmiddlewaretoken"]
    }
    answer = client.post(f"/review/{made.number}/vote", {**_hidden(blank), **REJECTS}, follow=True)
    assert "Your vote is cast." in text(answer)
    vote = Vote.objects.get()
    assert (vote.verdict, vote.not_covered, vote.reason_code, vote.nearest) == (
        "reject",
        False,
        "already_covered",
        ["upstream.rate_limited"],
    )
    assert vote.would_succeed == "Say what a consumer does differently."
    # Whoever votes again begins with what they said.
    again = inputs(client.get(f"/review/{made.number}"), "vote")
    assert (again["not_covered"], again["category_fits"], again["verdict"]) == ("no", "yes", "reject")
    assert again["reason_code"] == ""  # a select, whose choice is in its options
    actions.revise(proposal=made.number, content=proposals.new_code(title="Another"), by=made.submitter, at=START)
    void = inputs(client.get(f"/review/{made.number}"), "vote")
    assert (void["not_covered"], void["verdict"]) == (None, None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"not_covered": ""}, [("vote_not_covered_0", "No registered code covers it already: yes or no?")]),
        (
            {"not_covered_text": "No."},
            [("vote_not_covered_text", "No registered code covers it already: say why, in 20 characters or more.")],
        ),
        ({"verdict": ""}, [("vote_verdict_0", "Choose whether to approve or to reject.")]),
        (
            {"not_covered": "no"},
            [("vote_verdict_0", "A request with a check that is not met cannot be approved.")],
        ),
        (
            {"reason_code": "out_of_scope"},
            [("vote_reason_code", "A reason goes with a rejection: choose none to approve.")],
        ),
        (
            {"verdict": "reject"},
            [
                ("vote_verdict_0", "A rejection names the check that is not met: every one has a yes."),
                ("vote_reason_code", "Choose the reason of the rejection."),
                ("vote_would_succeed", "Say what would succeed."),
            ],
        ),
        (
            {"no_conflict": ""},
            [("vote_no_conflict", "Declare that you have no conflict of interest, or step back.")],
        ),
        (
            {"would_succeed": "x" * 4001},
            [("vote_would_succeed", "What would succeed: at most 4,000 characters fit.")],
        ),
    ],
)
def test_a_vote_that_lacks_something(changes, said, signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    answer = client.post(f"/review/{made.number}/vote", {"tag": made.tag, **APPROVES, **changes})
    assert answer.status_code == 400
    assert complaints(answer) == said
    ids = read(answer).ids
    assert {at for at, _ in said} <= set(ids)
    assert len(ids) == len(set(ids))
    # All that was typed is still there.
    assert TEXT in answer.content.decode()
    assert Vote.objects.count() == 0


def test_an_old_page_is_told_what_is_so_now_and_loses_nothing(signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    sent = {**_hidden(inputs(client.get(f"/review/{made.number}"), "vote")), **APPROVES}
    actions.revise(proposal=made.number, content=proposals.new_code(title="Another"), by=made.submitter, at=START)
    answer = client.post(f"/review/{made.number}/vote", sent)
    assert answer.status_code == 412
    assert "The proposal has changed since: it is r2-in_review now, not r1-in_review." in text(answer)
    assert "What revision 2 changed" in text(answer)
    kept = inputs(answer, "vote")
    assert (kept["tag"], kept["verdict"], kept["no_conflict"]) == ("r2-in_review", "approve", "on")
    assert offered(answer).count("vote") == 1
    again = client.post(f"/review/{made.number}/vote", {**APPROVES, **_hidden(kept)})
    assert again.status_code == 302
    assert Vote.objects.get().revision == 2


def test_a_form_without_the_tag_of_its_page_is_refused(signed_in):
    made = proposals.in_review()
    answer = signed_in(account("ada")).post(f"/review/{made.number}/concern", {"text": TEXT})
    assert answer.status_code == 412


def test_what_is_not_open_any_more_keeps_the_text(signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    sent = {**_hidden(inputs(client.get(f"/review/{made.number}"), "concern")), "text": "Who sends it?"}
    actions.withdraw(proposal=made.number, by=made.submitter, at=START)
    answer = client.post(f"/review/{made.number}/concern", sent)
    assert answer.status_code == 412
    answer = client.post(f"/review/{made.number}/concern", {**sent, "tag": "r1-withdrawn"})
    assert answer.status_code == 409
    assert "A proposal that is withdrawn cannot take the move concern." in text(answer)
    assert "Who sends it?" in answer.content.decode()


def test_a_double_click_is_one_act_with_one_answer(signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    sent = {**_hidden(inputs(client.get(f"/review/{made.number}"), "ask")), "text": "Who sends it today?"}
    answers = [client.post(f"/review/{made.number}/ask", sent) for _ in range(2)]
    assert [(each.status_code, each["Location"]) for each in answers] == [(302, f"/review/{made.number}")] * 2
    assert made.comments.count() == 1
    assert SentForm.objects.count() == 1


def test_another_form_of_the_page_is_another_act(signed_in):
    made = proposals.in_review()
    client = signed_in(account("ada"))
    page = client.get(f"/review/{made.number}")
    keys = [form["inputs"]["once"] for form in read(page).forms if "once" in form["inputs"]]
    assert len(set(keys)) == len(keys) > 3


def test_a_vote_written_while_the_session_ran_out_is_still_there(clock):
    made = proposals.in_review()
    client = Client()
    answer = client.post(f"/review/{made.number}/vote", {"tag": made.tag, **REJECTS})
    assert answer.status_code == 302
    back = unquote(answer["Location"].partition("next=")[2])
    ask(client, "ada@example.org", next=back)
    answer = enter(client, the_code(), next=back)
    assert answer["Location"] == back
    page = client.get(back)
    assert "nothing was sent. What you had written is still here." in text(page)
    kept = inputs(page, "vote")
    assert (kept["verdict"], kept["not_covered"], kept["no_conflict"]) == ("reject", "no", "on")
    assert REJECTS["would_succeed"] in page.content.decode()
    assert Vote.objects.count() == 0
    assert client.post(f"/review/{made.number}/vote", {**REJECTS, **_hidden(kept)}).status_code == 302
    assert Vote.objects.get().verdict == "reject"


def test_so_is_one_of_which_every_text_is_as_long_as_may_be(clock):
    made = proposals.in_review()
    client = Client()
    long = ("Because of this. " * 240)[:4000]
    vote = {name: long if name.endswith("_text") or name == "would_succeed" else said for name, said in REJECTS.items()}
    back = unquote(
        client.post(f"/review/{made.number}/vote", {"tag": made.tag, **vote})["Location"].partition("next=")[2]
    )
    ask(client, "ada@example.org", next=back)
    enter(client, the_code(), next=back)
    assert client.get(back).content.decode().count(long.strip()) == 5


def test_a_stranger_sends_nothing(clock):
    made = proposals.in_review()
    client = Client()
    client.force_login(account("sam"))
    assert client.get(f"/review/{made.number}").status_code == 403
    assert client.get(f"/review/{made.number}/hide").status_code == 403
    answer = client.post(f"/review/{made.number}/hide", {"tag": made.tag, "reason": "Mine."})
    assert answer.status_code == 403
    made.refresh_from_db()
    assert not made.hidden


def test_a_forged_form_is_refused(clock):
    made = proposals.in_review()
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("lea"))
    answer = client.post(f"/review/{made.number}/hide", {"tag": made.tag, "reason": "Mine."})
    assert answer.status_code == 403
    made.refresh_from_db()
    assert not made.hidden


def test_the_next_in_the_queue_is_one_click_away(signed_in):
    first, second = proposals.in_review(code="tool.first"), proposals.in_review(code="tool.second")
    client = signed_in(account("ada"))
    assert f"Next in the queue: #{second.number}" in text(client.get(f"/review/{first.number}"))
    assert f"Next in the queue: #{first.number}" in text(client.get(f"/review/{second.number}"))


def test_what_people_write_is_text(signed_in):
    made = proposals.in_review()
    actions.comment(proposal=made.number, text="<script>alert(1)</script>", by=account("sam"), at=START)
    page = signed_in(account("ada")).get(f"/review/{made.number}").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def _hidden(found):
    return {name: found[name] for name in ("tag", "once")}


def test_nobodys_address_is_on_a_page_of_the_review(signed_in, clock):
    board()
    made = proposals.voted()
    actions.comment(proposal=made.number, text="We would use it.", by=account("zoe"), at=START)
    secret = proposals.draft(code="tool.secret_draft", by=account("zoe"))
    proposals.approved(CHANGE_CODE)
    for name, roles in (("ada", "expert"), ("lea", "lead"), ("max", "administrator")):
        client = signed_in(account(name))
        addresses = ["/review/", "/review/?show=mine", f"/review/{made.number}", f"/review/{secret.number}"]
        for address in (*addresses, *(["/review/publish"] if roles == "administrator" else [])):
            page = client.get(address).content.decode()
            assert "@example.org" not in page, address
            assert "secret_draft" not in page, address


@pytest.mark.parametrize("concern", ["", "x", "0", "-1", "99999999999999999999999", "٣"])
def test_a_concern_that_is_none(concern, signed_in):
    made = proposals.in_review()
    sent = {"tag": made.tag, "concern": concern, "text": "It is met."}
    answer = signed_in(account("ada")).post(f"/review/{made.number}/resolve", sent)
    assert answer.status_code in (400, 409)
    assert "It is met." in answer.content.decode()


@pytest.mark.parametrize(
    ("text_", "status"),
    [
        ("a%00b", 400),
        ("x" * 4001, 400),
        ("+++", 400),
        ("%ED%A0%80", 302),  # no UTF-8: read as the sign for what cannot be read
    ],
)
def test_a_text_as_a_program_may_send_it(text_, status, signed_in):
    made = proposals.in_review()
    answer = signed_in(account("ada")).post(
        f"/review/{made.number}/comment",
        f"tag={made.tag}&text={text_}",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == status
    assert made.comments.count() == (status == 302)


def test_a_comment_period_is_over_and_what_everybody_did_is_in_words(signed_in, clock):
    made = proposals.voted()
    actions.comment(proposal=made.number, text=TEXT, by=account("zoe"), at=START)
    clock.now = made.comment_until + DAY
    said = text(signed_in(account("lea")).get(f"/review/{made.number}"))
    assert "Comment period over since 15 December 2026, 09:00 UTC" in said
    assert "Decision 6 days left, until 22 December 2026, 09:00 UTC" in said
    assert "has a vote – Ada, expert" in said
    assert "has a comment – Zoe" in said
    assert "assigned" not in said.partition("Record")[2]


def test_what_a_change_sets_anew_is_no_remark(signed_in):
    made = proposals.in_review(CHANGE_CODE, mcp_channel="jsonrpc_error", mcp_jsonrpc_code=-32001)
    said = text(signed_in(account("lea")).get(f"/review/{made.number}"))
    assert "JSON-RPC code in MCP – -32001 changed" in said
    assert "Reason – The title should say what happened. said of the request" in said


def test_who_has_stepped_back_is_told_so_and_offered_what_everybody_may_do(signed_in):
    made = proposals.in_review()
    actions.recuse(proposal=made.number, reason="My sister works there.", by=account("lea"), at=START)
    client = signed_in(account("lea"))
    page = client.get(f"/review/{made.number}")
    assert "You have stepped back from this proposal" in text(page)
    assert offered(page) == ["comment"]
    answer = client.post(f"/review/{made.number}/extend", {"tag": made.tag, "reason": TEXT})
    assert answer.status_code == 403
    assert "You have stepped back from this proposal, so you act on it neither as" in text(answer)
