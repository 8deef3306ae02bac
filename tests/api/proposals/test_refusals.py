"""Every way in which a call about a proposal fails: one shape, and a type whose page answers."""

import json

import pytest
from django.test import Client

from codes.review.models import Proposal
from tests.api.proposals.calls import BODIES, act, patch, post, problem
from tests.support.callers import client
from tests.support.people import DAY, START, account, board
from tests.support.proposals import approved, draft, in_review, new_code, submitted

pytestmark = pytest.mark.django_db


def sam(*scopes):
    return client(account("sam"), *(scopes or ("propose", "read-own")))


def faults(found):
    return [(each["pointer"], each["code"]) for each in found["errors"]]


CREATE = {"kind": "new_code", "content": new_code()}
WRONG_BODIES = {
    "no kind": ({}, [("/kind", "missing")]),
    "another kind": ({"kind": "new_cod"}, [("/kind", "unknown_value")]),
    "unknown member": ({**CREATE, "submit": True}, [("/submit", "unknown_member")]),
    "content of a list": ({**CREATE, "content": []}, [("/content", "wrong_type")]),
    "unknown in content": ({**CREATE, "content": {"titel": "a"}}, [("/content/titel", "unknown_member")]),
    "a text for a boolean": (
        {**CREATE, "content": {"default_retryable": "false"}},
        [("/content/default_retryable", "wrong_type")],
    ),
    "nothing for a boolean": (
        {**CREATE, "content": {"default_retryable": ""}},
        [("/content/default_retryable", "wrong_type")],
    ),
    "one for a boolean": (
        {**CREATE, "content": {"default_retryable": 1}},
        [("/content/default_retryable", "wrong_type")],
    ),
    "unknown in the reference": (
        {**CREATE, "content": {"reference": {"link": "https://example.org"}}},
        [("/content/reference/link", "unknown_member")],
    ),
    "a number among the words": ({**CREATE, "content": {"actions": [1]}}, [("/content/actions/0", "wrong_type")]),
}


@pytest.mark.parametrize("name", WRONG_BODIES)
def test_a_draft_of_another_shape(name):
    body, expected = WRONG_BODIES[name]
    assert faults(problem(post(sam(), "proposals", body), "invalid-body")) == expected
    assert not Proposal.objects.exists()


def test_a_query_is_refused_and_not_passed_over():
    max_ = client(account("max", "administrator"), "propose", "administer")
    for address in ("proposals?content=no", "releases?dry_run=true"):
        found = problem(post(max_, address, CREATE), "invalid-parameter")
        assert [each["code"] for each in found["errors"]] == ["unknown_parameter"]
    assert not Proposal.objects.exists()


def test_a_near_member_is_named():
    found = problem(post(sam(), "proposals", {**CREATE, "content": {"titel": "a"}}), "invalid-body")
    assert found["errors"][0]["detail"] == "titel is no member here. Did you mean title?"


@pytest.mark.parametrize("content", [b"{", b'{"kind": "new_code", "kind": "new_code"}', rb'{"kind": "\u0000"}'])
def test_what_cannot_be_read(content):
    answer = sam().post("/api/v1/proposals", content, content_type="application/json")
    problem(answer, "invalid-body")


def test_another_media_type_says_what_is_taken():
    answer = sam().post("/api/v1/proposals", "kind=new_code", content_type="application/x-www-form-urlencoded")
    assert problem(answer, "unsupported-media-type")["accepts"] == ["application/json"]
    made = draft()
    answer = sam().patch(f"/api/v1/proposals/{made.number}", "{}", content_type="text/plain")
    problem(answer, "unsupported-media-type")
    assert answer["Accept-Patch"] == "application/json, application/merge-patch+json"


def test_too_much():
    answer = sam().post("/api/v1/proposals", b" " * 65537, content_type="application/json")
    problem(answer, "content-too-large")


# What each move's body lacks when it says nothing.
NEEDED = {
    "save": ["/content"], "ask": ["/text"], "answer": ["/text"], "revise": ["/content"], "comment": ["/text"],
    "note": ["/text"], "vote": ["/checks", "/no_conflict", "/verdict"], "concern": ["/text"],
    "resolve": ["/concern", "/text"], "recuse": ["/reason"], "extend": ["/reason"],
    "record_approval": ["/reason", "/reference"],
    "record_rejection": ["/reason", "/reason_code", "/reference", "/would_succeed"],
    "record_standards_action": ["/rfc"], "send_back": ["/reason"], "uphold_appeal": ["/reason", "/reference"],
    "hide": ["/reason"],
}  # fmt: skip


