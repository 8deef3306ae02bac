"""From the idea to a submitted request, in a browser without scripts."""

import re

import pytest

from codes.review.models import Proposal
from tests.support import proposals
from tests.support.browser import fill, posted, signed_in
from tests.support.people import account
from tests.support.requests import SAM, STEPS, drafted, faults
from tests.support.visible import text

pytestmark = pytest.mark.usefixtures("published")


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
