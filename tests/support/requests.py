"""A request on its way through the form, typed as people type it."""

import re

from tests.support import proposals
from tests.support.browser import fill

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


def offered(client, number):
    """What the page of moves links to."""
    page = client.get(f"/proposals/{number}/act").content.decode()
    return re.findall(rf'href="/proposals/{number}/(answer|comment|revise|withdraw|reopen)"', page)