@pytest.mark.parametrize("move", BODIES)
def test_what_the_body_of_a_move_needs(move):
    everything = client(account("all", "lead", "administrator"))
    found = problem(act(everything, 1, move, {"surplus": 1}), "invalid-body")
    expected = [("/surplus", "unknown_member"), *((pointer, "missing") for pointer in NEEDED.get(move, []))]
    assert sorted(faults(found)) == sorted(expected)


def test_texts_of_nothing_but_space():
    made = in_review()
    found = problem(act(client(account("ada")), made.number, "ask", {"text": " \n "}), "invalid-body")
    assert faults(found) == [("/text", "grammar")]


def test_without_a_token():
    made = submitted()
    for answer in (
        post(client_without(), "proposals", CREATE),
        patch(client_without(), made.number, {"content": {}}),
        act(client_without(), made.number, "withdraw"),
        post(client_without(), "releases", {"proposals": []}),
        client_without().get("/api/v1/proposals?mine=true"),
    ):
        problem(answer, "unauthorized")
        assert answer["WWW-Authenticate"] == 'Bearer realm="api"'


def client_without():
    return Client()


SCOPES = {
    "propose": ("save", "submit", "answer", "revise", "comment", "withdraw", "reopen"),
    "review": (
        "assign", "start_review", "ask", "note", "vote", "concern", "resolve", "recuse", "extend", "approve", "reject",
        "send_back", "hide", "unhide",
    ),
    "administer": (
        "record_approval", "record_rejection", "record_standards_action", "publish", "uphold_appeal",
    ),
}  # fmt: skip


def test_each_move_takes_its_own_scope_whatever_the_role():
    everybody = account("all", "lead", "administrator")
    made = submitted(by=account("sam"))
    for scope, moves in SCOPES.items():
        others = client(everybody, *({"read-own", "propose", "review", "administer"} - {scope}))
        for move in moves:
            answer = act(others, made.number, move)
            assert problem(answer, "forbidden")["scope"] == scope, move
            assert f'scope="{scope}"' in answer["WWW-Authenticate"]
    assert sorted(move for moves in SCOPES.values() for move in moves) == sorted(BODIES)
    made.refresh_from_db()
    assert made.state == "submitted"


def test_other_calls_take_theirs():
    everybody = account("all", "lead", "administrator")
    problem(post(client(everybody, "read-own", "review", "administer"), "proposals", CREATE), "forbidden")
    problem(patch(client(everybody, "review"), 1, {"content": {}}), "forbidden")
    problem(post(client(everybody, "propose", "review"), "releases", {"proposals": []}), "forbidden")
    problem(client(everybody, "propose").get("/api/v1/proposals?mine=true"), "forbidden")


@pytest.mark.parametrize("address", ["0", "007", "-1", "1.0", "x", "9" * 19, "1/nope", "1/expire", "1/submit/x"])
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH"])
def test_what_is_no_address(address, method):
    problem(sam().generic(method, f"/api/v1/proposals/{address}"), "not-found")


@pytest.mark.parametrize("number", [1, 10**18 - 1])
def test_no_such_proposal(number):
    found = problem(client_without().get(f"/api/v1/proposals/{number}"), "unknown-proposal")
    assert found["code"] == "not_there"
    problem(act(sam(), number, "submit"), "unknown-proposal")
    problem(patch(sam(), number, {"content": {}}, If_Match="*"), "unknown-proposal")


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("DELETE", "proposals", "GET, POST, HEAD, OPTIONS"),
        ("PUT", "proposals/1", "GET, PATCH, HEAD, OPTIONS"),
        ("POST", "proposals/1", "GET, PATCH, HEAD, OPTIONS"),
        ("GET", "proposals/1/submit", "POST, OPTIONS"),
        ("PATCH", "releases", "GET, POST, HEAD, OPTIONS"),
    ],
)
def test_a_wrong_method(method, address, allowed):
    answer = sam().generic(method, f"/api/v1/{address}")
    problem(answer, "method-not-allowed")
    assert answer["Allow"] == allowed
    assert sam().options(f"/api/v1/{address}")["Allow"] == allowed


