"""`manage.py check_references`: which references it knows, what it prints, and that nothing else asks for them."""

import io
import json
import socket

import pytest
from django.core.management import CommandError, call_command

from codes.review import actions
from codes.review.references import checking
from codes.review.references.checking import BROKEN, OK, UNSAFE, Found
from codes.review.references.listed import listed
from tests.support import proposals
from tests.support.browser import fill, signed_in
from tests.support.callers import client as program
from tests.support.people import DAY, START, account
from tests.support.requests import written

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch, published):
    """What is asked, answered from `outcomes`."""
    proposals.submitted()
    outcomes, seen = {}, []

    def check(url, agent, network):
        seen.append(url)
        return Found(url, outcomes.get(url, OK), "It answers 404, Not Found.")

    monkeypatch.setattr(checking, "check", check)
    monkeypatch.setattr(checking, "PAUSE", 0)
    return outcomes, seen


def run(*words):
    out = io.StringIO()
    try:
        call_command("check_references", *words, stdout=out)
    except CommandError as failure:
        return 1, out.getvalue(), str(failure)
    return 0, out.getvalue(), ""


def test_it_knows_the_references_of_codes_categories_and_open_proposals(published):
    before = listed()
    assert all(url.startswith("https://") for url in before)
    assert {"tool.timeout", "tool"} <= {name for names in before.values() for name in names}
    made = {}
    for state in ("draft", "submitted", "in_review", "approved", "rejected", "withdrawn"):
        reference = {**proposals.REFERENCE, "url": f"https://example.org/{state}"}
        made[state] = proposals.IN_STATE[state](code=f"tool.x_{state}", reference=reference)
    hidden = proposals.submitted(code="tool.spam", reference={**proposals.REFERENCE, "url": "https://example.org/spam"})
    actions.hide(proposal=hidden.number, reason="Spam.", by=account("lea", "lead"), at=START + DAY)
    fresh = {url: names for url, names in listed().items() if url not in before}
    assert fresh == {
        f"https://example.org/{state}": [f"#{made[state].number}"] for state in ("submitted", "in_review", "approved")
    }


def test_a_document_that_is_only_named_is_asked_for_where_it_would_be_registered(published):
    made = proposals.submitted(reference={"title": "RFC 9999", "url": "", "section": ""})
    assert listed()["https://www.rfc-editor.org/rfc/rfc9999"] == [f"#{made.number}"]


def test_all_is_well(asked):
    code, out, _ = run()
    _, seen = asked
    assert (code, seen) == (0, list(listed()))
    assert out.splitlines()[-1] == f"{len(seen)} ok."


@pytest.mark.parametrize("outcome", [BROKEN, UNSAFE])
def test_what_is_broken_is_said_and_the_exit_code_is_1(outcome, asked):
    outcomes, _ = asked
    url = next(iter(listed()))
    outcomes[url] = outcome
    code, out, counted = run()
    assert code == 1
    names = listed()[url]
    said = f"{', '.join(names[:4])} and {len(names) - 4} more" if len(names) > 4 else ", ".join(names)
    assert f"{outcome:9} {url}  {said}\n{'':9} It answers 404, Not Found." in out
    assert sorted(counted.rstrip(".").split(", ")) == sorted([f"1 {outcome}", f"{len(listed()) - 1} ok"])


@pytest.mark.parametrize("outcome", ["moved", "elsewhere", "unclear"])
def test_what_may_be_in_order_is_no_failure(outcome, asked):
    outcomes, _ = asked
    outcomes[next(iter(listed()))] = outcome
    code, out, _ = run()
    assert (code, out.count(outcome)) == (0, 2)


def test_programs_get_json(asked):
    outcomes, _ = asked
    url = next(iter(listed()))
    outcomes[url] = BROKEN
    code, out, _ = run("--json")
    rows = json.loads(out)
    assert code == 1
    assert [each["url"] for each in rows] == list(listed())
    assert rows[0] == {
        "url": url, "outcome": BROKEN, "detail": "It answers 404, Not Found.", "named_by": listed()[url],
    }  # fmt: skip


@pytest.fixture
def no_network(monkeypatch):
    """Whoever asks for a name or opens a connection fails."""
    tried = []

    def refused(*args, **kwargs):
        tried.append(args)
        raise AssertionError("The network was asked.")

    monkeypatch.setattr(socket, "getaddrinfo", refused)
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket.socket, "connect_ex", refused)
    yield
    assert tried == []


def test_no_request_asks_for_a_reference(published, no_network):
    """From the first step to a vote, on the pages and through the API."""
    sam, _ = account("sam"), account("ada", "expert")
    client = signed_in("sam")
    number = written(client)
    assert fill(client, f"/proposals/{number}/check").status_code == 302
    for each in (client, signed_in("ada")):
        assert each.get(f"/proposals/{number}").status_code == 200
    assert signed_in("ada").get(f"/review/{number}").status_code == 200
    body = {"kind": "new_code", "content": proposals.new_code("tool.by_program")}
    made = program(sam).post("/api/v1/proposals", body, "application/json", headers={"Idempotency-Key": "a" * 20})
    assert made.status_code == 201
    assert program(sam).get(f"/api/v1/proposals/{made.json()['number']}").status_code == 200
