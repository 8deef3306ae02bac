"""From an idea to a release, by the API alone."""

import pytest

from codes.releases.current import current, forget
from tests.api.proposals.calls import act, patch, post, problem
from tests.support.callers import client
from tests.support.people import account, board
from tests.support.proposals import new_code

pytestmark = pytest.mark.django_db


def test_a_request_becomes_a_registered_code(at):
    ada, ben, lea, boss = (client(each) for each in board())
    sam = client(account("sam"), "propose")
    made = post(sam, "proposals", {"kind": "new_code", "content": {"code": "upstream.quota_exhausted"}})
    assert (made.status_code, made["ETag"]) == (201, '"r0-draft"')
    number = made.json()["number"]
    assert made["Location"] == f"https://agenterrors.org/api/v1/proposals/{number}"

    assert act(sam, number, "submit").status_code == 422
    saved = patch(sam, number, {"content": new_code()}, If_Match='"r0-draft"')
    assert (saved.status_code, saved.json()["content"]) == (200, new_code())
    submitted = act(sam, number, "submit", If_Match='"r0-draft"')
    assert (submitted.status_code, submitted["ETag"]) == (200, '"r1-submitted"')
    assert submitted.json()["moves"] == ["revise", "comment", "withdraw"]

    for expert in (ada, ben):
        assert act(expert, number, "assign", If_Match='"r1-submitted"').status_code == 200
    assert act(lea, number, "start_review", If_Match='"r1-submitted"')["ETag"] == '"r1-in_review"'
    for expert in (ada, ben):
        assert act(expert, number, "vote", If_Match='"r1-in_review"').status_code == 200
    at(14)
    decided = act(ada, number, "approve", If_Match='"r1-in_review"')
    assert decided.json()["decision"]["move"] == "approve"
    assert [vote["verdict"] for vote in decided.json()["votes"]] == ["approve", "approve"]
    at(15)
    body = {"proposals": [{"number": number, "tag": "r1-approved"}]}
    released = post(boss, "releases", body)
    assert released.status_code == 201, released.content
    assert (released.json()["version"], released.json()["proposals"]) == ("1.1.0", [number])
    assert released["Location"] == "https://agenterrors.org/api/v1/releases/1.1.0"
    forget()
    assert current().registry.code("upstream.quota_exhausted").title == new_code()["title"]
    shown = sam.get(f"/api/v1/proposals/{number}").json()
    assert (shown["state"], shown["published_in"], shown["moves"]) == ("published", "1.1.0", [])
    problem(post(boss, "releases", body), "precondition-failed")
