"""Calls about proposals as a client makes them, at a time that the test says."""

import json

from codes.web.problems import CATALOGUE
from tests.support.callers import client
from tests.support.moves import TEXT
from tests.support.proposals import new_code

CHECK = {"holds": True, "why": "I looked at it, and this is what I found."}
APPROVE = {
    "verdict": "approve",
    "no_conflict": True,
    "checks": {
        "not_covered": CHECK,
        "category_fits": CHECK,
        "defaults_justified": CHECK,
        "specification_stable": CHECK,
    },
    "nearest": ["upstream.rate_limited"],
}
RULING = {"reference": "minutes", "reason": TEXT}

# A body for every move that nothing is wrong with.
BODIES = {
    "save": {"content": new_code(title="Another Title")},
    "submit": {},
    "assign": {},
    "start_review": {},
    "ask": {"text": TEXT},
    "answer": {"text": TEXT, "content": new_code(title="More Said")},
    "revise": {"content": new_code(title="Another Title")},
    "comment": {"text": TEXT},
    "note": {"text": TEXT},
    "vote": APPROVE,
    "concern": {"text": TEXT},
    "resolve": {"concern": 1, "text": TEXT},
    "recuse": {"reason": TEXT},
    "extend": {"reason": TEXT},
    "approve": {},
    "reject": {},
    "record_approval": RULING,
    "record_rejection": {**RULING, "reason_code": "out_of_scope", "would_succeed": TEXT},
    "record_standards_action": {"rfc": 9999},
    "send_back": {"reason": TEXT},
    "publish": {},
    "withdraw": {},
    "reopen": {},
    "uphold_appeal": RULING,
    "hide": {"reason": TEXT},
    "unhide": {},
}


def post(by, address, body=None, **headers):
    """`by` is a client, or an account that gets a token for it."""
    return _send(by, "POST", address, body, headers)


def patch(by, number, body, **headers):
    return _send(by, "PATCH", f"proposals/{number}", body, headers)


def act(by, number, move, body=None, **headers):
    """The move, decided from whatever the proposal is, where the test does not say from what."""
    headers.setdefault("If_Match", "*")
    return post(by, f"proposals/{number}/{move}", BODIES[move] if body is None else body, **headers)


def _send(by, method, address, body, headers):
    caller = by if hasattr(by, "generic") else client(by)
    named = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
    return caller.generic(
        method, f"/api/v1/{address}", json.dumps({} if body is None else body), "application/json", headers=named
    )


def problem(answer, slug):
    """The problem object, after a look at its shape."""
    kind = CATALOGUE[slug]
    assert (answer.status_code, answer["Content-Type"]) == (kind.status, "application/problem+json"), answer.content
    found = answer.json()
    assert (found["type"], found["title"], found["status"]) == (kind.uri, kind.title, kind.status)
    assert found["detail"]
    return found
