"""Drafts, private notes, votes before the decision and what is out of sight: each for those whom it is for."""

import json

import jsonschema
import pytest
from django.test import Client

from codes.api.docs import STORED
from codes.review import actions
from codes.web.problems import CATALOGUE
from tests.api.proposals.calls import BODIES, act, patch, post, problem
from tests.support.callers import client
from tests.support.people import START, account, board
from tests.support.proposals import IN_STATE, draft, in_review, new_code, submitted, voted

pytestmark = pytest.mark.django_db

SECRET = "canary-in-a-draft"
NOTE = "canary-in-a-note"
READERS = {
    "nobody": Client,
    "a stranger": lambda: client(account("eve")),
    "the submitter": lambda: client(account("sam")),
    "the submitter, to propose": lambda: client(account("sam"), "propose"),
    "the submitter, to read": lambda: client(account("sam"), "read-own"),
    "an expert": lambda: client(account("ada")),
    "an expert, to propose": lambda: client(account("ada"), "propose"),
    "a lead": lambda: client(account("lea")),
    "an administrator": lambda: client(account("max")),
    "an administrator, to administer": lambda: client(account("max"), "administer"),
}
OFFICERS = ("an expert", "a lead", "an administrator", "an administrator, to administer")
OWN = ("the submitter", "the submitter, to propose", "the submitter, to read")


@pytest.mark.parametrize("reader", READERS)
class TestReading:
    def test_a_draft(self, reader, at):
        board()
        made = draft(description=SECRET)
        answer = READERS[reader]().get(f"/api/v1/proposals/{made.number}")
        if reader in OWN:
            assert (answer.status_code, answer.json()["content"]["description"]) == (200, SECRET)
            return
        problem(answer, "unknown-proposal")
        missing = READERS[reader]().get(f"/api/v1/proposals/{made.number + 1}")
        assert answer.content.replace(str(made.number).encode(), b"N") == missing.content.replace(
            str(made.number + 1).encode(), b"N"
        )

    def test_a_draft_that_was_withdrawn(self, reader, at):
        board()
        made = draft()
        actions.withdraw(proposal=made.number, by=account("sam"), at=START)
        answer = READERS[reader]().get(f"/api/v1/proposals/{made.number}")
        assert answer.status_code == (200 if reader in OWN else 404)

    def test_what_is_out_of_sight(self, reader, at):
        board()
        made = submitted()
        actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
        caller = READERS[reader]()
        answer = caller.get(f"/api/v1/proposals/{made.number}")
        assert answer.status_code == (200 if reader in (*OWN, *OFFICERS) else 404)
        assert caller.get("/api/v1/proposals").json()["results"] == []

    def test_private_notes(self, reader, at):
        made = in_review()
        actions.comment(proposal=made.number, text=NOTE, private=True, by=account("ada"), at=START)
        actions.comment(proposal=made.number, text="In public.", by=account("ada"), at=START)
        found = READERS[reader]().get(f"/api/v1/proposals/{made.number}").json()
        expected = [NOTE, "In public."] if reader in OFFICERS else ["In public."]
        assert [each["text"] for each in found["comments"]] == expected

    def test_votes(self, reader, at):
        made = voted()
        address = f"/api/v1/proposals/{made.number}"
        before = READERS[reader]().get(address).json()["votes"]
        actions.decide(proposal=made.number, by=None, at=made.comment_until)
        after = READERS[reader]().get(address).json()["votes"]
        assert (len(before), len(after)) == (2 if reader in OFFICERS else 0, 2)

    def test_who_may_keep_it(self, reader, at):
        board()
        made = submitted()
        answer = READERS[reader]().get(f"/api/v1/proposals/{made.number}")
        open_to_all = reader == "nobody"
        assert answer["Cache-Control"] == ("no-store" if open_to_all else "private, no-store")
        assert ("Access-Control-Allow-Origin" in answer) == open_to_all


def test_an_officer_with_a_conflict_reads_as_anybody(at):
    board()
    made = in_review(by=account("sam", "expert"))
    actions.comment(proposal=made.number, text=NOTE, private=True, by=account("ada"), at=START)
    assert client(account("sam")).get(f"/api/v1/proposals/{made.number}").json()["comments"] == []


@pytest.mark.parametrize("move", BODIES)
def test_nobody_elses_draft_can_be_touched_or_told_from_none(move, at):
    """By no call and no role."""
    everything = client(account("all", "lead", "administrator"))
    made = draft()
    answers = [act(everything, number, move) for number in (made.number, made.number + 1)]
    assert [problem(each, "unknown-proposal")["code"] for each in answers] == ["not_there"] * 2
    # Nor by a body that does not fit its kind.
    if "content" in BODIES[move]:
        problem(act(everything, made.number, move, {**BODIES[move], "content": {"x": 1}}), "unknown-proposal")