def test_json_ruled_out_before_anything_is_done():
    answer = sam().post(
        "/api/v1/proposals", json.dumps(CREATE), content_type="application/json", headers={"Accept": "text/html"}
    )
    problem(answer, "not-acceptable")
    assert not Proposal.objects.exists()


def test_an_incomplete_draft(at):
    made = draft(title="", code="tool.timeout")
    found = problem(act(sam(), made.number, "submit"), "incomplete")
    assert (found["code"], found["state"], found["tag"]) == ("incomplete", "draft", "r0-draft")
    assert faults(found) == [("/content/code", "registered"), ("/content/title", "missing")]


def test_somebody_was_quicker(at):
    submitted(by=account("eve"))
    found = problem(act(sam(), draft().number, "submit"), "conflict")
    assert (found["code"], faults(found)) == ("proposal_open", [("/content/code", "proposal_open")])


def test_the_present_state_and_what_is_open_instead(at):
    made = approved()
    at(20)
    found = problem(act(sam(), made.number, "revise"), "conflict")
    told = (found["code"], found["number"], found["state"], found["tag"], found["allowed"])
    assert told == ("wrong_state", made.number, "approved", "r1-approved", ["comment", "withdraw"])


def test_a_guard_names_itself(at):
    board()
    made = in_review()
    ada = client(account("ada"))
    body = {**BODIES["vote"], "no_conflict": False}
    assert problem(act(ada, made.number, "vote", body), "conflict")["code"] == "conflict"
    body = {**BODIES["vote"], "verdict": "reject"}
    assert problem(act(ada, made.number, "vote", body), "conflict")["code"] == "no_check_failed"
    assert problem(act(ada, made.number, "approve"), "conflict")["code"] == "no_decision"
    assert problem(act(ada, made.number, "resolve"), "conflict")["code"] == "no_concern"


def test_an_expert_that_nobody_is(at):
    lea = client(board()[2])
    made = submitted()
    found = problem(act(lea, made.number, "assign", {"expert": "0" * 32}), "conflict")
    assert found["code"] == "not_eligible"
    problem(act(lea, made.number, "assign", {"expert": "ada"}), "invalid-body")


def test_a_conflict_of_interest_is_told(at):
    board()
    made = submitted(by=account("sam", "expert"))
    found = problem(act(client(account("sam")), made.number, "assign"), "not-permitted")
    assert found["detail"] == "You are the submitter of this proposal, so you decide nothing about it."


def test_too_many_drafts(at):
    for number in range(20):
        draft(code=f"tool.number_{number}")
    assert problem(post(sam(), "proposals", CREATE), "conflict")["code"] == "too_many_drafts"


def test_too_many_comments_say_when_to_come_again(at):
    made, by = submitted(), sam()
    for _ in range(30):
        act(by, made.number, "comment")
    answer = act(by, made.number, "comment")
    assert problem(answer, "too-many-requests")["code"] == "too_many"
    assert answer.headers["Retry-After"] == "3600"


def test_a_release_of_what_is_stale_twice_or_not_approved(at):
    boss = client(board()[3])
    made = approved()
    at(20)
    one = {"number": made.number, "tag": "r1-approved"}
    problem(post(boss, "releases", {"proposals": []}), "invalid-body")
    problem(post(boss, "releases", {"proposals": [one, {**one, "tag": "x"}]}), "invalid-body")
    problem(post(boss, "releases", {"proposals": [{**one, "tag": "r1-in_review"}]}), "precondition-failed")
    other = submitted(code="tool.rusty", title="Rusty Tool", at=START + 2 * DAY)
    two = {"number": other.number, "tag": "r1-submitted"}
    assert problem(post(boss, "releases", {"proposals": [one, two]}), "conflict")["code"] == "wrong_state"
    made.refresh_from_db()
    assert made.state == "approved"
    assert post(boss, "releases", {"proposals": [one]}).status_code == 201


@pytest.mark.parametrize("query", ["state=open", "kind=code", "mine=false", "limit=101", "page=2", "cursor=nonsense"])
def test_a_wrong_question(query):
    problem(sam().get(f"/api/v1/proposals?{query}"), "invalid-parameter")


def test_one_proposal_takes_no_parameter():
    problem(sam().get(f"/api/v1/proposals/{submitted().number}?release=1.0.0"), "invalid-parameter")