def test_nor_by_a_change_of_members_or_a_release(at):
    everything = client(account("all", "lead", "administrator"))
    made = draft()
    problem(patch(everything, made.number, {"content": {"x": 1}}, If_Match="*"), "unknown-proposal")
    body = {"proposals": [{"number": made.number, "tag": "r0-draft"}]}
    problem(post(everything, "releases", body), "unknown-proposal")


@pytest.mark.parametrize("move", ["comment", "save", "submit", "answer", "revise", "withdraw", "reopen"])
def test_what_is_out_of_sight_is_not_there_for_a_stranger(move, at):
    board()
    made = submitted()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    problem(act(client(account("eve")), made.number, move), "unknown-proposal")


def test_nor_for_an_officer_whose_token_is_for_proposing_alone(at):
    ada, *_ = board()
    made = submitted()
    actions.hide(proposal=made.number, reason="Spam.", by=account("lea"), at=START)
    problem(act(client(ada, "propose"), made.number, "comment"), "unknown-proposal")
    problem(patch(client(ada, "propose"), made.number, {"content": {"title": "X"}}, If_Match="*"), "unknown-proposal")
    assert act(client(ada, "propose", "review"), made.number, "comment").status_code == 200


def test_own_proposals(at):
    board()
    mine = [draft(code="tool.one"), submitted(), submitted(code="tool.two", title="The Second")]
    actions.hide(proposal=mine[1].number, reason="Spam.", by=account("lea"), at=START)
    others = [draft(by=account("eve"), code="tool.three"), submitted(by=account("eve"), code="tool.four", title="Four")]
    answer = client(account("sam"), "read-own").get("/api/v1/proposals?mine=true")
    assert [row["number"] for row in answer.json()["results"]] == [each.number for each in reversed(mine)]
    assert answer["Cache-Control"] == "private, no-store"
    public = Client().get("/api/v1/proposals")
    assert [row["number"] for row in public.json()["results"]] == [others[1].number, mine[2].number]
    assert (public["Cache-Control"], public["Access-Control-Allow-Origin"]) == ("public, no-cache", "*")


def test_no_address_no_note_and_no_draft_in_any_byte(at):
    """Whatever is asked by whomever: reads, refusals, headers."""
    board()
    submitted(code="tool.first", title="The First", by=account("eve"))
    made = in_review()
    hidden = draft(code="tool.second", description=SECRET, by=account("dora"))
    actions.comment(proposal=made.number, text=NOTE, private=True, by=account("ada"), at=START)
    for reader, make in READERS.items():
        caller = make()
        answers = [
            caller.get(f"/api/v1/{address}")
            for address in (
                "proposals", "proposals?mine=true", f"proposals/{made.number}", f"proposals/{hidden.number}",
                "codes", "releases", "openapi.json",
            )
        ]  # fmt: skip
        for move, body in BODIES.items():
            answers += [act(caller, number, move, body) for number in (hidden.number, made.number + 2)]
        answers.append(act(caller, made.number, "revise", {"content": new_code(code="tool.other")}))
        for answer in answers:
            sent = repr(list(answer.items())).encode() + answer.content
            assert b"example.org" not in sent.replace(b"https://example.org/", b""), reader
            assert SECRET.encode() not in sent, reader
            if reader not in OFFICERS:
                assert NOTE.encode() not in sent, reader


@pytest.mark.parametrize("state", IN_STATE)
def test_an_answer_is_what_the_document_says(state, at):
    made = IN_STATE[state]()
    document = json.loads(STORED.read_bytes())
    text = json.dumps({"$defs": document["components"]["schemas"], "$ref": "#/$defs/Proposal"})
    schema = json.loads(text.replace("#/components/schemas/", "#/$defs/"))
    at(100)
    answer = client(account("sam")).get(f"/api/v1/proposals/{made.number}")
    found = answer.json()
    jsonschema.Draft202012Validator(schema).validate(found)
    assert set(found) == set(document["components"]["schemas"]["Proposal"]["properties"])
    assert (found["state"], found["tag"], answer["ETag"]) == (state, made.tag, f'"{made.tag}"')
    assert (found["content"], found["number"], found["kind"]) == (made.content, made.number, "new_code")
    listed = client(account("sam")).get("/api/v1/proposals?mine=true").json()["results"][0]
    assert listed == {name: found[name] for name in listed}
    assert set(listed) == set(document["components"]["schemas"]["ProposalSummary"]["properties"])


def test_the_problem_types_have_pages():
    for slug in ("unknown-proposal", "not-permitted", "conflict", "incomplete", "precondition-required",
                 "request-in-progress", "idempotency-key-reused", "invalid-body", "content-too-large",
                 "unsupported-media-type"):  # fmt: skip
        assert Client().get(f"/problems/{slug}").status_code == 200
        assert slug in CATALOGUE
